import type { ParsedInputOf } from '@burrow/contracts/actions';
import { addDays } from '@burrow/contracts/calendar-day';
import { maxDaysWaiting, maxLiveWants, usualLastDay } from '@burrow/contracts/waitlist-limits';
import { weekdays } from '@burrow/contracts/weekdays';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { textablePhone } from '../../lib/phone-number.ts';
import { bookingReferences, lockDiary, missing } from '../booking/public.ts';
import { endPaymentOf } from '../deposit/public.ts';
import { channelsOf, reachableWithOffer, waysInUse } from '../message/public.ts';
import { isLive, lockOpenOfferOf } from '../offer/public.ts';
import {
  canClientWant,
  countLiveWants,
  findKept,
  insertWant,
  lockWant,
  updateWant,
  type Want,
} from './want-repository.ts';

type NewInput = Omit<ParsedInputOf<'cp/want_create'>, 'return_url'>;
type ChangeInput = ParsedInputOf<'want_update'>;
type Span = Pick<Want, 'from_date' | 'until_date' | 'from_time' | 'until_time'>;

const practiceWaitlist = statement<{ off: boolean }>(
  'is_waitlist_off',
  "select t.waitlist_mode = 'off' as off from tenants t where t.id = $1",
);

/**
 * Adds a client to the waitlist for the desk.
 * @throws AppError `not_found`, `client_archived`, `animal_inactive`, `too_many_wants`, `invalid_input`
 */
export async function createWant(ctx: Ctx, input: ParsedInputOf<'want_create'>): Promise<number> {
  await bookingReferences(ctx, { ...input, staff_id: input.staff_id ?? null });
  return addWant(ctx, input.client_id, input, 'staff');
}

/**
 * Puts the calling pet owner on the waitlist.
 * @throws AppError `not_found`, `waitlist_off`, `no_channel`, `too_many_wants`, `invalid_input`
 */
export async function createOwnWant(ctx: Ctx, input: ParsedInputOf<'cp/want_create'>): Promise<number> {
  const clientId = ownClientId(ctx);
  if ((await ctx.tx.row(practiceWaitlist, [ctx.tenantId]))?.off !== false) throw new AppError('waitlist_off');
  const found = await canClientWant(ctx, { ...input, client_id: clientId, staff_id: input.staff_id ?? null });
  if (!found?.animal_ok) throw missing('animal_id', 'Pet not found.');
  if (!found.service_ok) throw missing('service_id', 'This service isn’t available. Choose another.');
  if (!found.staff_ok) throw missing('staff_id', 'This person isn’t available. Choose another.');
  await refuseUnreachable(ctx, clientId);
  return addWant(ctx, clientId, input, 'portal');
}

// $3 pattern of numbers that get texts, $4 ways, $5 their channels. A practice that has turned the message off calls.
const clientReach = statement<{ reachable: boolean }>(
  'can_client_get_offers',
  `select ${reachableWithOffer('$3', '$4::text[]')}
     or (select count(*) = cardinality($5::text[]) from message_templates m
         where m.tenant_id = $1 and m.kind = 'waitlist_offer' and m.channel = any($5::text[]) and not m.enabled) as reachable
   from clients c where c.tenant_id = $1 and c.id = $2`,
);

/** An offer reaches a client by its message only. @throws AppError `no_channel` */
async function refuseUnreachable(ctx: Ctx, clientId: number): Promise<void> {
  const ways = waysInUse(ctx.deps);
  if (ways.length === 0) return;
  const pattern = textablePhone(ctx.session.locale);
  const found = await ctx.tx.row(clientReach, [ctx.tenantId, clientId, pattern, ways, channelsOf(ways)]);
  if (found?.reachable === true) return;
  throw new AppError('no_channel', {
    message:
      'We can’t send you offers by text or email at the moment. Please check your contact details in My Profile, or call us.',
  });
}

async function addWant(ctx: Ctx, clientId: number, input: NewInput, source: Want['source']): Promise<number> {
  if ((await countLiveWants(ctx, clientId)) >= maxLiveWants) throw new AppError('too_many_wants');
  const keptDate = await dayOfKept(ctx, clientId, input);
  const today = todayIn(ctx);
  const span: Span = {
    from_date: input.from_date ?? today,
    until_date: input.until_date ?? usualLastDay(today, input.from_date ?? today, keptDate),
    from_time: input.from_time ?? null,
    until_time: input.until_time ?? null,
  };
  checkSpan(span, today);
  return insertWant(ctx, {
    ...span,
    client_id: clientId,
    animal_id: input.animal_id,
    service_id: input.service_id,
    staff_id: input.staff_id ?? null,
    keep_booking_id: input.booking_id ?? null,
    weekdays: input.weekdays ?? [...weekdays],
    note: input.note ?? null,
    source,
  });
}

/** The day of the appointment that an earlier time would replace; null for a new appointment. */
async function dayOfKept(ctx: Ctx, clientId: number, input: NewInput): Promise<string | null> {
  const { booking_id: bookingId, animal_id: animalId, service_id: serviceId } = input;
  if (bookingId === undefined) return null;
  const kept = await findKept(ctx, { bookingId, clientId, animalId });
  if (!kept || (kept.service_id !== null && kept.service_id !== serviceId)) {
    throw missing('booking_id', 'This appointment can’t be moved. Choose another.');
  }
  return kept.booking_date;
}

/** @throws AppError `invalid_input` */
function checkSpan(span: Span, today: string): void {
  if (span.until_date < span.from_date) {
    throw invalidField('until_date', 'The last day must not be before the first.');
  }
  if (span.until_date < today) throw invalidField('until_date', 'Choose a day that isn’t past.');
  if (span.until_date > addDays(today, maxDaysWaiting)) {
    throw invalidField('until_date', `Choose a day within ${maxDaysWaiting} days.`);
  }
  if (span.from_time !== null && span.until_time !== null && span.until_time < span.from_time) {
    throw invalidField('until_time', 'The latest time must not be before the earliest.');
  }
}

/**
 * Changes what a client waits for. An open offer stays.
 * @param clientId only of this client; null for any
 * @throws AppError `not_found`, `want_ended`, `invalid_input`
 */
export async function changeWant(ctx: Ctx, input: ChangeInput, clientId: number | null): Promise<void> {
  const want = await lockedWant(ctx, input.want_id, clientId);
  if (!isLive(want.state)) throw new AppError('want_ended');
  const staffId = input.staff_id === undefined ? want.staff_id : input.staff_id;
  if (staffId !== null && staffId !== want.staff_id) await checkStaff(ctx, want, staffId, clientId);
  const span: Span = {
    from_date: input.from_date ?? want.from_date,
    until_date: input.until_date ?? want.until_date,
    from_time: input.from_time === undefined ? want.from_time : input.from_time,
    until_time: input.until_time === undefined ? want.until_time : input.until_time,
  };
  checkSpan(span, todayIn(ctx));
  await updateWant(ctx, want.id, {
    ...span,
    staff_id: staffId,
    weekdays: input.weekdays ?? want.weekdays,
    note: input.note === undefined ? want.note : input.note,
  });
}

async function checkStaff(ctx: Ctx, want: Want, staffId: number, clientId: number | null): Promise<void> {
  const found = await canClientWant(ctx, { ...want, staff_id: staffId });
  if (found?.staff_ok) return;
  const message = clientId === null ? 'Staff member not found.' : 'This person isn’t available.';
  throw missing('staff_id', `${message} Choose another.`);
}

/**
 * Takes a client off the waitlist, which withdraws an open offer and ends its payment. One that has ended stays as it is.
 * @param clientId only of this client; null for any
 * @returns the checkout of the offer's deposit, to be ended at the provider
 * @throws AppError `not_found`
 */
export async function endWant(ctx: Ctx, wantId: number, clientId: number | null): Promise<string | null> {
  // The diary first: always in this order.
  await lockDiary(ctx);
  const want = await lockedWant(ctx, wantId, clientId);
  if (!isLive(want.state)) return null;
  const offer = await lockOpenOfferOf(ctx, want.id);
  const reference = offer ? await endPaymentOf(ctx, offer) : null;
  await updateWant(ctx, want.id, { state: 'ended' });
  return reference;
}

/** @throws AppError `not_found` */
export async function lockedWant(ctx: Ctx, wantId: number, clientId: number | null): Promise<Want> {
  const want = await lockWant(ctx, wantId, clientId);
  if (!want) throw new AppError('not_found', { message: 'Waitlist entry not found.' });
  return want;
}

const todayIn = ({ now, session }: Ctx): string => localMoment(now, session.timeZone).date;
