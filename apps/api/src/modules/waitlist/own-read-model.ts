import type { OwnOffer, OwnWant } from '@burrow/contracts/portal-waitlist';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { ownClientId } from '../../lib/own-client.ts';
import {
  isFreeNow,
  onceMoved,
  readChangeFacts,
  toOfferedTerms,
  type TermsOffered,
} from '../booking-terms/public.ts';
import { depositOfOffer } from '../deposit/public.ts';
import { clientNote, isLiveWant, isOfferPaying, offerHeldUntil } from '../offer/public.ts';
import { wantColumns, wantJoins } from './want-rows.ts';

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// $2 client, $3 now.
const ownWantRows = statement<OwnWant>(
  'own_wants',
  `select ${wantColumns}, ${clientNote} as note, o.offer
   from wants w
   ${wantJoins}
   left join lateral (
     select json_build_object('offer_id', o.id, 'booking_date', o.booking_date,
       'booking_time', to_char(o.booking_time, 'HH24:MI'), 'held_until', ${instant(`(${offerHeldUntil})`)}) as offer
     from offers o left join deposits d on d.tenant_id = o.tenant_id and d.id = o.deposit_id
     where o.tenant_id = w.tenant_id and o.want_id = w.id and o.state = 'open' and ${offerHeldUntil} > $3) o on true
   where w.tenant_id = $1 and w.client_id = $2 and ${isLiveWant}
   order by w.created_at, w.id`,
);

/** What the caller is on the waitlist for, longest first. */
export const ownWants = ({ tx, tenantId, now, session }: Ctx): Promise<OwnWant[]> =>
  tx.rows(ownWantRows, [tenantId, ownClientId({ session }), now]);

interface OfferRow
  extends Omit<OwnOffer, 'price' | 'deposit_amount' | 'terms' | 'moved_terms'>, TermsOffered {
  price_pence: number;
  starts_at: string;
  keep_booking_id: number | null;
  deposit_pence: number | null;
}

// $2 client, $3 offer, $4 now. The terms are those that its deposit has, or would get now.
const ownOfferRow = statement<OfferRow>(
  'own_offer',
  `select o.id as offer_id,
     case when o.state = 'open' and o.deposit_id is null and o.held_until <= $4 then 'lapsed' else o.state end as state,
     a.name as animal_name, sv.name as service, u.name as staff_member, o.booking_date, o.booking_time,
     o.duration_minutes, o.price_pence, ${offerHeldUntil} as held_until, w.keep_booking_id,
     case when k.id is not null then json_build_object('booking_id', k.id, 'booking_date', k.booking_date,
       'booking_time', to_char(k.booking_time, 'HH24:MI')) end as replaces,
     d.amount_pence as deposit_pence, ${isOfferPaying} as paying,
     ${isLiveWant} as waiting, o.booking_id, o.starts_at, coalesce(sv.self_change, t.self_change) as self_change,
     coalesce(d.terms, booking_terms(t.id, sv.id, least(o.price_pence, sv.base_price_pence))) as terms,
     coalesce(d.currency, t.currency) as currency
   from offers o
   join tenants t on t.id = o.tenant_id
   join wants w on w.tenant_id = o.tenant_id and w.id = o.want_id
   join animals a on a.tenant_id = o.tenant_id and a.id = o.animal_id
   join services sv on sv.tenant_id = o.tenant_id and sv.id = o.service_id
   left join users u on u.tenant_id = o.tenant_id and u.id = o.staff_id
   left join bookings k on k.tenant_id = w.tenant_id and k.id = w.keep_booking_id
   left join deposits d on d.tenant_id = o.tenant_id and d.id = o.deposit_id
   where o.tenant_id = $1 and o.client_id = $2 and o.id = $3`,
);

/**
 * An offer to the caller.
 * @throws AppError `not_found`, also for another client's
 */
export async function ownOffer(ctx: Ctx, offerId: number): Promise<OwnOffer> {
  const { tx, tenantId, now } = ctx;
  const row = await tx.row(ownOfferRow, [tenantId, ownClientId(ctx), offerId, now]);
  if (!row) throw new AppError('not_found', { message: 'Offer not found.' });
  const {
    price_pence: price,
    deposit_pence: begun,
    keep_booking_id: keptId,
    starts_at,
    self_change,
    terms,
    currency,
    ...offer
  } = row;
  const deposit = begun ?? (await depositOfOffer(ctx, { keep_booking_id: keptId }));
  const isOpen = offer.state === 'open';
  return {
    ...offer,
    price: moneyFromPence(price),
    deposit_amount: moneyFromPence(deposit),
    terms: isOpen && keptId === null ? toOfferedTerms({ self_change, terms, currency }, deposit) : null,
    moved_terms: isOpen && keptId !== null ? await movedTermsOf(ctx, keptId, new Date(starts_at)) : null,
  };
}

/** What cancelling costs once an offer has moved the appointment, which accepts a request. */
async function movedTermsOf(ctx: Ctx, keptId: number, startsAt: Date): Promise<OwnOffer['moved_terms']> {
  const facts = await readChangeFacts(ctx, keptId);
  if (!facts) return null;
  const { kept_late_pence: kept, ...free } = onceMoved(facts, {
    now: ctx.now,
    startsAt,
    status: 'confirmed',
    is_provisional: false,
  });
  return { ...free, free_before: isFreeNow(facts, ctx.now), kept_late: moneyFromPence(kept) };
}
