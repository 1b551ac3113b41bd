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
  resumeFreedTime,
  resumeLook,
  takenLook,
  type FreedTime,
} from './freed-times.ts';
import { makeOffer } from './make-offer.ts';
import { waitlistSettings, type WaitlistSettings } from './settings.ts';
import { clientsWaiting, type Waiting } from './waiting.ts';

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

/** How many wants are compared with free times in a transaction, which blocks the diary meanwhile. */
const maxWants = 25;

/** A freed time by its id, or everything that a change of hours, rota, rooms or services opened. */
type Turn = number | 'opened';

/** How far a look at a waitlist has come, at the end of a transaction of several. */
class LookProgress {
  #left = maxWants;
  #isCut = false;
  readonly #seen: Map<Turn, Set<number>>;
  readonly #counts: Map<Turn, number>;

  /** @param before where the transaction begins; unchanged, so that the transaction can be repeated */
  constructor(before?: LookProgress) {
    const seen = before ? [...before.#seen] : [];
    this.#seen = new Map(seen.map(([turn, ids]) => [turn, new Set(ids)]));
    this.#counts = new Map(before ? before.#counts : []);
  }

  /** Whether wants are left for the next transaction. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Of some wants, those that this turn has not come to, as many as fit into the transaction. */
  *rest(turn: Turn, wants: readonly Waiting[]): Generator<Waiting> {
    const seen = this.#seen.get(turn) ?? new Set();
    this.#seen.set(turn, seen);
    for (const want of wants) {
      if (seen.has(want.id)) continue;
      this.#isCut = this.#left === 0;
      if (this.#isCut) return;
      this.#left -= 1;
      seen.add(want.id);
      yield want;
    }
  }

  /** Counts a want of a turn. */
  count(turn: Turn): void {
    this.#counts.set(turn, (this.#counts.get(turn) ?? 0) + 1);
  }

  /** Ends a turn: its next one begins with the first want. @returns how many were counted */
  finish(turn: Turn): number {
    const counted = this.#counts.get(turn) ?? 0;
    this.#seen.delete(turn);
    this.#counts.delete(turn);
    return counted;
  }
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
  let progress: LookProgress | null = null;
  do {
    const before: LookProgress = progress ?? new LookProgress();
    progress = await inPractice(deps, { tenantId, action: 'offer_make', requestId }, (ctx) =>
      lookOnce(ctx, new LookProgress(before)),
    );
  } while (progress !== null);
}

/** @returns where the next transaction begins; null if nothing is left to do */
async function lookOnce(ctx: WorkContext, progress: LookProgress): Promise<LookProgress | null> {
  await lockDiary(ctx);
  const ended = (await endOffers(ctx)) + (await endPastWants(ctx));
  const settings = await waitlistSettings(ctx);
  const due = await dueFreedTimes(ctx);
  for (const freed of due) {
    if (!progress.isCut) await takeTurn(ctx, settings, freed, progress);
  }
  const isMore = progress.isCut || due.length === maxAtOnce;
  const opened = isMore ? 0 : await lookAtOpened(ctx, settings, progress);
  if (ended + due.length + opened > 0) tellScreens(ctx);
  return isMore || progress.isCut ? progress : null;
}

/** Whether times are offered now. In quiet hours a time stays public: its next client would read of it too late. */
const offersNow = ({ mode, quietUntil, channels }: WaitlistSettings): boolean =>
  mode === 'automatic' && quietUntil === null && channels.length > 0;

/** Offers a freed time to the next client, or tells staff of it. */
async function takeTurn(
  ctx: WorkContext,
  settings: WaitlistSettings,
  freed: FreedTime,
  progress: LookProgress,
): Promise<void> {
  if (freed.isLate || freed.offers >= maxOffersOfTime || settings.mode === 'off') {
    return finishFreedTime(ctx, freed.id);
  }
  if (settings.mode === 'staff') return notifyStaff(ctx, settings, freed, progress);
  // Before the offer: its end makes the next client's turn.
  await finishFreedTime(ctx, freed.id);
  if (offersNow(settings)) await offerToNext(ctx, settings, freed, progress);
}

async function offerToNext(
  ctx: WorkContext,
  settings: WaitlistSettings,
  freed: FreedTime,
  progress: LookProgress,
): Promise<void> {
  const [first, last] = daysOfSpan(freed);
  const moves = freed.moves < maxMovesInARow;
  const free = new FreeTimes(ctx);
  const wants = await clientsWaiting(ctx, settings, { first, last, moves });
  for (const want of progress.rest(freed.id, wants)) {
    const request = await fitIn(ctx, free, want, freed);
    if (request && (await makeOffer(ctx, want.id, request, { freedTimeId: freed.id, madeBy: null }))) {
      progress.finish(freed.id);
      return;
    }
  }
  if (progress.isCut) await resumeFreedTime(ctx, freed.id);
}

/** Notifies staff, who choose, of a freed time that clients wait for. */
async function notifyStaff(
  ctx: WorkContext,
  settings: WaitlistSettings,
  freed: FreedTime,
  progress: LookProgress,
): Promise<void> {
  const [first, last] = daysOfSpan(freed);
  const free = new FreeTimes(ctx);
  const wants = await clientsWaiting(ctx, settings, { first, last, moves: true });
  for (const want of progress.rest(freed.id, wants)) {
    if (await fitIn(ctx, free, want, freed)) progress.count(freed.id);
  }
  if (progress.isCut) return;
  const fits = progress.finish(freed.id);
  await finishFreedTime(ctx, freed.id, fits);
  if (fits > 0) await notifyOfFreedTime(ctx, { date: freed.date, time: timeOf(freed.start), waiting: fits });
}

/** Offers what a change of hours, rota, rooms or services opened. @returns how many offers it made */
async function lookAtOpened(
  ctx: WorkContext,
  settings: WaitlistSettings,
  progress: LookProgress,
): Promise<number> {
  const look = await takenLook(ctx);
  if (look === null || !offersNow(settings)) return 0;
  // Another change since the look began: compare all wants again.
  if (look === 'new') progress.finish('opened');
  const today = localMoment(ctx.now, ctx.session.timeZone).date;
  const last = addDays(today, maxDaysWaiting);
  const asked = new Set<number>();
  let free = new FreeTimes(ctx);
  const wants = await clientsWaiting(ctx, settings, { first: today, last, moves: true });
  for (const want of progress.rest('opened', wants)) {
    const request = asked.has(want.client_id) ? null : await fitFrom(ctx, free, want, today);
    if (!request) continue;
    const freedTimeId = await insertOpenedTime(ctx, request);
    if (await makeOffer(ctx, want.id, request, { freedTimeId, madeBy: null })) asked.add(want.client_id);
    // The offer takes a time that the next client must not get.
    free = new FreeTimes(ctx);
  }
  if (progress.isCut) await resumeLook(ctx);
  return asked.size;
}
