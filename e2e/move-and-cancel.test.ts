import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendDueMessages } from '../apps/api/src/modules/message/sender.ts';
import { makePaidDeposit } from '../apps/api/src/testing/paid-deposit.ts';
import { addToMonth, monthOf } from '../packages/contracts/src/calendar-day.ts';
import { defaultPracticeLocale, formatsFor } from '../apps/web/src/lib/format.ts';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { makeBooking, makeBookingChange, makePayment } from '../packages/dev/src/factory-bookings.ts';
import { makeServiceStaff, makeWorkPattern } from '../packages/dev/src/factory-diary.ts';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import type { TenantRow, Columns } from '../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow, desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { signedInAsClient, signInAsStaff } from './sign-in.ts';

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;
const { longDay, shortDay, month, nearMoment } = formatsFor(defaultPracticeLocale);
const everyDay = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [['09:00', '17:00']]])) as never;
const [soon, later] = [dayFromNow(2), dayFromNow(3)];

/** A practice that keeps £10 of a deposit of £25 when a client cancels late, and whose texts are not held at night. */
const makeTermed = (columns: Columns<TenantRow> = {}): Promise<Practice> =>
  makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    business_hours: alwaysOpen,
    deposit_required: true,
    deposit_pence: 2500,
    quiet_from: '00:00',
    quiet_until: '00:00',
    self_change: 'direct',
    cancel_free_hours: 24,
    cancel_keep: 'sum',
    cancel_keep_value: 1000,
    no_show_keep: 'sum',
    no_show_keep_value: 1000,
    move_notice_hours: 0,
    ...columns,
  });

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const link = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const change = (page: Page) => card(page, 'Move or cancel');
const happened = (page: Page) => card(page, 'What happened');

async function chooseTime(page: Page, day: string, time: string): Promise<void> {
  await page.getByRole('grid').waitFor();
  const isShown = await page.getByText(month(day.slice(0, 7)), { exact: true }).isVisible();
  if (!isShown) await button(page, 'Next month').click();
  await button(page, longDay(day)).click();
  await chooseSlot(page, time);
}

const chooseSlot = (page: Page, time: string): Promise<void> =>
  page.locator('label', { has: page.getByRole('radio', { name: new RegExp(`^${time}`) }) }).click();

/** A page of the desk, signed in. */
async function openDesk({ tenant }: Practice, screen = phone): Promise<Page> {
  const account = await makeAccount(db());
  await makeUser(db(), { tenant, account, role: 'admin', name: 'Ada Admin-Desk', takes_bookings: false });
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return page;
}

async function openAppointment(page: Page, { tenant }: Practice, id: number): Promise<void> {
  await page.goto(`/app/cp/booking/${id}?tenant=${tenant.id}`);
  await page.getByRole('heading', { name: `Appointment #${id}` }).waitFor();
}

/** The ledger of the practice in pence, deposit and refunds, once the provider has answered. */
async function ledgerOf({ tenant }: Practice): Promise<number[]> {
  await api.runJobs();
  const { rows } = await db().query<{ amount_pence: number }>(
    'select amount_pence from payments where tenant_id = $1 order by id',
    [tenant.id],
  );
  return rows.map(({ amount_pence: amount }) => amount);
}

async function sendMessages(): Promise<void> {
  while ((await sendDueMessages(api.deps)) > 0);
}

/** What matches in the newest text to this number that has it; several texts can be sent at the same moment. */
const inTexts = (to: string | null, pattern: RegExp): string | undefined =>
  api
    .smsTo(to ?? '')
    .map(({ body }) => pattern.exec(body)?.[0])
    .find((found) => found !== undefined);
const lastBooking = async ({ tenant }: Practice): Promise<number> =>
  (
    await db().query<{ id: string }>('select max(id) as id from bookings where tenant_id = $1', [tenant.id])
  ).rows.map(({ id }) => Number(id))[0] ?? 0;

it('an owner books with a deposit, moves by the link of the text, and cancels late: £10 is kept', async () => {
  expectConsole(/Failed to load resource.*409/);
  // Where no clocks change: 24 hours before a time is then the same time of the day before.
  const practice = await makeTermed({ time_zone: 'Etc/GMT' });
  const { clientKey, client, adminKey } = practice;
  const page = await openPage(phone);
  await signedInAsClient(page, clientKey);
  await page.goto(`/app/cp/booking/create?tenant=${practice.tenant.id}`);
  await page.getByLabel('Service Required').selectOption({ label: 'Consultation – £45.00 – 30 mins' });
  const terms = 'After that, or if you don’t attend, the practice keeps £10.00 of your deposit.';
  await page
    .getByText(`You can cancel free of charge until 24 hours before the appointment. ${terms}`)
    .waitFor();
  await chooseTime(page, soon, '10:00');
  const until = shortDay(addDays(soon, -1));
  await page.getByText(`You can cancel free of charge until ${until}, 10:00. ${terms}`).waitFor();
  await button(page, 'Request Appointment').click();
  const paying = page.getByRole('dialog', { name: 'Deposit Payment Required' });
  await paying.getByText(`You can cancel free of charge until ${until}, 10:00. ${terms}`).waitFor();
  await expectAccessible(page);
  await button(paying, 'Pay Deposit').click();
  await page.waitForURL(`${api.sandbox.url}/c/pay/**`);
  await button(page, /^Pay £25.00/).click();
  await page.getByText('Payment Successful!').waitFor();
  const id = await lastBooking(practice);
  await sendMessages();

  // Until the practice accepts it, it is only a request.
  await openAppointment(page, practice, id);
  await change(page)
    .getByText('Cancelling is free of charge. Your deposit of £25.00 is refunded to your card.')
    .waitFor();
  const accepted = {
    booking_id: id,
    is_provisional: false,
    status: 'confirmed',
    staff_accepted: true,
  } as const;
  expect(await api.call('booking_update', accepted, adminKey)).toMatchObject({ status: 200 });
  await sendMessages();
  const address = inTexts(client.phone, /\/l\/[\w-]{12}/);
  expect(address).toBeDefined();

  // The link leads a phone that is not signed in to the appointment.
  const other = await openPage(phone);
  await other.goto(address ?? '');
  await button(other, 'Send Code').click();
  await other.getByLabel('Verification Code').waitFor();
  const code = inTexts(client.phone, /^\d{6}(?= is your verification code)/);
  await other.getByLabel('Verification Code').fill(code ?? '');
  await button(other, 'Verify Code').click();
  await other.getByRole('heading', { name: `Appointment #${id}` }).waitFor();
  const keeps = 'After that the practice keeps £10.00 of your deposit.';
  await change(other).getByText(`You can cancel free of charge until ${until}, 10:00. ${keeps}`).waitFor();
  await expectAccessible(other);
  await link(change(other), 'Move').click();
  await other.getByRole('heading', { name: 'Move Appointment' }).waitFor();
  await button(other, 'Move appointment').click();
  await other.getByText('Please select a date and time').waitFor();
  await chooseTime(other, later, '11:00');
  await card(other, 'New time')
    .getByText(`${longDay(later)} at 11:00`)
    .waitFor();
  await card(other, 'New time')
    .getByText(`After moving, you can cancel free of charge until ${shortDay(soon)}, 11:00.`)
    .waitFor();
  await expectAccessible(other);
  await button(other, 'Move appointment').click();
  await change(other)
    .getByText(`You moved this appointment from ${shortDay(soon)}, 10:00.`)
    .waitFor();
  await change(other)
    .getByText(`You can cancel free of charge until ${shortDay(soon)}, 11:00. ${keeps}`)
    .waitFor();
  await expectAccessible(other);

  // The free time ends while the question is open.
  await button(change(other), 'Cancel').click();
  const asked = other.getByRole('dialog', { name: 'Cancel this appointment?' });
  await asked.getByText('Your deposit of £25.00 is refunded to your card.').waitFor();
  await expectAccessible(other);
  await db().query(`update bookings set terms = terms || '{"free_hours": 120}' where id = $1`, [id]);
  await button(asked, 'Cancel appointment').click();
  await asked
    .getByRole('alert')
    .getByText('The refund has changed to £15.00. Nothing was cancelled.')
    .waitFor();
  await asked
    .getByText('the practice keeps £10.00 of your deposit and £15.00 is refunded to your card')
    .waitFor();
  await expectAccessible(other);
  expect(await ledgerOf(practice)).toEqual([2500]);
  await asked.getByLabel('Message to the practice (optional)').fill('She is well again');
  await button(asked, 'Cancel appointment').click();
  await asked.waitFor({ state: 'hidden' });
  await happened(other).getByText('You cancelled this appointment.').waitFor();
  expect(await ledgerOf(practice)).toEqual([2500, -1500]);
  expect(api.sandbox.stripe.refunds).toMatchObject([{ amount: 1500, status: 'succeeded' }]);
  await openAppointment(other, practice, id);
  await card(other, 'Appointment Information').getByText('Deposit kept by the practice').waitFor();
  expect(await card(other, 'Appointment Information').textContent()).toMatch(
    /Deposit refunded£15\.00Deposit kept by the practice£10\.00/,
  );
  await expectAccessible(other);
});

describe('an owner who moves an appointment', () => {
  it('begins at the month of the appointment', async () => {
    const practice = await makeTermed({ deposit_required: false });
    const { animal, checkUp: service } = practice;
    const inTwoMonths = `${addToMonth(monthOf(dayFromNow(0)), 2)}-10`;
    const { id } = await makeBooking(db(), {
      animal,
      service,
      booking_date: inTwoMonths,
      status: 'confirmed',
    });
    const page = await openPage(phone);
    await signedInAsClient(page, practice.clientKey);
    await openAppointment(page, practice, id);
    await link(change(page), 'Move').click();
    await page.getByRole('grid', { name: month(monthOf(inTwoMonths)) }).waitFor();
  });

  it('chooses a person, sees the times of that person, and moves to them', async () => {
    const practice = await makeTermed({ deposit_required: false });
    const { animal, checkUp: service, staff, admin } = practice;
    for (const user of [staff, admin]) {
      await makeServiceStaff(db(), service, user);
      await makeWorkPattern(db(), { user, hours: [everyDay] });
    }
    const times = { booking_date: soon, booking_time: '10:00', status: 'confirmed' as const };
    const { id } = await makeBooking(db(), { animal, service, staff, ...times });
    await makeBooking(db(), { tenant: practice.tenant, staff: admin, ...times, booking_time: '11:00' });
    const page = await openPage(phone);
    await signedInAsClient(page, practice.clientKey);
    await openAppointment(page, practice, id);
    await link(change(page), 'Move').click();
    const who = page.getByLabel('Who would you like to see?');
    await expect
      .poll(() => who.locator('option').allTextContents())
      .toEqual(['The same person if available', 'Ada Admin', 'Stefan Staff']);
    await chooseTime(page, soon, '11:00');
    await card(page, 'New time').getByText('with Stefan Staff').waitFor();
    await who.selectOption('Ada Admin');
    await page.getByText('11:00 is not available for Consultation.').waitFor();
    expect(await page.getByRole('radio', { name: /^11:00/ }).isDisabled()).toBe(true);
    await chooseSlot(page, '10:00');
    await card(page, 'New time').getByText('with Ada Admin', { exact: true }).waitFor();
    await expectAccessible(page);
    await who.selectOption('Stefan Staff');
    await button(page, 'Move appointment').click();
    await page.getByText('Your appointment is already at this time. Please choose another.').waitFor();
    await who.selectOption('Ada Admin');
    await button(page, 'Move appointment').click();
    await card(page, 'Staff Member').getByText('Ada Admin').waitFor();
    const { rows } = await db().query(
      'select staff_id::int, booking_time::text from bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ staff_id: admin.id, booking_time: '10:00:00' }]);
  });
});

describe('a practice that answers requests', () => {
  it('accepts a move, and declines to cancel with a reason that the owner reads', async () => {
    const practice = await makeTermed({ self_change: 'request', deposit_required: false });
    const { client, animal, checkUp: service, staff } = practice;
    const times = { booking_date: soon, booking_time: '10:00', status: 'confirmed' as const };
    const { id } = await makeBooking(db(), { animal, service, staff, ...times });
    const owner = await openPage(phone);
    await signedInAsClient(owner, practice.clientKey);
    await openAppointment(owner, practice, id);
    await link(change(owner), 'Ask to move').click();
    await chooseTime(owner, later, '11:00');
    await owner.getByLabel('Message to the practice (optional)').fill('We are away on that day');
    await card(owner, 'New time').getByText('with Stefan Staff').waitFor();
    await expectAccessible(owner);
    await button(owner, 'Ask to move').click();
    const waits = `You asked to move this appointment to ${shortDay(later)}, 11:00 with Stefan Staff.`;
    await change(owner).getByText(waits).waitFor();
    await expectAccessible(owner);
    await owner.goto(`/app/cp/bookings?tenant=${practice.tenant.id}`);
    await owner.getByText('You asked to move it').waitFor();
    await owner.goto(`/app/cp?tenant=${practice.tenant.id}`);
    await card(owner, 'Next appointment').getByText('You asked to move it').waitFor();
    await expectAccessible(owner);

    const desk = await openDesk(practice);
    await desk.goto('/app/admin');
    const requests = card(desk, 'Pending Booking Requests');
    await requests.getByText('Wants to move').waitFor();
    await requests.getByText('“We are away on that day”').waitFor();
    await link(desk, '1 request to answer').waitFor();
    await expectAccessible(desk);
    await requests.getByRole('button', { name: /^Accept / }).click();
    await desk.getByText(`moved to ${shortDay(later)}, 11:00`).waitFor();
    await requests.getByText('No pending booking requests').waitFor();
    await sendMessages();

    await openAppointment(owner, practice, id);
    await change(owner)
      .getByText(`You moved this appointment from ${shortDay(soon)}, 10:00.`)
      .waitFor();
    await button(change(owner), 'Ask to cancel').click();
    const asked = owner.getByRole('dialog', { name: 'Ask to cancel this appointment?' });
    await asked.getByText('Cancelling is free of charge.').waitFor();
    await expectAccessible(owner);
    await button(asked, 'Ask to cancel').click();
    await change(owner).getByText('You asked to cancel this appointment.').waitFor();
    await button(change(owner), 'Withdraw request').click();
    await button(change(owner), 'Ask to cancel').click();
    await button(asked, 'Ask to cancel').click();
    await change(owner).getByText('You asked to cancel this appointment.').waitFor();

    await desk.goto(`/app/admin/booking/${id}`);
    const actions = card(desk, 'Quick Actions');
    await actions.getByText(`${client.name} asked to cancel it.`).waitFor();
    await expectAccessible(desk);
    await actions.getByRole('button', { name: /^Decline / }).click();
    const question = desk.getByRole('alertdialog', { name: 'Decline the request to cancel?' });
    await question.getByLabel('Reason (optional)').fill('Her stitches have to come out this week.');
    await expectAccessible(desk);
    await button(question, 'Decline request').click();
    await question.waitFor({ state: 'hidden' });
    const history = card(desk, 'Moves and cancellation');
    await history
      .getByText(`Moved from ${shortDay(soon)}, 10:00 to ${shortDay(later)}, 11:00`, { exact: true })
      .waitFor();
    await history.getByText(`Asked for by ${client.name}, accepted by Ada Admin-Desk`).waitFor();
    await history.getByText('Request to cancel: withdrawn by the client').waitFor();
    await history.getByText('Request to cancel: declined').waitFor();
    await expectAccessible(desk);

    await openAppointment(owner, practice, id);
    await change(owner).getByText('The practice declined your request to cancel this appointment.').waitFor();
    await change(owner).getByText('“Her stitches have to come out this week.”').waitFor();
    await expectAccessible(owner);
    await sendMessages();
    expect(inTexts(client.phone, /Her stitches have to come out this week\./)).toBeDefined();
  });
});

describe('the desk', () => {
  it('accepts a late request to cancel with the money as it is now, not as it was when it was listed', async () => {
    const practice = await makeTermed({ self_change: 'request', cancel_free_hours: 120 });
    const { animal, checkUp: service } = practice;
    const booking = await makeBooking(db(), { animal, service, booking_date: soon, status: 'confirmed' });
    await makePaidDeposit(api, practice, { booking, amountPence: 2500 });
    const asked = { kept_pence: 1000, refunded_pence: 1500, asked_at: new Date() };
    await makeBookingChange(db(), { booking, kind: 'cancel', ...asked });
    const page = await openDesk(practice);
    await page.goto('/app/admin');
    const requests = card(page, 'Pending Booking Requests');
    await requests.getByText('keeps £10.00 · refunds £15.00').waitFor();
    await db().query(`update bookings set terms = terms || '{"waived": true}' where id = $1`, [booking.id]);
    await makePayment(db(), { booking, amount_pence: 700, method: 'Cash' });
    await requests.getByRole('button', { name: /^Accept / }).click();
    const question = page.getByRole('alertdialog', { name: /^Cancel .*’s appointment\?/ });
    await question.getByText('£7.00 was paid at the desk and won’t be refunded automatically.').waitFor();
    expect(await question.getByRole('radio', { name: /^Refund £25.00/ }).isChecked()).toBe(true);
    await expectAccessible(page);
    await button(question, 'Cancel Booking').click();
    await page.getByText('Appointment cancelled. £25.00 will be refunded to the card.').waitFor();
    expect(await ledgerOf(practice)).toEqual([2500, 700, -2500]);
  });

  it('keeps nothing of clients who asked to cancel in time, whatever it cancels with', async () => {
    const practice = await makeTermed({ self_change: 'request', cancel_free_hours: 120 });
    const { animal, checkUp: service, client } = practice;
    const status = 'confirmed' as const;
    const late = await makeBooking(db(), { animal, service, booking_date: soon, status });
    const today = { booking_date: dayFromNow(0), booking_time: '00:00' };
    const missed = await makeBooking(db(), { animal, service, ...today, status });
    const asked_at = new Date(`${dayFromNow(-10)}T12:00:00Z`);
    for (const booking of [late, missed])
      await makePaidDeposit(api, practice, { booking, amountPence: 2500 });
    await makeBookingChange(db(), { booking: late, kind: 'cancel', asked_at });
    const ended = { state: 'lapsed' as const, answered_at: new Date(missed.starts_at) };
    await makeBookingChange(db(), { booking: missed, kind: 'cancel', asked_at, ...ended });
    const page = await openDesk(practice);
    await page.goto(`/app/admin/booking/${late.id}`);
    await button(page, 'Cancel Booking').click();
    const question = page.getByRole('alertdialog', { name: /cancel this booking/ });
    await question
      .getByText(`Asked on ${nearMoment(asked_at.toISOString())}. Free of charge until`)
      .waitFor();
    expect(await question.getByRole('radio', { name: /^The client/ }).isChecked()).toBe(true);
    expect(await question.getByRole('radio', { name: /^Refund £25.00/ }).isChecked()).toBe(true);
    await expectAccessible(page);
    await button(question, 'Cancel Booking').click();
    await page.getByText('Appointment cancelled. £25.00 will be refunded to the card.').waitFor();
    const history = card(page, 'Moves and cancellation');
    await history.getByText(`Asked for by ${client.name}, accepted by Ada Admin-Desk`).waitFor();

    await page.goto(`/app/admin/booking/${missed.id}`);
    await page.getByRole('button', { name: /^More actions for / }).click();
    await page.getByRole('menuitem', { name: 'Did not attend' }).click();
    const absent = page.getByRole('alertdialog', { name: `Mark ${client.name} as “Did not attend”?` });
    await absent.getByText(`They asked to cancel it on ${nearMoment(asked_at.toISOString())}.`).waitFor();
    expect(await absent.getByRole('radio', { name: /^Refund £25.00/ }).isChecked()).toBe(true);
    await expectAccessible(page);
    await button(absent, 'Did not attend').click();
    await absent.waitFor({ state: 'hidden' });
    expect(await ledgerOf(practice)).toEqual([2500, 2500, -2500, -2500]);
  });

  it('cancels for a client and waives the fee, and waives it after a missed visit', async () => {
    const practice = await makeTermed({ cancel_free_hours: 120 });
    const { animal, checkUp: service, client } = practice;
    const status = 'confirmed' as const;
    const late = await makeBooking(db(), { animal, service, booking_date: soon, status });
    const today = { booking_date: dayFromNow(0), booking_time: '00:00' };
    const missed = await makeBooking(db(), { animal, service, ...today, status });
    for (const booking of [late, missed])
      await makePaidDeposit(api, practice, { booking, amountPence: 2500 });
    const page = await openDesk(practice);
    await page.goto(`/app/admin/booking/${late.id}`);
    await button(page, 'Cancel Booking').click();
    const question = page.getByRole('alertdialog', { name: /cancel this booking/ });
    await question.getByText('Who is cancelling?').waitFor();
    expect(await button(question, 'Cancel Booking').isDisabled()).toBe(true);
    await question.getByRole('radio', { name: /^The practice/ }).check();
    await question.getByText('The deposit of £25.00 is refunded to the card').waitFor();
    await question.getByRole('radio', { name: /^The client/ }).check();
    await question.getByText('Under the appointment’s terms. £15.00 is refunded to the card.').waitFor();
    expect(await question.getByRole('radio', { name: /^Keep £10.00/ }).isChecked()).toBe(true);
    await expectAccessible(page);
    await question.getByRole('radio', { name: /^Waive it: refund £25.00/ }).check();
    await button(question, 'Cancel Booking').click();
    await question.waitFor({ state: 'hidden' });
    await page.getByText('Appointment cancelled. £25.00 will be refunded to the card.').waitFor();
    await card(page, 'Moves and cancellation').getByText('£25.00 refunded').waitFor();
    expect(await ledgerOf(practice)).toEqual([2500, 2500, -2500]);

    await page.goto(`/app/admin/booking/${missed.id}`);
    await page.getByRole('button', { name: /^More actions for / }).click();
    await page.getByRole('menuitem', { name: 'Did not attend' }).click();
    const absent = page.getByRole('alertdialog', { name: `Mark ${client.name} as “Did not attend”?` });
    expect(await absent.getByRole('radio', { name: /^Keep £10.00/ }).isChecked()).toBe(true);
    await expectAccessible(page);
    await button(absent, 'Did not attend').click();
    await absent.waitFor({ state: 'hidden' });
    expect(await ledgerOf(practice)).toEqual([2500, 2500, -2500, -1500]);
    await page.reload();
    const history = card(page, 'Moves and cancellation');
    await history.getByText('£10.00 of the deposit was kept.').waitFor();
    await expectAccessible(page);
    await button(history, 'Waive fee').click();
    const waiving = page.getByRole('alertdialog', { name: 'Waive the cancellation fee?' });
    await button(waiving, 'Waive fee').click();
    await waiving.waitFor({ state: 'hidden' });
    await history.getByText('Cancellation fee waived').waitFor();
    expect(await ledgerOf(practice)).toEqual([2500, 2500, -2500, -1500, -1000]);

    await page.goto('/app/admin/analytics?period=month');
    const report = card(page, 'Cancellations');
    await report.getByRole('table', { name: 'Cancellations by service' }).getByText('Consultation').waitFor();
    await expectAccessible(page);
  });

  it('sets the terms, which clients then read, and turns changes off for a service', async () => {
    const practice = await makeTermed({ self_change: 'off', cancel_keep: 'nothing', cancel_keep_value: 0 });
    const page = await openDesk(practice, desktop);
    await page.goto('/app/admin/settings?category=booking');
    const terms = card(page, 'Moving and cancelling');
    expect(await terms.getByRole('radio', { name: /^Neither/ }).isChecked()).toBe(true);
    await terms.getByRole('radio', { name: /^Move and cancel appointments/ }).check();
    await terms.getByLabel('Free to cancel until (hours before)').fill('48');
    await terms.getByLabel('If a client cancels later').selectOption('Keep a percentage of the price');
    await button(page, 'Save').click();
    await terms.getByText('Enter a percentage from 1 to 100.').waitFor();
    await terms.getByLabel('Percentage').fill('20');
    await terms
      .getByText(
        'You can cancel free of charge until 2 days before the appointment. After that, the practice keeps £8.00',
        {
          exact: false,
        },
      )
      .waitFor();
    await expectAccessible(page);
    await button(page, 'Save').click();
    await page.getByText('Settings saved').waitFor();

    await page.goto('/app/admin/settings?category=services');
    await button(page, 'Actions for Vaccination').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit service' });
    await dialog.getByText('Staff, rooms and online rules').click();
    await dialog.getByLabel('In the portal, clients can').selectOption('Neither');
    await expectAccessible(page);
    await button(dialog, 'Save').click();
    await dialog.waitFor({ state: 'hidden' });

    const { animal, checkUp, vaccination } = practice;
    const times = { animal, booking_date: dayFromNow(5), status: 'confirmed' as const };
    const booking = await makeBooking(db(), { ...times, service: checkUp });
    await makePaidDeposit(api, practice, { booking, amountPence: 2500 });
    const fixed = await makeBooking(db(), { ...times, service: vaccination, booking_time: '14:00' });
    const owner = await openPage(phone);
    await signedInAsClient(owner, practice.clientKey);
    await openAppointment(owner, practice, booking.id);
    await change(owner).getByText('After that the practice keeps £9.00 of your deposit.').waitFor();
    await openAppointment(owner, practice, fixed.id);
    await change(owner)
      .getByText('To move or cancel this appointment, please contact the practice.')
      .waitFor();
    await link(change(owner), 'Call 01632 960123').waitFor();
    expect(await button(change(owner), 'Cancel').count()).toBe(0);
    await expectAccessible(owner);
  });
});
