import { columns, type Dated, type RowOf, type Written } from '../../db/columns.ts';
import { inserter, type Work } from '../../db/rows.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';

export type OfferState = Schema['offers']['state'];

const newColumns = columns(
  'offers',
  `want_id, client_id, animal_id, service_id, staff_id, resource_ids, booking_date, booking_time, duration_minutes,
   before_minutes, after_minutes, starts_at, price_pence, held_until, freed_time_id, made_by`,
);

export type NewOffer = Written<RowOf<typeof newColumns>>;

const lockedColumns = columns(
  'offers',
  `id, want_id, client_id, animal_id, service_id, staff_id, resource_ids, booking_date, booking_time, duration_minutes,
   before_minutes, after_minutes, starts_at, price_pence, state, held_until, freed_time_id, deposit_id, booking_id`,
);

/** What an offer reads of its want. */
interface OfWant {
  want_state: Schema['wants']['state'];
  keep_booking_id: number | null;
  /** What the client wrote; null for a note of the practice. */
  client_note: string | null;
}

type LockedRow = RowOf<typeof lockedColumns> & OfWant & { payable_until: string | null };

/** An offer and its want, locked against every other change until the transaction ends. */
export interface Offer extends Dated<RowOf<typeof lockedColumns>>, OfWant {
  /** Until when its deposit holds the time; null if no payment is in progress. */
  payable_until: Date | null;
}

const toOffer = (row: LockedRow): Offer => ({
  ...row,
  starts_at: new Date(row.starts_at),
  held_until: new Date(row.held_until),
  payable_until: row.payable_until === null ? null : new Date(row.payable_until),
});

/** Whether a client still waits, by the state of their want: an ended one does not begin again. */
export const isLive = (state: OfWant['want_state']): boolean => state === 'waiting' || state === 'offered';

/** SQL for the same of the want `w`. */
export const isLiveWant = "w.state in ('waiting', 'offered')";

/** SQL for what the client of the want `w` wrote; null for a note of the practice, which is for staff. */
export const clientNote = "case w.source when 'portal' then w.note end";

const payableUntil = "case d.status when 'open' then d.held_until end";

/** SQL for until when the open offer `o` holds its time: as long as its deposit `d` can be paid. */
export const offerHeldUntil = `coalesce(${payableUntil}, o.held_until)`;

/** SQL for whether the deposit `d` of the offer `o` is being paid. */
export const isOfferPaying = "coalesce(o.state = 'open' and d.status = 'open', false)";

const locked = (condition: string): string =>
  `select ${lockedColumns.of('o')}, w.state as want_state, w.keep_booking_id,
     ${clientNote} as client_note,
     ${payableUntil} as payable_until
   from offers o join wants w on w.tenant_id = o.tenant_id and w.id = o.want_id
   left join deposits d on d.tenant_id = o.tenant_id and d.id = o.deposit_id
   where o.tenant_id = $1 and ${condition} order by o.id for update of o, w`;

const lockOfferRow = statement<LockedRow>('lock_offer', locked('o.id = $2'));
const lockOfferOfDepositRow = statement<LockedRow>('lock_offer_of_deposit', locked('o.deposit_id = $2'));
const lockOpenOfferOfWantRow = statement<LockedRow>(
  'lock_open_offer_of_want',
  locked("o.want_id = $2 and o.state = 'open'"),
);
const lockOpenOfferRows = statement<LockedRow>('lock_open_offers', locked("o.state = 'open'"));

/** Locks the diary first, as everything does that changes holds. */
export async function lockOffer({ tx, tenantId }: Work, offerId: number): Promise<Offer | undefined> {
  const row = await tx.row(lockOfferRow, [tenantId, offerId]);
  return row && toOffer(row);
}

/** The offer that led to a deposit. */
export async function lockOfferOfDeposit(
  { tx, tenantId }: Work,
  depositId: number,
): Promise<Offer | undefined> {
  const row = await tx.row(lockOfferOfDepositRow, [tenantId, depositId]);
  return row && toOffer(row);
}

/** The offer of a want that waits for its answer or payment. */
export async function lockOpenOfferOf({ tx, tenantId }: Work, wantId: number): Promise<Offer | undefined> {
  const row = await tx.row(lockOpenOfferOfWantRow, [tenantId, wantId]);
  return row && toOffer(row);
}

export const lockOpenOffers = async ({ tx, tenantId }: Work): Promise<Offer[]> =>
  (await tx.rows(lockOpenOfferRows, [tenantId])).map(toOffer);

const insertOfferRow = inserter(newColumns);

const markOffered = statement(
  'mark_want_offered',
  `update wants set state = 'offered', updated_at = $3 where tenant_id = $1 and id = $2`,
);

/** @returns the id of the new offer, which is open */
export async function insertOffer(work: Work, offer: NewOffer): Promise<number> {
  const id = await insertOfferRow(work, offer);
  await work.tx.rows(markOffered, [work.tenantId, offer.want_id, work.now]);
  return id;
}

// $3 the state, $4 now, $5 when its freed time is offered to the next client; null for never.
const endOfferRow = statement<{ id: number }>(
  'end_offer',
  `with ended as (
     update offers o set state = $3, ended_at = $4, updated_at = $4
     where o.tenant_id = $1 and o.id = $2 and o.state = 'open'
     returning o.id, o.want_id, o.freed_time_id),
   waits as (
     update wants w set state = 'waiting', updated_at = $4 from ended e
     where w.tenant_id = $1 and w.id = e.want_id and w.state = 'offered'),
   next as (
     update freed_times f set due_at = $5 from ended e where f.tenant_id = $1 and f.id = e.freed_time_id)
   select e.id from ended e`,
);

/** Ends an open offer; its want waits again. @returns false if it is not open */
export const endOfferWith = async (
  { tx, tenantId, now }: Work,
  offerId: number,
  state: Exclude<OfferState, 'open' | 'taken'>,
  nextAt: Date | null,
): Promise<boolean> => (await tx.row(endOfferRow, [tenantId, offerId, state, now, nextAt])) !== undefined;

// The rest of a longer time is offered to the next client.
const takeOfferRow = statement(
  'take_offer',
  `with taken as (
     update offers o set state = 'taken', booking_id = $3, ended_at = $4, updated_at = $4
     where o.tenant_id = $1 and o.id = $2
     returning o.want_id, o.freed_time_id),
   rest as (
     update freed_times f set due_at = $4 from taken t where f.tenant_id = $1 and f.id = t.freed_time_id)
   update wants w set state = 'booked', booking_id = $3, updated_at = $4 from taken t
   where w.tenant_id = $1 and w.id = t.want_id`,
);

/** Records the appointment that came of an offer. */
export async function noteTaken(
  { tx, tenantId, now }: Work,
  offerId: number,
  bookingId: number,
): Promise<void> {
  await tx.rows(takeOfferRow, [tenantId, offerId, bookingId, now]);
}

// The trigger has noted the time with the moment of the move. $3 the freed time that led to it.
const countMove = statement(
  'count_move',
  `update freed_times f set moves = 1 + coalesce((
     select l.moves from freed_times l where l.tenant_id = $1 and l.id = $3), 0)
   where f.tenant_id = $1 and f.booking_id = $2 and f.freed_at = $4 and f.cause = 'moved'`,
);

/** Records on a time that a move freed how many moves led to it, one after another. */
export async function noteMove(
  { tx, tenantId, now }: Work,
  bookingId: number,
  freedTimeId: number | null,
): Promise<void> {
  await tx.rows(countMove, [tenantId, bookingId, freedTimeId, now]);
}

const setDepositRow = statement(
  'set_deposit_of_offer',
  'update offers set deposit_id = $3, updated_at = $4 where tenant_id = $1 and id = $2',
);

/** Records the payment that an offer leads to, which holds its time from now on; null if it could not begin. */
export async function setDeposit(
  { tx, tenantId, now }: Work,
  offerId: number,
  depositId: number | null,
): Promise<void> {
  await tx.rows(setDepositRow, [tenantId, offerId, depositId, now]);
}
