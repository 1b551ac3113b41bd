import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import {
  defaultPassword,
  makeAccount,
  makeClient,
  makeSessionKey,
  makeUser,
} from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import type { ClientRow, TenantRow } from '../packages/dev/src/factory-rows.ts';
import { makePaidDeposit } from '../apps/api/src/testing/paid-deposit.ts';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { planGaps } from '../apps/api/src/modules/waitlist/fill-gaps.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signedInAsClient, signIn } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const day = dayFromNow(2);

/** A practice with one place, whose day after tomorrow is full, and a client of it with a mobile number. */
async function makeFull(number: string, columns: Partial<TenantRow> = {}) {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    business_hours: alwaysOpen,
    slot_minutes: 30,
    quiet_from: '00:00',
    quiet_until: '00:00',
    waitlist_mode: 'automatic',
    fts_complete: true,
    ...columns,
  });
  const taken = { animal: practice.animal, service: practice.checkUp, status: 'confirmed' as const };
  const at = (booking_time: string, duration_minutes: number) =>
    makeBooking(db(), { ...taken, booking_date: day, booking_time, duration_minutes });
  await at('06:00', 240);
  const freed = await at('10:00', 30);
  await at('10:30', 690);
  const client = await makeClient(db(), { tenant: practice.tenant, phone: number, name: 'Jo Petlover' });
  const animal = await makeAnimal(db(), { client, species: practice.dog, name: 'Biscuit' });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Admin' });
  return { practice, client, animal, freed, email: account.email };
}

/** Cancels the appointment at ten, and lets the server look at the waitlist as it does each minute. */
async function freeUp({ tenant, staffKey }: Practice, bookingId: number): Promise<void> {
  await api.call('booking_status_update', { booking_id: bookingId, status: 'cancelled' }, staffKey);
  // A time is offered a minute after it came free.
  await db().query("update freed_times set due_at = now() - interval '1 second' where tenant_id = $1", [
    tenant.id,
  ]);
  await planGaps(api.deps);
  await sendAll();
}

const sendAll = async (): Promise<void> => {
  while ((await sendDueMessages(api.deps)) > 0);
};

/** The path of the link in the last text to a number. */
const linkIn = (number: string): string => /\/l\/[\w-]+/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '';

/** Asks to be told of an earlier time on the full day. */
async function joinWaitlist(page: Page): Promise<void> {
  await page.getByLabel('Service Required').selectOption({ label: 'Consultation – £45.00 – 30 mins' });
  await page.getByRole('button', { name: 'Tell me if something earlier comes free' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me if something earlier comes free' });
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Last day').fill(day);
  await dialog.getByLabel('Note (optional)').fill('Any time suits');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Join waitlist' }).click();
  await page.getByText('You’re on the waitlist').waitFor();
}

/** Opens the link of a text with the code that it sends. */
async function openLink(page: Page, number: string): Promise<void> {
  await page.goto(linkIn(number));
  await page.getByRole('button', { name: 'Send Code' }).click();
  const field = page.getByLabel('Verification Code');
  await field.waitFor();
  await field.fill(/\b\d{6}\b/.exec(api.smsTo(number)[0]?.body ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.waitForURL('**/app/cp/offers/**');
  await page.getByRole('heading', { name: 'This time has come free' }).waitFor();
}

const ledgerOf = async ({ id }: TenantRow, client: ClientRow) => {
  const { rows } = await db().query(
    `select b.status, b.booking_time::text as at, p.kind, p.amount_pence::int as pence
     from bookings b join payments p on p.tenant_id = b.tenant_id and p.booking_id = b.id
     where b.tenant_id = $1 and b.client_id = $2`,
    [id, client.id],
  );
  return rows;
};

describe('an earlier time', () => {
  it('is asked for, comes free, and is taken by the text’s link with a code and a deposit', async () => {
    const number = '07700900601';
    const { practice, client, freed, email } = await makeFull(number, {
      deposit_required: true,
      deposit_pence: 1000,
      // Over already for the offered time.
      cancel_free_hours: 96,
      cancel_keep: 'sum',
      cancel_keep_value: 400,
    });
    expectConsole(/Failed to load resource.*(400|401|404|409)/);
    const asking = await openPage(phone);
    await signedInAsClient(asking, await makeSessionKey(db(), { client }));
    await asking.goto(`/app/cp/booking/create?tenant=${practice.tenant.id}`);
    await joinWaitlist(asking);
    await asking.goto(`/app/cp/bookings?tenant=${practice.tenant.id}`);
    await asking.getByRole('heading', { name: 'Your waitlist' }).waitFor();
    await expectAccessible(asking);

    await freeUp(practice, freed.id);
    const desk = await openPage(desktop);
    await signIn(desk, email, defaultPassword);
    await desk.getByText(/held for Biscuit \(Jo Petlover\) until/).waitFor();
    await desk.getByRole('link', { name: 'Open waitlist' }).click();
    await desk.getByText('Held', { exact: true }).waitFor();
    await desk.getByText(/message sent · automatic/).waitFor();
    await expectAccessible(desk);

    const taking = await openPage(phone);
    await openLink(taking, number);
    await taking
      .getByText(
        'A deposit of £10.00 is due now, by card. It comes off your bill. This appointment is in less than 4 days. If you cancel it, the practice keeps £4.00 of your deposit.',
      )
      .waitFor();
    await expectAccessible(taking);
    await taking.getByRole('button', { name: 'Accept and pay £10.00' }).click();
    await taking.waitForURL(`${api.sandbox.url}/c/pay/**`);
    await taking.getByRole('button', { name: /^Pay £10.00/ }).click();
    await taking.getByRole('heading', { name: 'You’re booked in' }).waitFor();
    await expectAccessible(taking);
    expect(await ledgerOf(practice.tenant, client)).toEqual([
      { status: 'confirmed', at: '10:00:00', kind: 'deposit', pence: 1000 },
    ]);
    await taking.getByRole('link', { name: 'View appointment' }).click();
    await taking.getByText('Confirmed').first().waitFor();
    await desk.getByText('Taken', { exact: true }).waitFor();
    await desk.getByText('No one is waiting').waitFor();
  });

  it('is declined, and its client stops waiting', async () => {
    const number = '07700900602';
    const { practice, freed, client, animal } = await makeFull(number);
    const key = await makeSessionKey(db(), { client });
    await api.call('cp/want_create', { animal_id: animal.id, service_id: practice.checkUp.id }, key);
    await freeUp(practice, freed.id);
    const page = await openPage(phone);
    await openLink(page, number);
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await page.getByRole('heading', { name: 'You’ve declined this time' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View My Appointments' }).click();
    await page.getByRole('button', { name: /^Leave waitlist/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave waitlist' }).click();
    await page.getByRole('heading', { name: 'Your waitlist' }).waitFor({ state: 'hidden' });
  });
});

it('an earlier time for an appointment says what cancelling costs once it has moved', async () => {
  const number = '07700900606';
  const { practice, freed, client, animal } = await makeFull(number, {
    cancel_free_hours: 96,
    cancel_keep: 'sum',
    cancel_keep_value: 400,
  });
  const booking = await makeBooking(db(), {
    animal,
    service: practice.checkUp,
    status: 'confirmed',
    booking_date: dayFromNow(9),
  });
  await makePaidDeposit(api, practice, { booking });
  const wanted = { animal_id: animal.id, service_id: practice.checkUp.id, booking_id: booking.id };
  await api.call('cp/want_create', wanted, await makeSessionKey(db(), { client }));
  await freeUp(practice, freed.id);
  const page = await openPage(phone);
  await openLink(page, number);
  await page
    .getByText(
      'After moving, you can no longer cancel free of charge. If you cancel later, the practice keeps £4.00 of your deposit.',
    )
    .waitFor();
  await expectAccessible(page);
});

describe('the desk', () => {
  it('turns the waitlist on, adds a client, changes what they wait for, offers a time and withdraws it', async () => {
    const { practice, freed, email } = await makeFull('07700900603', { waitlist_mode: 'off' });
    const page = await openPage(desktop);
    await signIn(page, email, defaultPassword);
    await page.getByRole('heading', { name: 'Pending Booking Requests' }).waitFor();
    await page.goto('/app/admin/waitlist');
    await page.getByText('The waitlist is off').waitFor();
    await page.getByRole('link', { name: 'Open settings' }).click();
    await page.getByLabel('Staff choose').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved').first().waitFor();

    await page.goto('/app/admin/waitlist');
    await page.getByRole('button', { name: 'Add to waitlist' }).click();
    const adding = page.getByRole('dialog', { name: 'Add to waitlist' });
    await adding.getByLabel('Animal').fill('Biscuit');
    await page.getByRole('option', { name: /Biscuit/ }).click();
    await adding.getByLabel('Service').selectOption({ label: 'Consultation' });
    await expectAccessible(page);
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('07700 900603').waitFor();
    await page.getByRole('button', { name: 'Edit Biscuit' }).click();
    const editing = page.getByRole('dialog', { name: /Biscuit/ });
    await editing.getByLabel('Note (optional)').fill('Rang twice');
    await editing.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rang twice').waitFor();

    await freeUp(practice, freed.id);
    await page.getByRole('button', { name: '1 client waiting' }).click();
    await page.getByRole('button', { name: 'Offer to Jo Petlover' }).waitFor();
    // A colleague adds another one meanwhile, and takes them off again.
    const sam = await makeClient(db(), { tenant: practice.tenant, phone: '07700900605', name: 'Sam Later' });
    const mabel = await makeAnimal(db(), { client: sam, species: practice.dog, name: 'Mabel' });
    const { body: added } = await api.call(
      'want_create',
      { client_id: sam.id, animal_id: mabel.id, service_id: practice.checkUp.id },
      practice.staffKey,
    );
    await page.getByRole('button', { name: 'Offer to Sam Later' }).waitFor();
    await api.call('want_end', { want_id: added.want_id }, practice.staffKey);
    await page.getByRole('button', { name: 'Offer to Sam Later' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Offer to Jo Petlover' }).click();
    const offering = page.getByRole('dialog', { name: 'Offer Biscuit a time' });
    await expectAccessible(page);
    await offering.getByRole('button', { name: 'Hold and send offer' }).click();
    await page.getByText('Held', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw the offer to Jo Petlover' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawn', { exact: true }).waitFor();
  });

  it('puts the client of a declined request on the waitlist', async () => {
    const { practice, animal, email } = await makeFull('07700900604');
    await makeBooking(db(), {
      animal,
      service: practice.checkUp,
      booking_date: dayFromNow(3),
      is_provisional: true,
      source: 'portal',
    });
    const page = await openPage(desktop);
    await signIn(page, email, defaultPassword);
    await page.getByRole('button', { name: /^Reject Biscuit/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Reject this request?' });
    await question.getByLabel('Add the client to the waitlist for this service').check();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Reject request' }).click();
    await page.getByText('Biscuit is on the waitlist').waitFor();
    await page.getByText('1 waiting', { exact: false }).waitFor();
  });
});
