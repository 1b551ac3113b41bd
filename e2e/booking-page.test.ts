import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeServiceStaff } from '../packages/dev/src/factory-diary.ts';
import { defaultPassword, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  holdBack,
  phone,
  useBrowser,
  zoneAt,
} from './browser.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);
const tomorrow = dayFromNow(1);
// Chromium reports every refused request in its console; these are asked for.
const refused = /Failed to load resource.*(400|409)/;

beforeEach(() => {
  api.sandbox.stripe.webhooks = 'hold';
});

let numbers = 500;
/** A mobile number that no other test uses. */
const newNumber = (): string => `07700900${(numbers += 1)}`;
const codeTo = (number: string): string => /\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '';

const makeShown = (columns: Parameters<typeof makePractice>[1] = {}): Promise<Practice> =>
  makePractice(db(), {
    business_hours: alwaysOpen,
    booking_page: true,
    booking_page_published_at: '2026-01-02T09:00:00Z',
    tenant_name: 'Willow Lane Vets',
    ...columns,
  });

/** On the last evening of a month, the page would show a month without free times. */
const withTimesToday = () => ({ time_zone: zoneAt(12) });

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Chooses the consultation, tomorrow, and a time. */
async function chooseTime(page: Page, time: string): Promise<void> {
  await page.getByRole('link', { name: /^Consultation/ }).click();
  await page.getByRole('heading', { name: 'Choose a day and time' }).waitFor();
  await page.getByRole('table').waitFor();
  if (
    !(await page
      .getByText(month(tomorrow.slice(0, 7)), { exact: true })
      .first()
      .isVisible())
  ) {
    await button(page, 'Next month').click();
  }
  await button(page, longDay(tomorrow)).click();
  await page
    .getByRole('list', { name: `Free times on ${longDay(tomorrow)}` })
    .getByRole('button', { name: time })
    .click();
}

/** Proves a number with the code that the stand-in for the phone has received. */
async function proveNumber(page: Page, number: string): Promise<void> {
  await page.getByLabel('UK Mobile Number').fill(number);
  await button(page, 'Text me a code').click();
  await page.getByLabel('Verification code').waitFor();
  await page.getByLabel('Verification code').fill(codeTo(number));
  await button(page, 'Continue').click();
}

async function addDog(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Jo Petlover');
  await page.getByLabel('Pet’s name').fill('Biscuit');
  await page.getByLabel('Species').selectOption({ label: 'Dog' });
  await page.getByLabel('Breed (optional)').fill('Beagle');
  await page.getByLabel('Anything we should know? (optional)').fill('Limps a little');
}

/** The appointments and the money of the practice. */
async function booksOf({ tenant }: Practice) {
  const { rows } = await db().query(
    `select b.booking_time::text as time, b.status, b.notes, a.name as pet, a.breed, c.name as client, c.phone::text as phone,
            (select json_agg(json_build_object('kind', p.kind, 'pence', p.amount_pence)) from payments p
             where p.tenant_id = $1 and p.booking_id = b.id) as ledger
     from bookings b
     join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
     join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
     where b.tenant_id = $1 and b.booking_date = $2`,
    [tenant.id, tomorrow],
  );
  return rows;
}

describe('the booking page', () => {
  it('books a new dog on a phone, from the first tap to the deposit in the ledger', async () => {
    const practice = await makeShown({
      deposit_required: true,
      deposit_pence: 1000,
      cancel_free_hours: 24,
      cancel_keep: 'sum',
      cancel_keep_value: 500,
    });
    const number = newNumber();
    expectConsole(refused);
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await page.getByRole('heading', { level: 1, name: 'Book an appointment at Willow Lane Vets' }).waitFor();
    await expectAccessible(page);
    await chooseTime(page, '10:00');
    await page.getByText(`${longDay(tomorrow)}, 10:00`).waitFor();
    await button(page, 'Text me a code').click();
    await page.getByText('Please enter your mobile number').waitFor();
    await expectAccessible(page);
    await proveNumber(page, number);
    await page.getByText(/the practice keeps £5\.00 of your deposit\./).waitFor();
    await button(page, 'Pay £10.00 deposit').click();
    await page.getByText('Please enter your pet’s name').waitFor();
    await expectAccessible(page);
    // Letter by letter, the focus stays in the field.
    await page.keyboard.type('Jo');
    expect(await page.getByLabel('Your name').inputValue()).toBe('Jo');
    await addDog(page);
    await button(page, 'Pay £10.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await button(page, 'Pay £10.00').click();
    await page.waitForURL(`**/book/${practice.tenant.subdomain}?paid=**`);
    await page.getByRole('heading', { name: 'Request sent' }).waitFor();
    await page.getByText('Your deposit of £10.00 has been paid.').waitFor();
    await page.getByText(`${longDay(tomorrow)}, 10:00`).waitFor();
    await page.getByText('Consultation for Biscuit').waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await button(page, 'Add to calendar').click();
    expect((await download).suggestedFilename()).toBe('appointment.ics');
    expect(await booksOf(practice)).toEqual([
      {
        time: '10:00:00',
        status: 'pending',
        notes: 'Limps a little',
        pet: 'Biscuit',
        breed: 'Beagle',
        client: 'Jo Petlover',
        phone: number,
        ledger: [{ kind: 'deposit', pence: 1000 }],
      },
    ]);
  });

  it('confirms a request even if nothing more can be loaded after it is sent', async () => {
    const practice = await makeShown();
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '10:00');
    await proveNumber(page, newNumber());
    await addDog(page);
    await page.route('**/book/-/**', (route) => route.abort());
    await button(page, 'Request appointment').click();
    await page.getByRole('heading', { name: 'Request sent' }).waitFor();
    await page.getByText('Consultation for Biscuit').waitFor();
    expect(await booksOf(practice)).toMatchObject([{ time: '10:00:00', pet: 'Biscuit' }]);
  });

  it('warns against paying twice when the result of a payment can’t be loaded', async () => {
    const practice = await makeShown();
    expectConsole(/ERR_FAILED|Failed to fetch dynamically imported module/);
    const page = await openPage(phone);
    await page.route('**/assets/paid-return*', (route) => route.abort());
    await page.goto(`/book/${practice.tenant.subdomain}?paid=cs_test_1`);
    await page
      .getByRole('alert')
      .getByText('Couldn’t load the result of your payment. If you’ve paid, don’t pay again.')
      .waitFor();
    await expectAccessible(page);
    await page.unroute('**/assets/paid-return*');
    expectConsole(/Failed to load resource.*404/);
    await button(page, 'Reload the page').click();
    await page.getByText('We couldn’t find this payment.').waitFor();
  });

  it('recognises a client after the code, and offers their pets', async () => {
    const practice = await makeShown();
    const { tenant } = practice;
    const client = await makeClient(db(), { tenant, phone: newNumber(), name: 'Ann Known' });
    await makeAnimal(db(), { client, species: practice.dog, name: 'Mabel' });
    await makeAnimal(db(), { client, species: practice.dog, name: 'Rex' });
    const page = await openPage(desktop);
    await page.goto(`/book/${tenant.subdomain}`);
    await chooseTime(page, '11:00');
    await proveNumber(page, client.phone ?? '');
    await page.getByRole('group', { name: 'Which pet is it for?' }).waitFor();
    expect(await page.getByLabel('Your name').count()).toBe(0);
    await page.locator('label', { has: page.getByRole('radio', { name: 'Rex' }) }).click();
    await expectAccessible(page);
    await button(page, 'Request appointment').click();
    await page.getByText('Consultation for Rex').waitFor();
    expect(await booksOf(practice)).toMatchObject([{ time: '11:00:00', pet: 'Rex', client: 'Ann Known' }]);
    await button(page, 'Book another').click();
    await page.getByRole('heading', { name: 'Choose a service' }).waitFor();
  });

  it('warns of another account with the number once, and asks for the name once', async () => {
    const practice = await makeShown();
    const { tenant } = practice;
    const number = newNumber();
    const { id } = await makeClient(db(), { tenant, phone: number, password: defaultPassword });
    await db().query('update client_logins set proved_phone = null where client_id = $1', [id]);
    const page = await openPage(phone);
    await page.goto(`/book/${tenant.subdomain}`);
    await chooseTime(page, '10:00');
    await proveNumber(page, number);
    const warning = page.getByText('If you continue, that account loses the number.');
    await warning.waitFor();
    await addDog(page);
    await button(page, 'Request appointment').click();
    await page.getByText('Consultation for Biscuit').waitFor();
    await button(page, 'Book another').click();
    await chooseTime(page, '11:00');
    await page.getByRole('group', { name: 'Which pet is it for?' }).waitFor();
    expect(await warning.count()).toBe(0);
    const goOn = await holdBack(page, 'cp/booking_create');
    await button(page, 'Request appointment').click();
    await button(page, 'Please wait...').waitFor();
    expect(await page.getByLabel('Your name').count()).toBe(0);
    goOn();
    await page.getByText('Consultation for Biscuit').waitFor();
  });

  it('keeps what was typed when the time is taken meanwhile, and across a reload', async () => {
    const practice = await makeShown({ parallel_places: 1 });
    const number = newNumber();
    expectConsole(refused);
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '12:00');
    await proveNumber(page, number);
    await addDog(page);
    await makeBooking(db(), {
      animal: practice.animal,
      service: practice.checkUp,
      booking_date: tomorrow,
      booking_time: '12:00',
    });
    await button(page, 'Request appointment').click();
    await page.getByText('Everything you entered has been kept.').waitFor();
    await expectAccessible(page);
    const times = page.getByRole('list', { name: `Free times on ${longDay(tomorrow)}` });
    await times.getByRole('button', { name: '13:00' }).waitFor();
    expect(await times.getByRole('button', { name: '12:00' }).count()).toBe(0);
    await page.reload();
    await button(page, longDay(tomorrow)).click();
    await times.getByRole('button', { name: '13:00' }).click();
    // The client was made by the first attempt, with the pet.
    await page.getByRole('group', { name: 'Which pet is it for?' }).waitFor();
    expect(await page.getByLabel('Anything we should know? (optional)').inputValue()).toBe('Limps a little');
    await button(page, 'Request appointment').click();
    await page.getByText('Consultation for Biscuit').waitFor();
    const { rows } = await db().query('select name from animals where tenant_id = $1 and name = $2', [
      practice.tenant.id,
      'Biscuit',
    ]);
    expect(rows).toHaveLength(1);
  });

  it('asks for a deposit or none as the practice does by now', async () => {
    const practice = await makeShown({ deposit_pence: 1000 });
    const asksFor = (required: boolean) =>
      db().query('update tenants set deposit_required = $2 where id = $1', [practice.tenant.id, required]);
    expectConsole(refused);
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '14:00');
    await proveNumber(page, newNumber());
    await addDog(page);
    await asksFor(true);
    await button(page, 'Request appointment').click();
    await page.getByText('This practice asks for a deposit. Pay it to request the appointment.').waitFor();
    await button(page, 'Pay £10.00 deposit').waitFor();
    await page.getByRole('region', { name: 'Deposit' }).waitFor();
    await expectAccessible(page);
    await asksFor(false);
    await button(page, 'Pay £10.00 deposit').click();
    await page.getByText('No deposit is needed.').waitFor();
    await button(page, 'Request appointment').click();
    await page.getByText('Consultation for Biscuit').waitFor();
    expect(await booksOf(practice)).toMatchObject([{ pet: 'Biscuit', ledger: null }]);
  });

  it('shows a changed deposit and changed terms before they are agreed to', async () => {
    const practice = await makeShown({
      deposit_required: true,
      deposit_pence: 1000,
      cancel_free_hours: 1,
      cancel_keep: 'sum',
      cancel_keep_value: 500,
    });
    const { id } = practice.tenant;
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '14:00');
    await proveNumber(page, newNumber());
    await addDog(page);
    const changed = page.getByText('The deposit or its terms have changed since you opened this page.');
    await db().query('update tenants set deposit_pence = 2500 where id = $1', [id]);
    await button(page, 'Pay £10.00 deposit').click();
    await changed.waitFor();
    await button(page, 'Pay £25.00 deposit').waitFor();
    await expectAccessible(page);
    await db().query('update tenants set cancel_keep_value = 2000 where id = $1', [id]);
    await button(page, 'Pay £25.00 deposit').click();
    await page.getByText(/the practice keeps £20\.00 of your deposit\./).waitFor();
    await changed.waitFor();
    const { rows } = await db().query('select id from deposits where tenant_id = $1', [id]);
    expect(rows).toEqual([]);
    await button(page, 'Pay £25.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await button(page, 'Pay £25.00').waitFor();
  });

  it('shows the free times of another month, and asks for the number again, once the session has ended', async () => {
    const practice = await makeShown();
    const { tenant } = practice;
    const client = await makeClient(db(), { tenant, phone: newNumber(), name: 'Ann Known' });
    await makeAnimal(db(), { client, species: practice.dog, name: 'Mabel' });
    expectConsole(/Failed to load resource.*401/);
    const page = await openPage(phone);
    await page.goto(`/book/${tenant.subdomain}`);
    await chooseTime(page, '11:00');
    await proveNumber(page, client.phone ?? '');
    await button(page, 'Request appointment').waitFor();
    await db().query('update api_keys set revoked_at = now() where client_id = $1', [client.id]);
    await page.reload();
    await button(page, 'Change the day and time').click();
    const times = page.getByRole('list', { name: /^Free times on/ });
    await times.waitFor();
    await button(page, 'Next month').click();
    await times.getByRole('button', { name: '10:00' }).click();
    await button(page, 'Text me a code').waitFor();
    expect(await page.getByLabel('UK Mobile Number').inputValue()).toBe(client.phone);
  });

  it('returns to the chosen time when the payment is cancelled', async () => {
    const practice = await makeShown({ deposit_required: true, deposit_pence: 1000 });
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '14:00');
    await proveNumber(page, newNumber());
    const times = page.getByRole('list', { name: `Free times on ${longDay(tomorrow)}` });
    const changeTime = async (time: string) => {
      await button(page, 'Change the day and time').click();
      await button(page, longDay(tomorrow)).click();
      await times.getByRole('button', { name: time }).click();
    };
    // The number is proved once.
    await changeTime('15:00');
    await addDog(page);
    await button(page, 'Pay £10.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    const cancelled = page.getByText('Payment cancelled. We’re holding your time');
    await cancelled.waitFor();
    await page.getByText(`${longDay(tomorrow)}, 15:00`).waitFor();
    await changeTime('16:00');
    await page.getByText(`${longDay(tomorrow)}, 16:00`).waitFor();
    await page.reload();
    await page.getByText(`${longDay(tomorrow)}, 16:00`).waitFor();
    expect(await cancelled.count()).toBe(0);
    await button(page, 'Pay £10.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await button(page, 'Pay £10.00').click();
    await page.getByText('Consultation for Biscuit').waitFor();
    expect(await booksOf(practice)).toMatchObject([
      { time: '16:00:00', ledger: [{ kind: 'deposit', pence: 1000 }] },
    ]);
  });

  it.each([
    ['switches its page off', 'update tenants set booking_page = false where id = $1', 0],
    ['archives its services', 'update services set retired_at = now() where tenant_id = $1', 1],
    ['has let its subscription lapse', "update tenants set trial_ends_at = '2026-01-01' where id = $1", 0],
  ])('confirms a deposit that is paid while the practice %s', async (_what, change, others) => {
    const practice = await makeShown({ deposit_required: true, deposit_pence: 1000 });
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '10:00');
    await proveNumber(page, newNumber());
    await addDog(page);
    await button(page, 'Pay £10.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await db().query(change, [practice.tenant.id]);
    await button(page, 'Pay £10.00').click();
    await page.getByRole('heading', { name: 'Request sent' }).waitFor();
    await page.getByText('Your deposit of £10.00 has been paid.').waitFor();
    await page.getByText(`${longDay(tomorrow)}, 10:00`).waitFor();
    await page.getByText('for Biscuit').waitFor();
    expect(await page.getByRole('link', { name: 'Book another' }).count()).toBe(others);
    await expectAccessible(page);
  });

  it('offers times of anyone when the person that was chosen takes no more appointments', async () => {
    // Before the page knows who can be chosen, it asks for the times of the one who was.
    expectConsole(/Failed to load resource.*404/);
    const practice = await makeShown(withTimesToday());
    const [jo] = await Promise.all(
      ['Jo', 'Sam', 'Kim'].map(async (name) => {
        const user = await makeUser(db(), { tenant: practice.tenant, name });
        await makeServiceStaff(db(), practice.checkUp, user);
        return user;
      }),
    );
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await page.getByRole('link', { name: /^Consultation/ }).click();
    await page.locator('label', { has: page.getByRole('radio', { name: 'Jo' }) }).click();
    const times = page.getByRole('list', { name: /^Free times on/ });
    await times.waitFor();
    await db().query('update users set takes_bookings = false where id = $1', [jo?.id]);
    await page.reload();
    await times.waitFor();
    await page.getByRole('radio', { name: 'Anyone', checked: true }).waitFor({ state: 'attached' });
    await page.getByText('The person you chose is no longer available. Choose a new time.').waitFor();
    expect(await page.getByRole('radio', { name: 'Jo' }).count()).toBe(0);
  });

  it('asks for another service when the practice withdraws the chosen one', async () => {
    expectConsole(/Failed to load resource.*404/);
    const practice = await makeShown();
    const withdraw = (isWithdrawn: boolean) =>
      db().query('update services set online = $2 where id = $1', [practice.checkUp.id, !isWithdrawn]);
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '10:00');
    await proveNumber(page, newNumber());
    await addDog(page);
    await button(page, 'Change the day and time').click();
    const times = page.getByRole('list', { name: /^Free times on/ });
    await times.waitFor();
    await withdraw(true);
    await button(page, 'Next month').click();
    const withdrawn = page.getByText('This service is no longer available. Choose another.');
    await withdrawn.waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: /^Consultation/ }).count()).toBe(0);
    await withdraw(false);
    await page.reload();
    await button(page, longDay(tomorrow)).click();
    await times.getByRole('button', { name: '10:00' }).click();
    expect(await withdrawn.count()).toBe(0);
    await proveNumber(page, newNumber());
    expect(await page.getByLabel('Pet’s name').inputValue()).toBe('Biscuit');
    await withdraw(true);
    await button(page, 'Request appointment').click();
    await withdrawn.waitFor();
  });

  it('says that a practice has closed its page meanwhile', async () => {
    expectConsole(/Failed to load resource.*404/);
    const practice = await makeShown();
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await page.getByRole('link', { name: /^Consultation/ }).click();
    await page.getByRole('list', { name: /^Free times on/ }).waitFor();
    await db().query('update tenants set booking_page = false where id = $1', [practice.tenant.id]);
    await button(page, 'Next month').click();
    await page.getByText('Willow Lane Vets isn’t taking online bookings at the moment.').waitFor();
  });

  it('adds another pet once, also when the payment is cancelled in between', async () => {
    const practice = await makeShown({ deposit_required: true, deposit_pence: 1000 });
    const client = await makeClient(db(), { tenant: practice.tenant, phone: newNumber(), name: 'Ann Known' });
    await makeAnimal(db(), { client, species: practice.dog, name: 'Mabel' });
    const page = await openPage(phone);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await chooseTime(page, '10:00');
    await proveNumber(page, client.phone ?? '');
    await page.locator('label', { has: page.getByRole('radio', { name: 'Another pet' }) }).click();
    await page.getByLabel('Pet’s name').fill('Biscuit');
    await page.getByLabel('Species').selectOption({ label: 'Dog' });
    await button(page, 'Pay £10.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await page.getByRole('link', { name: 'Cancel payment' }).click();
    await page.getByRole('radio', { name: 'Biscuit', checked: true }).waitFor({ state: 'attached' });
    await button(page, 'Pay £10.00 deposit').click();
    await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await button(page, 'Pay £10.00').click();
    await page.getByText('Consultation for Biscuit').waitFor();
    const { rows } = await db().query('select name from animals where client_id = $1 order by id', [
      client.id,
    ]);
    expect(rows).toEqual([{ name: 'Mabel' }, { name: 'Biscuit' }]);
  });

  it('can be read without scripts: services, opening hours, and the free times of a service', async () => {
    const practice = await makeShown({ address: '8 Tannery Yard', phone: '01632960144' });
    const path = `${api.url}/book/${practice.tenant.subdomain}`;
    const plain = await (await fetch(path)).text();
    const body = plain.slice(plain.indexOf('<body>'), plain.indexOf('<script type="application/json"'));
    for (const text of [
      'Consultation',
      '£45.00',
      '30 min',
      '8 Tannery Yard',
      '01632 960144',
      'Sunday',
      '06:00–22:00',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).toContain(`href="?service=${practice.checkUp.id}"`);
    const timed = await (await fetch(`${path}?service=${practice.checkUp.id}`)).text();
    expect(timed.slice(0, timed.indexOf('<script type="application/json"'))).toContain('Free times on');
  });

  it('works with the keyboard alone', async () => {
    const practice = await makeShown(withTimesToday());
    const page = await openPage(desktop);
    await page.goto(`/book/${practice.tenant.subdomain}`);
    await page.getByRole('link', { name: /^Consultation/ }).focus();
    await page.keyboard.press('Enter');
    const shown = page.locator('[data-day][aria-pressed="true"]');
    await shown.waitFor();
    const first = await shown.getAttribute('data-day');
    await shown.focus();
    await page.keyboard.press('ArrowRight');
    // On the last day of a month, to the next one.
    await expect.poll(() => shown.getAttribute('data-day')).not.toBe(first);
    const hasFocus = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-pressed') === 'true');
    await expect.poll(hasFocus).toBe(true);
    const monthShown = async () => (await shown.getAttribute('data-day'))?.slice(0, 7);
    const before = await monthShown();
    while ((await monthShown()) === before) await page.keyboard.press('ArrowDown');
    await expect.poll(hasFocus).toBe(true);
    while ((await monthShown()) !== before) await page.keyboard.press('ArrowLeft');
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The next step has the focus.
    await page.getByLabel('UK Mobile Number').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Your details');
  });

  it('says that a page does not exist', async () => {
    expectConsole(/Failed to load resource.*404/);
    const page = await openPage(phone);
    await page.goto('/book/nothing');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectAccessible(page);
  });
});
