import { describe, expect, it } from 'vitest';
import { makeBooking } from '../packages/dev/src/factory-bookings.ts';
import { makeAccount, makeClient, makeUser } from '../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../packages/dev/src/factory-records.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import {
  alwaysOpen,
  dayFromNow,
  desktop,
  expectAccessible,
  phone,
  useBrowser,
  type Screen,
} from './browser.ts';
import { signInAsStaff } from './sign-in.ts';

// The desk sees correct facts: conflicts, the client's view, the year, and the notes for staff.

const { api, openPage, expectConsole } = useBrowser();
const db = () => api.testDatabase.owner;

/** Read again in each test: a run may go on past the end of the year. */
const nextYear = (): string => `${new Date().getFullYear() + 1}-06-22`;

async function openDesk(screen: Screen) {
  const practice = await makePractice(db(), { business_hours: alwaysOpen });
  const account = await makeAccount(db());
  await makeUser(db(), { tenant: practice.tenant, account, role: 'admin', name: 'Ada Desk' });
  const client = await makeClient(db(), { tenant: practice.tenant, name: 'Grace Green' });
  const [bella, rex] = await Promise.all(
    ['Bella', 'Rex'].map((name) => makeAnimal(db(), { client, name, species_id: practice.dog.id })),
  );
  if (!bella || !rex) throw new Error('There is no animal.');
  const page = await openPage(screen);
  await signInAsStaff(page, account.email);
  return { practice, page, bella, rex };
}

describe.each([desktop, phone])('on a $name', (screen) => {
  it("accepts one request with a slow double click, for the chosen person, and shows the client's view", async () => {
    const { practice, page, bella, rex } = await openDesk(screen);
    const request = { is_provisional: true, source: 'portal', service: practice.checkUp } as const;
    const first = await makeBooking(db(), { ...request, animal: bella, booking_date: nextYear() });
    await makeBooking(db(), { ...request, animal: rex, booking_date: nextYear(), booking_time: '11:00' });
    await makeBooking(db(), {
      animal: rex,
      staff: practice.staff,
      booking_date: nextYear(),
      booking_time: '10:15',
    });
    await page.goto('/app/admin');
    const requests = page.getByRole('region', { name: /Pending Booking Requests/ });
    await requests.getByText(`${nextYear().slice(0, 4)}, 10:00`).waitFor();
    await page.getByText('2 requests to answer').waitFor();
    const who = requests.getByLabel('Staff member for Bella, Grace Green');
    expect(await who.locator('option').allTextContents()).toEqual([
      'No staff member',
      'Ada Admin – free',
      'Ada Desk – free',
      'Stefan Staff – not available',
    ]);
    await who.selectOption(String(practice.admin.id));
    await expectAccessible(page);
    const accept = requests.getByRole('button', { name: 'Accept Bella, Grace Green' });
    await accept.scrollIntoViewIfNeeded();
    const box = await accept.boundingBox();
    if (!box) throw new Error('There is no Accept.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const press = () => (screen === phone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    await press();
    await requests.getByRole('button', { name: 'Accepted' }).waitFor();
    await press();
    await page.getByText('1 request to answer').waitFor();
    await expectAccessible(page);
    const accepted = async () => {
      const { rows } = await db().query(
        'select id::int, staff_id::int from bookings where tenant_id = $1 and staff_accepted',
        [practice.tenant.id],
      );
      return rows;
    };
    expect(await accepted()).toEqual([{ id: first.id, staff_id: practice.admin.id }]);
    await requests.getByRole('button', { name: 'Undo: Bella, Grace Green' }).click();
    await page.getByText('2 requests to answer').waitFor();
    expect(await accepted()).toEqual([]);
    await who.selectOption(String(practice.admin.id));
    await accept.click();
    await requests.getByRole('button', { name: 'Accepted' }).waitFor();
    await page.goto(`/app/admin/booking/${first.id}`);
    const main = page.getByRole('main');
    await main.getByText('Confirmed', { exact: true }).first().waitFor();
    expect(await main.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0);
  });

  it('accepts a request for the person who was assigned meanwhile', async () => {
    const { practice, page, bella, rex } = await openDesk(screen);
    const request = { is_provisional: true, source: 'portal', service: practice.checkUp } as const;
    const first = await makeBooking(db(), { ...request, animal: bella, booking_date: nextYear() });
    const second = await makeBooking(db(), {
      ...request,
      animal: rex,
      booking_date: nextYear(),
      booking_time: '11:00',
    });
    const accepted = async () => {
      const { rows } = await db().query(
        'select id::int, staff_id::int from bookings where tenant_id = $1 and staff_accepted order by id',
        [practice.tenant.id],
      );
      return rows;
    };
    await page.goto('/app/admin');
    const requests = page.getByRole('region', { name: /Pending Booking Requests/ });
    const who = requests.getByLabel('Staff member for Bella, Grace Green');
    await who.waitFor();
    const assigned = { booking_id: first.id, staff_id: practice.staff.id };
    expect((await api.call('booking_update', assigned, practice.staffKey)).status).toBe(200);
    await expect.poll(() => who.inputValue(), { timeout: 10_000 }).toBe(String(practice.staff.id));
    await requests.getByRole('button', { name: 'Accept Bella, Grace Green' }).click();
    await requests.getByRole('button', { name: 'Accepted' }).waitFor();
    expect(await accepted()).toEqual([{ id: first.id, staff_id: practice.staff.id }]);

    await page.goto(`/app/admin/booking/${second.id}`);
    const own = page.getByRole('region', { name: 'Quick Actions' }).getByLabel('Staff member (optional)');
    await own.waitFor();
    await page.getByRole('button', { name: 'Edit Booking' }).click();
    const edit = page.getByRole('dialog', { name: /Edit/ });
    await edit.getByLabel('Staff', { exact: true }).selectOption(String(practice.admin.id));
    await edit.getByRole('button', { name: /Save/ }).click();
    await edit.waitFor({ state: 'detached' });
    await expect.poll(() => own.inputValue(), { timeout: 10_000 }).toBe(String(practice.admin.id));
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('Request accepted').waitFor();
    expect(await accepted()).toEqual([
      { id: first.id, staff_id: practice.staff.id },
      { id: second.id, staff_id: practice.admin.id },
    ]);
  });

  it('says why a request can’t be accepted that a colleague has rejected', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const request = { is_provisional: true, source: 'portal', service: practice.checkUp } as const;
    const { id } = await makeBooking(db(), { ...request, animal: bella, booking_date: nextYear() });
    await page.goto('/app/admin');
    await page.route('**/api/booking_update', async (route) => {
      await api.call('booking_decline', { booking_id: id }, practice.staffKey);
      await route.continue();
    });
    const requests = page.getByRole('region', { name: /Pending Booking Requests/ });
    await requests.getByRole('button', { name: 'Accept Bella, Grace Green' }).click();
    expectConsole(/409/);
    await requests.getByText('No pending booking requests').waitFor();
    await page.getByText('This request has already been answered.').first().waitFor();
  });

  it('accepts no request again that a colleague has accepted for another person', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const request = { is_provisional: true, source: 'portal', service: practice.checkUp } as const;
    const chosen = async (id: number) =>
      (await api.call('booking', { booking_id: id }, practice.staffKey)).body.staff_id;
    await page.route('**/api/booking_update', async (route) => {
      const { booking_id } = route.request().postDataJSON() as { booking_id: number };
      const acceptance = { is_provisional: '0', status: 'pending', staff_accepted: '1' } as const;
      const theirs = { booking_id, staff_id: practice.staff.id, ...acceptance };
      await api.call('booking_update', theirs, practice.staffKey);
      await route.continue();
    });
    const answered = page.getByText('This request has already been answered.').first();
    const listed = await makeBooking(db(), { ...request, animal: bella, booking_date: nextYear() });
    await page.goto('/app/admin');
    const requests = page.getByRole('region', { name: /Pending Booking Requests/ });
    await requests.getByRole('button', { name: 'Accept Bella, Grace Green' }).click();
    expectConsole(/409/);
    await answered.waitFor();
    await requests.getByText('No pending booking requests').waitFor();
    expect(await chosen(listed.id)).toBe(practice.staff.id);
    const later = { booking_date: nextYear(), booking_time: '11:00' };
    const opened = await makeBooking(db(), { ...request, animal: bella, ...later });
    await page.goto(`/app/admin/booking/${opened.id}`);
    const own = page.getByLabel('Staff member (optional)');
    await own.selectOption(String(practice.admin.id));
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await answered.waitFor();
    await own.waitFor({ state: 'detached' });
    expect(await answered.isVisible()).toBe(true);
    expect(await chosen(opened.id)).toBe(practice.staff.id);
  });

  it('undoes no acceptance once a colleague has confirmed the appointment', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const request = { is_provisional: true, source: 'portal', service: practice.checkUp } as const;
    const { id } = await makeBooking(db(), { ...request, animal: bella, booking_date: nextYear() });
    await page.goto('/app/admin');
    const requests = page.getByRole('region', { name: /Pending Booking Requests/ });
    await requests.getByRole('button', { name: 'Accept Bella, Grace Green' }).click();
    const undo = requests.getByRole('button', { name: 'Undo: Bella, Grace Green' });
    await undo.waitFor();
    const confirmed = { booking_id: id, status: 'confirmed', staff_id: practice.staff.id } as const;
    expect((await api.call('booking_update', confirmed, practice.staffKey)).status).toBe(200);
    await undo.click();
    expectConsole(/409/);
    await page.getByText('Couldn’t undo this: the appointment has changed since.').first().waitFor();
    const { rows } = await db().query(
      'select status, staff_accepted, staff_id::int from bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'confirmed', staff_accepted: true, staff_id: practice.staff.id }]);
  });

  it('tells the client nothing when ‘Back to pending’ is undone', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const booking = await makeBooking(db(), {
      animal: bella,
      service: practice.checkUp,
      status: 'confirmed',
      booking_date: nextYear(),
    });
    const status = async () => {
      const { rows } = await db().query('select status from bookings where id = $1', [booking.id]);
      return rows;
    };
    await page.goto(`/app/admin/booking/${booking.id}`);
    await page.getByRole('button', { name: 'Back to pending' }).click();
    await page.getByText('Back to pending', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone').waitFor();
    expect(await status()).toEqual([{ status: 'confirmed' }]);
    const { rows } = await db().query('select kind from comms where booking_id = $1', [booking.id]);
    expect(rows).toEqual([]);
  });

  it('warns of a full practice and a busy animal, and asks before an upcoming appointment is completed', async () => {
    expectConsole(/Failed to load resource.*409/);
    const { practice, page, bella, rex } = await openDesk(screen);
    const moving = await makeBooking(db(), {
      animal: bella,
      service: practice.checkUp,
      status: 'confirmed',
      booking_date: dayFromNow(2),
    });
    await makeBooking(db(), { animal: rex, booking_date: dayFromNow(2), booking_time: '12:00' });
    await page.goto(`/app/admin/booking/${moving.id}`);
    await page.getByRole('button', { name: 'Edit Booking' }).click();
    const edit = page.getByRole('dialog', { name: /Edit/ });
    await edit.getByLabel(/^Time/).fill('12:15');
    await edit.getByRole('button', { name: /Save/ }).click();
    const warning = edit.getByRole('alert').filter({ hasText: 'The practice is fully booked at that time.' });
    await warning.getByText('Rex (Grace Green)').waitFor();
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Book anyway' }).click();
    await edit.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Mark Complete (Paid)' }).click();
    const ask = page.getByRole('alertdialog', { name: 'Complete this appointment early?' });
    await ask.getByText('This appointment is on').waitFor();
    await expectAccessible(page);
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await ask.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Mark Complete (Paid)' }).click();
    await ask.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Payment Method' }).getByText('Cash').click();
    await page.getByRole('main').getByText('Completed', { exact: true }).first().waitFor();
  });

  it('keeps notes for staff beside those of the client', async () => {
    const { practice, page, bella } = await openDesk(screen);
    const { id } = await makeBooking(db(), { animal: bella, service: practice.checkUp, notes: 'Limping' });
    await page.goto(`/app/admin/booking/${id}`);
    const card = page.getByRole('region', { name: 'Staff Notes' });
    await card.getByText('Visible to staff only').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    await card.getByRole('textbox', { name: 'Staff notes' }).fill('Paid late twice');
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Notes saved').waitFor();
    await expectAccessible(page);
    await page.reload();
    await card.getByText('Paid late twice').waitFor();
    await page.getByRole('region', { name: 'Booking Notes' }).getByText('Limping').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    const theirs = { booking_id: id, staff_notes: 'Pays in cash' };
    expect((await api.call('booking/update_staff_notes', theirs, practice.staffKey)).status).toBe(200);
    await card.getByText('Someone else changed these notes. Saving replaces:').waitFor();
    await card.getByText('Pays in cash').waitFor();
    const notes = card.getByRole('textbox', { name: 'Staff notes' });
    await notes.fill('x'.repeat(5001));
    await card.getByText('Use at most 5000 characters.').waitFor();
    await card.getByRole('button', { name: 'Save' }).click();
    expect((await notes.inputValue()).length).toBe(5001);
    await notes.fill('x'.repeat(5000));
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Notes saved').waitFor();
  });
});
