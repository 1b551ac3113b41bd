import type { SelfChange } from '@burrow/contracts/booking-terms';
import type { WorkContext } from '../../context/context.ts';
import { columns, type RowOf } from '../../db/columns.ts';
import { statement } from '../../db/statement.ts';
import { currencyOf, heldOf, keptOfCancelled, leftOf } from '../payment/public.ts';
import { freeUntil, keptLate, keptOf, termsAfterMove, type Canceller, type MoveLimits } from './terms.ts';

const keptColumns = columns(
  'bookings',
  'starts_at, price_pence, status, is_provisional, stage, moves, terms',
);

/** What an appointment keeps of its deposit depends on these. */
export interface KeptFacts extends RowOf<typeof keptColumns> {
  /** The part of the deposit paid by card that can still be refunded. */
  held_pence: number;
  /** Of that deposit. */
  currency: string;
  /** When its client asked to cancel it at its present time, if that waits for an answer or was not answered in time. */
  asked_to_cancel_at: string | null;
}

/** The columns of {@link KeptFacts}, of the appointments `b`; $1 is the practice. */
export const keptFacts = `${keptColumns.of('b')}, ${heldOf('b.id')} as held_pence,
     ${currencyOf('b.id')} as currency,
     (select min(c.asked_at) from booking_changes c
      where c.tenant_id = b.tenant_id and c.booking_id = b.id and c.kind = 'cancel'
        and (c.state = 'asked' or c.state = 'lapsed' and c.answered_at >= b.starts_at)
        and c.from_date = b.booking_date and c.from_time = b.booking_time) as asked_to_cancel_at`;

const factColumns = columns(
  'bookings',
  `id, client_id, animal_id, service_id, staff_id, booking_date, booking_time, duration_minutes, before_minutes,
   after_minutes`,
);

/** A client's request to move or cancel that waits for an answer. */
export interface AskedChange {
  id: number;
  kind: 'move' | 'cancel';
  asked_at: string;
  to_date: string | null;
  /** HH:MM */
  to_time: string | null;
  to_staff_id: number | null;
  to_staff_member: string | null;
}

/** The facts that determine the terms for moving or cancelling an appointment. */
export interface ChangeFacts extends RowOf<typeof factColumns>, KeptFacts {
  /** The rooms and equipment it uses. */
  resource_ids: number[];
  mode: SelfChange;
  /** The current terms for an appointment that was booked before terms existed. */
  present_limits: MoveLimits;
  /** What is kept of the deposit of a cancelled appointment. */
  kept_pence: number;
  /** Payments at the desk, without voided ones. */
  desk_pence: number;
  open_change: AskedChange | null;
}

const changeFacts = statement<ChangeFacts>(
  'change_facts',
  `select ${factColumns.of('b')}, ${keptFacts}, array(select p.resource_id from booking_parts p
       where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null) as resource_ids,
     coalesce(s.self_change, t.self_change) as mode,
     booking_terms(b.tenant_id, b.service_id, b.price_pence) as present_limits,
     ${keptOfCancelled('b')} as kept_pence, desk.desk_pence,
     (select json_build_object('id', c.id, 'kind', c.kind, 'asked_at', c.asked_at, 'to_date', c.to_date,
         'to_time', to_char(c.to_time, 'HH24:MI'), 'to_staff_id', c.to_staff_id, 'to_staff_member', u.name)
      from booking_changes c left join users u on u.tenant_id = c.tenant_id and u.id = c.to_staff_id
      where c.tenant_id = b.tenant_id and c.booking_id = b.id and c.state = 'asked') as open_change
   from bookings b
   join tenants t on t.id = b.tenant_id
   left join services s on s.tenant_id = b.tenant_id and s.id = b.service_id
   cross join lateral (
     select coalesce(sum(${leftOf('p')}), 0)::integer as desk_pence from payments p
     where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.kind in ('payment', 'deposit') and p.provider is null) desk
   where b.tenant_id = $1 and b.id = $2`,
);

/** The facts about an appointment as they are now; final if the caller has locked it. Undefined for an unknown one. */
export const readChangeFacts = (
  { tx, tenantId }: Pick<WorkContext, 'tx' | 'tenantId'>,
  bookingId: number,
): Promise<ChangeFacts | undefined> => tx.row(changeFacts, [tenantId, bookingId]);

/** How often, and until when, a client may move it. */
export const moveLimitsOf = ({ terms, present_limits: present }: ChangeFacts): MoveLimits => terms ?? present;

/**
 * What the practice keeps of the deposit if the appointment is cancelled now. If its client has asked to cancel it, this is
 * at most what a cancellation at that moment keeps, also if they don't attend: a practice gains nothing by not answering.
 */
export function keptNow(facts: KeptFacts, by: Canceller, now: Date): number {
  const { held_pence: held, asked_to_cancel_at: asked } = facts;
  const kept = keptOf(facts, held, { by, at: now });
  return asked === null ? kept : Math.min(kept, keptOf(facts, held, { by: 'client', at: new Date(asked) }));
}

/** Whether its client can cancel it free of charge now, or could when they asked to. */
export function isFreeNow(facts: KeptFacts, now: Date): boolean {
  const until = freeUntil(facts);
  const { asked_to_cancel_at: asked } = facts;
  return until === null || (asked === null ? now : new Date(asked)) < until;
}

/**
 * What cancelling an appointment costs its client after a move that they make now.
 * @param accepted the columns that the move changes beside its time
 */
export function onceMoved(
  facts: KeptFacts,
  {
    now,
    startsAt,
    ...accepted
  }: { now: Date; startsAt: Date } & Partial<Pick<KeptFacts, 'status' | 'is_provisional'>>,
): { free_until: string | null; is_free: boolean; kept_late_pence: number } {
  const moved = {
    ...facts,
    ...accepted,
    starts_at: startsAt.toISOString(),
    terms: termsAfterMove(facts, { by: 'client', at: now, startsAt }),
    asked_to_cancel_at: null,
  };
  return {
    free_until: freeUntil(moved)?.toISOString() ?? null,
    is_free: isFreeNow(moved, now),
    kept_late_pence: keptLate(moved, facts.held_pence),
  };
}
