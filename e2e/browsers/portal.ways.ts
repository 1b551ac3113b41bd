import { describe, expect, it } from 'vitest';
import { makePaidDeposit } from '../../apps/api/src/testing/paid-deposit.ts';
import { defaultPracticeLocale, formatsFor } from '../../apps/web/src/lib/format.ts';
import { makeBooking } from '../../packages/dev/src/factory-bookings.ts';
import type { Columns, TenantRow } from '../../packages/dev/src/factory-rows.ts';
import { makePractice } from '../../packages/dev/src/factories.ts';
import { alwaysOpen, dayFromNow } from '../browser.ts';
import { button, heading, label, link, text, type Tab } from './tab.ts';
import { signedIn, signInByCode } from './sign-in.ts';
import { browsers, useBrowsers } from './use-browsers.ts';

const { api, openTab } = useBrowsers();
const db = () => api.testDatabase.owner;
const { longDay, month } = formatsFor(defaultPracticeLocale);
const [soon, later] = [dayFromNow(2), dayFromNow(3)];

/** A practice that keeps £10 of a deposit when a client cancels, with an appointment of its client. */
async function makeBooked(columns: Columns<TenantRow> = {}) {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Lane Vets',
    business_hours: alwaysOpen,
    self_change: 'direct',
    cancel_free_hours: 240,
    cancel_keep: 'sum',
    cancel_keep_value: 1000,
    move_notice_hours: 0,
    ...columns,
  });
  const { animal, checkUp: service, staff } = practice;
  const booking = await makeBooking(db(), {
    animal,
    service,
    staff,
    booking_date: soon,
    booking_time: '10:00',
    status: 'confirmed',
  });
  await makePaidDeposit(api, practice, { booking, amountPence: 2500 });
  return { ...practice, booking };
}

async function chooseTime(tab: Tab, day: string, time: RegExp): Promise<void> {
  await tab.see(button('Next month'));
  if (!(await tab.sees(text(month(day.slice(0, 7)))))) await tab.click(button('Next month'));
  await tab.click(button(longDay(day)));
  await tab.click(label(time));
}

describe.each(browsers)('%s', (browser) => {
  it('signs in by code, moves the next appointment, and cancels it with the amount shown', async () => {
    const practice = await makeBooked();
    const tab = await openTab(browser);
    await signInByCode(api, tab, practice);
    await tab.click(link(/10:00/));
    await tab.see(heading(`Appointment #${practice.booking.id}`));
    await tab.click(link('Move'));
    await chooseTime(tab, later, /^11:00/);
    await tab.see(text(`${longDay(later)} at 11:00`));
    await tab.click(button('Move appointment'));
    await tab.see(text(/^You moved this appointment from/));
    await tab.click(button('Cancel'));
    await tab.see(heading('Cancel this appointment?'));
    await tab.see(text('£15.00'));
    await tab.see(text('£10.00'));
    await tab.click(button('Cancel appointment'));
    await tab.see(text(/^You cancelled this appointment\./));
    await api.runJobs();
    expect(api.sandbox.stripe.refunds.at(-1)).toMatchObject({ amount: 1500, status: 'succeeded' });
  });

  it('requests an appointment with a date and a time', async () => {
    const practice = await makeBooked();
    const tab = await openTab(browser);
    await signedIn(tab, practice);
    await tab.goto(`/app/cp/booking/create?tenant=${practice.tenant.id}`);
    await tab.choose('Service Required', 'Consultation');
    await chooseTime(tab, later, /^12:00/);
    await tab.type('Additional Notes', 'Limps a little');
    await tab.click(button('Request Appointment'));
    await tab.see(heading('Appointment Request Submitted!'));
    const { rows } = await db().query(
      `select booking_date::text as day, booking_time::text as time, notes from bookings
       where tenant_id = $1 order by id desc limit 1`,
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ day: later, time: '12:00:00', notes: 'Limps a little' }]);
  });
});
