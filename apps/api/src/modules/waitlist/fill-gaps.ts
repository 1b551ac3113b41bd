import { addDays, timeOf } from '@burrow/contracts/calendar-day';
import { maxDaysWaiting, maxMovesInARow, maxOffersOfTime } from '@burrow/contracts/waitlist-limits';
import type { Dependencies, WorkContext } from '../../context/context.ts';
import { inPractice } from '../../context/in-practice.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { lockDiary } from '../booking/public.ts';
import { notifyOfFreedTime, tellScreens } from '../notification/public.ts';
import { endOffers, endPastWants } from './end-waiting.ts';
import { daysOfSpan, fitFrom, fitIn, FreeTimes } from './fitting.ts';
import {
  dueFreedTimes,
  finishFreedTime,
  insertOpenedTime,
  maxAtOnce,
  tookLook,
  type FreedTime,
} from './freed-times.ts';
import { makeOffer } from './make-offer.ts';
import { waitlistSettings, type WaitlistSettings } from './settings.ts';
import { clientsWaiting } from './waiting.ts';

const practicesWithWork = statement<{ tenant_id: number }>(
  'practices_with_waitlist_work',
  'select p as tenant_id from practices_with_waitlist_work($1) p order by p',
);

/**
 * Looks at the waitlists that have something to do, over all practices.
 * @throws the error of a practice, after all others are done; it is retried next time
 */
export async function planGaps(deps: Dependencies): Promise<void> {
  const { control } = deps.database;
  const failures: unknown[] = [];
  for (const { tenant_id: tenantId } of await control.rows(practicesWithWork, [deps.clock.now()])) {
    try {
      await fillGaps(deps, { tenantId }, `gaps-${tenantId}`);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Waitlists failed; practices affected: ${failures.length}`);
}

/**
 * Looks at the waitlist of a practice: ends offers that were not answered, and offers times that came free to the next
 * client. Idempotent.
 */
export async function fillGaps(
  deps: Dependencies,
  { tenantId }: { tenantId: number },
  requestId: string,
): Promise<void> {
  // Several short transactions: each blocks the diary.
  for (;;) {
    const isDone = await inPractice(deps, { tenantId, action: 'offer_make', requestId }, lookOnce);
    if (isDone) return;
  }
}

/** @returns whether nothing is left to do */
async function lookOnce(ctx: WorkContext): Promise<boolean> {
  await lockDiary(ctx);
  const ended = (await endOffers(ctx)) + (await endPastWants(ctx));
  const settings = await waitlistSettings(ctx);
  const due = await dueFreedTimes(ctx);
  for (const freed of due) await takeTurn(ctx, settings, freed);
  const opened = due.length < maxAtOnce && (await tookLook(ctx)) ? await offerOpened(ctx, settings) : 0;
  if (ended + due.length + opened > 0) tellScreens(ctx);
  return due.length < maxAtOnce;
}

/** Whether times are offered now. In quiet hours a time stays public: its next client would read of it too late. */
const offersNow = ({ mode, quietUntil, channels }: WaitlistSettings): boolean =>
  mode === 'automatic' && quietUntil === null && channels.length > 0;

/** Offers a freed time to the next client, or tells staff of it. */
async function takeTurn(ctx: WorkContext, settings: WaitlistSettings, freed: FreedTime): Promise<void> {
  if (freed.isLate || freed.offers >= maxOffersOfTime || settings.mode === 'off') {
    return finishFreedTime(ctx, freed.id);
  }
  if (settings.mode === 'staff') return tellStaff(ctx, settings, freed);
  // Before the offer: its end makes the next client's turn.
  await finishFreedTime(ctx, freed.id);
  if (offersNow(settings)) await offerToNext(ctx, settings, freed);
}

async function offerToNext(ctx: WorkContext, settings: WaitlistSettings, freed: FreedTime): Promise<void> {
  const [first, last] = daysOfSpan(freed);
  const moves = freed.moves < maxMovesInARow;
  const free = new FreeTimes(ctx);
  for (const want of await clientsWaiting(ctx, settings, { first, last, moves })) {
    const request = await fitIn(ctx, free, want, freed);
    if (request && (await makeOffer(ctx, want.id, request, { freedTimeId: freed.id, madeBy: null }))) return;
  }
}

/** Notifies staff, who choose, of a freed time that clients wait for. */
async function tellStaff(ctx: WorkContext, settings: WaitlistSettings, freed: FreedTime): Promise<void> {
  const [first, last] = daysOfSpan(freed);
  const free = new FreeTimes(ctx);
  let fits = 0;
  for (const want of await clientsWaiting(ctx, settings, { first, last, moves: true })) {
    if (await fitIn(ctx, free, want, freed)) fits++;
  }
  await finishFreedTime(ctx, freed.id, fits);
  if (fits > 0) await notifyOfFreedTime(ctx, { date: freed.date, time: timeOf(freed.start), waiting: fits });
}

/** Offers what a change of hours, rota, rooms or services opened. @returns how many offers it made */
async function offerOpened(ctx: WorkContext, settings: WaitlistSettings): Promise<number> {
  if (!offersNow(settings)) return 0;
  const today = localMoment(ctx.now, ctx.session.timeZone).date;
  const last = addDays(today, maxDaysWaiting);
  const asked = new Set<number>();
  let free = new FreeTimes(ctx);
  for (const want of await clientsWaiting(ctx, settings, { first: today, last, moves: true })) {
    const request = asked.has(want.client_id) ? null : await fitFrom(ctx, free, want, today);
    if (!request) continue;
    const freedTimeId = await insertOpenedTime(ctx, request);
    if (await makeOffer(ctx, want.id, request, { freedTimeId, madeBy: null })) asked.add(want.client_id);
    // The offer takes a time that the next client must not get.
    free = new FreeTimes(ctx);
  }
  return asked.size;
}
