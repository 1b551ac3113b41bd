import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { planRecalls } from '../apps/api/src/modules/recall/run.ts';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { makeCareDue, makeCareType } from '../packages/dev/src/factory-care.ts';
import { insertRows } from '../packages/dev/src/factory-insert.ts';
import { makeAccount, makeClient, makeSessionKey, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import type { TenantRow } from '../packages/dev/src/factory-rows.ts';
import { alwaysOpen, desktop, expectAccessible, phone, useBrowser, zoneAt } from './browser.ts';
import { signedInAsClient, openAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** Around noon: recalls are written from ten o'clock. */
const noonZone = (): string => zoneAt(12);

/** A day `days` from today on that clock. */
const dayFromNow = (days: number): string => addDays(localMoment(new Date(), noonZone()).date, days);

/** A practice whose client has two dogs, due for a booster in 29 and 33 days. */
async function makeDue(number: string, columns: Partial<TenantRow> = {}) {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    business_hours: alwaysOpen,
    time_zone: noonZone(),
    slot_minutes: 30,
    quiet_from: '00:00',
    quiet_until: '00:00',
    fts_complete: true,
    ...columns,
  });
  const { tenant } = practice;
  const client = await makeClient(db(), { tenant, phone: number, name: 'Jo Petlover' });
  const biscuit = await makeAnimal(db(), { client, species: practice.dog, name: 'Biscuit' });
  const rex = await makeAnimal(db(), { client, species: practice.dog, name: 'Rex' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Admin' });
  const type = await makeCareType(db(), {
    tenant,
    name: 'Booster',
    service_id: practice.vaccination.id,
    every_count: 12,
    every_unit: 'months',
  });
  await makeCareDue(db(), { animal: biscuit, type, due_on: dayFromNow(29) });
  await makeCareDue(db(), { animal: rex, type, due_on: dayFromNow(33) });
  return { practice, client, biscuit, rex, type, email: account.email };
}

/** Runs the day's job, and sends what it has written. */
async function runDay(): Promise<void> {
  await planRecalls(api.deps);
  while ((await sendDueMessages(api.deps)) > 0);
}

/** Opens the link of the last text with the code that it sends. */
async function openLink(page: Page, number: string): Promise<void> {
  await page.goto(/\/l\/[\w-]+/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Send Code' }).click();
  const field = page.getByLabel('Verification Code');
  await field.waitFor();
  await field.fill(/\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.waitForURL('**/app/cp/reminders**');
}

describe('recalls', () => {
  it('are previewed and turned on at the desk, and booked by their link in two taps', async () => {
    const number = '07700900701';
    const { practice, biscuit, email } = await makeDue(number);
    expectConsole(/Failed to load resource.*(400|401|404|409)/);
    const desk = await openPage(desktop);
    await openAsStaff(desk, email, '/app/admin/settings?category=recalls');
    await desk.getByText('Any species · every 12 months · Vaccination').waitFor();
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Preview and turn on…' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Turn on recalls?' });
    await dialog.getByText('1 household would get a message today').waitFor();
    await dialog
      .getByText('0 due dates have already passed. No messages are sent about them unless you choose to.')
      .waitFor();
    await expectAccessible(desk);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await desk.getByText('Recalls are on').waitFor();

    await runDay();
    expect(api.smsTo(number)).toHaveLength(1);
    const owner = await openPage(phone);
    await openLink(owner, number);
    await owner.getByRole('heading', { name: 'Book the first free times' }).waitFor();
    await expectAccessible(owner);
    await owner.getByRole('button', { name: 'Book both' }).click();
    await owner.getByRole('heading', { name: 'Request sent' }).waitFor();
    await expectAccessible(owner);

    await desk.goto('/app/admin/recalls?show=booked');
    await desk.getByRole('link', { name: 'Biscuit' }).waitFor();
    await desk.getByRole('link', { name: 'Rex' }).waitFor();
    await expectAccessible(desk);
    await desk.goto(`/app/admin/animal/${biscuit.id}`);
    await desk.getByRole('link', { name: /^Appointment requested for/ }).waitFor();
    await desk.getByText('Requested', { exact: true }).waitFor();
    await desk.getByText('None booked').waitFor();
    expect(await desk.getByText('Booked', { exact: true }).count()).toBe(0);
    expect(await desk.getByRole('link', { name: 'Book Booster' }).count()).toBe(0);
    const { rows } = await db().query(
      `select count(*)::int as requests from bookings where tenant_id = $1 and is_provisional`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ requests: 2 }]);
  });

  it('are dismissed at the desk, and due dates are kept at the animal', async () => {
    const { practice, rex, email } = await makeDue('07700900702');
    const page = await openPage(desktop);
    await openAsStaff(page, email, '/app/admin/recalls');
    await page.getByText('Recalls are off, so clients get no messages about due dates.').waitFor();
    await page.getByRole('link', { name: 'Next 30 days' }).click();
    await page.getByText('No message yet').waitFor();
    await expectAccessible(page);
    const book = page.getByRole('link', { name: 'Book Biscuit' });
    expect(await book.getAttribute('href')).toContain(`&service_id=${practice.vaccination.id}`);
    await page.getByRole('button', { name: 'Dismiss Biscuit' }).click();
    await page.getByLabel('Reason').fill('Done elsewhere');
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByText('Nothing is due within 30 days').waitFor();

    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    await page.getByRole('link', { name: 'Recalls' }).click();
    await page.waitForURL('**/app/admin/recalls');
    await page.goto(`/app/admin/animal/${rex.id}`);
    await page.getByText('Not due yet').waitFor();
    const bookFor = page.getByRole('link', { name: 'Book Booster' });
    expect(await bookFor.getAttribute('href')).toBe(
      `/app/admin/booking/create?client_id=${rex.client_id}&animal_id=${rex.id}&service_id=${practice.vaccination.id}`,
    );
    await bookFor.click();
    const service = page.getByRole('combobox', { name: 'Service', exact: true });
    await service.waitFor();
    expect(await service.inputValue()).toBe(String(practice.vaccination.id));
    await page.goBack();
    await page.getByRole('button', { name: 'Actions for Booster' }).click();
    await page.getByRole('menuitem', { name: 'Mark as done…' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Earlier (1)').waitFor();
    await expectAccessible(page);
  });

  it('keep an archived service of their type, which needs a day to stop messages', async () => {
    const { practice, type, email } = await makeDue('07700900707');
    const archived = { service_id: practice.vaccination.id };
    expect((await api.call('booking_type_retire', archived, practice.adminKey)).status).toBe(200);
    const page = await openPage(desktop);
    await openAsStaff(page, email, '/app/admin/settings?category=recalls');
    await page.getByRole('button', { name: 'Edit Booster' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Booster' });
    const service = dialog.getByRole('combobox', { name: 'Service to book' });
    expect(await service.locator('option:checked').textContent()).toBe('Vaccination (no longer offered)');
    await service.selectOption('None');
    const stop = dialog.getByRole('spinbutton', { name: 'Stop messages after (days overdue)' });
    await stop.fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number.').waitFor();
    await stop.fill('30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await api.call('care_types', {}, practice.adminKey);
    expect(body).toMatchObject([{ care_type_id: type.id, service_id: null, cancel_after: 30 }]);
  });

  it('are all reached at the desk, page by page', async () => {
    const { practice, client, type, email } = await makeDue('07700900706');
    const tenant_id = practice.tenant.id;
    const names = Array.from({ length: 120 }, (_, index) => `Overdue ${index + 1}`);
    const animals = await insertRows(
      db(),
      'animals',
      names.map((name) => ({ tenant_id, client_id: client.id, name })),
    );
    const made = {
      tenant_id,
      care_type_id: type.id,
      created_at: type.created_at,
      updated_at: type.created_at,
    };
    const dates = animals.map(({ id }, index) => ({
      ...made,
      animal_id: id,
      due_on: dayFromNow(-1 - Math.floor(index / 2)),
      origin: 'hand' as const,
    }));
    await insertRows(db(), 'care_due', dates);
    const page = await openPage(desktop);
    await openAsStaff(page, email, '/app/admin/recalls');
    const shown = page.getByRole('link', { name: /^Overdue \d+$/ });
    const more = page.getByRole('button', { name: 'Load More (50)' });
    for (const count of [50, 100]) {
      await expect.poll(() => shown.count()).toBe(count);
      await more.click();
    }
    await expect.poll(() => shown.count()).toBe(120);
    expect(new Set(await shown.allTextContents())).toEqual(new Set(names));
    expect(await more.count()).toBe(0);
    await expectAccessible(page);
  });

  it.each([desktop, phone])(
    'are shown in the list of animals on a $name until they are done',
    async (screen) => {
      const { practice, client, biscuit, type, email } = await makeDue('07700900704');
      const columns = { allergies: 'Chicken', behaviour_notes: 'Bites', species: practice.dog, client };
      const old = await makeAnimal(db(), { ...columns, name: `Old ${'Bartholomew '.repeat(6).trim()}` });
      const worming = await makeCareType(db(), {
        tenant: practice.tenant,
        name: 'Worming '.repeat(7).trim(),
      });
      await makeCareDue(db(), { animal: old, type, due_on: dayFromNow(-40) });
      await makeCareDue(db(), { animal: old, type: worming, due_on: dayFromNow(-50) });
      const page = await openPage(screen);
      await openAsStaff(page, email, '/app/admin/animals');
      const row = (name: string) =>
        page.getByRole(screen === phone ? 'listitem' : 'row').filter({ has: page.getByText(name) });
      await row('Biscuit')
        .getByText(/^Booster due /)
        .waitFor();
      for (const alert of ['Allergies', 'Behaviour', /^Worming Worming .* overdue since /, '1 more due'])
        await row(old.name).getByText(alert).waitFor();
      expect(await row('Rex').getByText(/due/).count()).toBe(0);
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Biscuit' }).click();
      await page.waitForURL(`**/animal/${biscuit.id}`);
      await page.getByRole('button', { name: 'Actions for Booster' }).click();
      await page.getByRole('menuitem', { name: 'Mark as done…' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Earlier (1)').waitFor();
      await page.goBack();
      await row('Biscuit').waitFor();
      await expect.poll(() => row('Biscuit').getByText(/due/).count()).toBe(0);
    },
  );

  it('are booked by their link at a practice that takes a deposit: each animal with its own', async () => {
    const number = '07700900705';
    const { practice, biscuit, rex } = await makeDue(number, {
      deposit_required: true,
      deposit_pence: 1000,
      recalls_on_since: new Date(Date.now() - 86_400_000).toISOString(),
    });
    expectConsole(/Failed to load resource.*(400|401|404|409)/);
    await runDay();
    const page = await openPage(phone);
    await openLink(page, number);
    await page.getByRole('heading', { name: 'Book the first free times' }).waitFor();
    await page.getByText('We ask for a deposit of £10.00 for each appointment').waitFor();
    await expectAccessible(page);
    const begin = async (name: string) => {
      await page.getByRole('button', { name: `Book for ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Pay Deposit' }).click();
      await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    };
    const pay = async (name: string) => {
      await begin(name);
      await page.getByRole('button', { name: /^Pay £10.00/ }).click();
      await page.waitForURL('**/app/cp/booking/payment-callback**');
    };
    // The practice withdraws the service while the deposit is shown: the page says what to do.
    const isOffered = (online: boolean) =>
      db().query('update services set online = $2 where id = $1', [practice.vaccination.id, online]);
    await page.getByRole('button', { name: 'Book for Biscuit' }).click();
    await isOffered(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Pay Deposit' }).click();
    await page.getByText('Please call us to book this.').first().waitFor();
    await isOffered(true);
    await page.reload();
    await begin('Biscuit');
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.waitForURL('**/app/cp/reminders?**');
    await page.getByText('The payment wasn’t completed. Nothing was charged.').waitFor();
    await expectAccessible(page);
    await pay('Biscuit');
    // The other animal is one tap away, and the page stays until it is tapped.
    await page.getByText('Rex is due too.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Book for Rex' }).click();
    await page.waitForURL('**/app/cp/reminders**');
    await page.getByRole('heading', { name: 'Book the first free time', exact: true }).waitFor();
    await page.getByRole('link', { name: /^Appointment requested for/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Book for Biscuit' }).count()).toBe(0);
    await pay('Rex');
    await page.waitForURL('**/app/cp/bookings?**');
    await page.goto(`/app/cp/reminders?tenant=${practice.tenant.id}`);
    await expect.poll(() => page.getByRole('link', { name: /^Appointment requested for/ }).count()).toBe(2);
    expect(await page.getByRole('button', { name: /^Book for/ }).count()).toBe(0);
    const { rows } = await db().query(
      `select d.animal_id::integer, d.state, b.is_provisional, b.paid_pence, b.booking_date::text as day,
         b.booking_time::text as at
       from care_due d join bookings b on b.tenant_id = d.tenant_id and b.id = d.booking_id
       where d.tenant_id = $1 order by b.starts_at`,
      [practice.tenant.id],
    );
    const requested = { state: 'booked', is_provisional: true, paid_pence: 1000, day: rows[0]?.day };
    expect(rows).toMatchObject([
      { ...requested, animal_id: biscuit.id },
      { ...requested, animal_id: rex.id },
    ]);
    // One after the other, not at the same time.
    expect(rows[0]?.at < rows[1]?.at).toBe(true);
    const deposits = await db().query(
      'select d.status, d.amount_pence from deposits d where d.tenant_id = $1',
      [practice.tenant.id],
    );
    const booked = { status: 'booked', amount_pence: 1000 };
    expect(deposits.rows).toEqual([booked, booked]);
  });

  it('are booked in the portal up to six at once', async () => {
    const { practice, client, type } = await makeDue('07700900708');
    for (const name of ['Ash', 'Bo', 'Coco', 'Dot', 'Eli']) {
      const animal = await makeAnimal(db(), { client, species: practice.dog, name });
      await makeCareDue(db(), { animal, type, due_on: dayFromNow(40) });
    }
    const page = await openPage(phone);
    await signedInAsClient(page, await makeSessionKey(db(), { client }));
    await page.goto(`/app/cp/reminders?tenant=${practice.tenant.id}`);
    await page.getByText('You can book up to 6 at once.').waitFor();
    const ticks = page.getByRole('checkbox');
    expect(await ticks.count()).toBe(7);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(6);
    const [first, last] = [ticks.first(), ticks.last()];
    expect(await last.isDisabled()).toBe(true);
    await first.uncheck();
    await last.check();
    expect(await first.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book all 6' }).click();
    await page.getByText(/^We’ve received your 6 requests/).waitFor();
    await page.getByRole('heading', { name: 'Book the first free time', exact: true }).waitFor();
    expect(await first.isEnabled()).toBe(true);
    expect(await first.isChecked()).toBe(false);
  });

  it('are shown in the portal as reminders, and declined there', async () => {
    const { practice, client } = await makeDue('07700900703');
    const page = await openPage(phone);
    await signedInAsClient(page, await makeSessionKey(db(), { client }));
    await page.goto(`/app/cp?tenant=${practice.tenant.id}`);
    await page.getByRole('link', { name: /Reminders 2 due/ }).click();
    await page.getByText('Biscuit: Booster').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Not needed for Biscuit: Booster' }).click();
    await page.getByRole('button', { name: 'Stop reminders' }).click();
    await page
      .getByRole('button', { name: 'Not needed for Biscuit: Booster' })
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Not needed for Rex: Booster' }).waitFor();
  });
});
