import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type {
  PortalAnimal,
  PortalBooking,
  PortalBookingDetail,
  PortalClient,
  PortalTenant,
} from '@burrow/contracts/portal';
import type { WaitlistMode } from '@burrow/contracts/waitlist-limits';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { cursorId, rowsWanted } from '../../lib/paging.ts';
import { subscriptionState } from '../../lib/subscription.ts';
import { closedOn, closuresColumn, holidaysColumn, type ClosingTimes } from '../availability/public.ts';
import { smallLogo } from '../file/public.ts';
import { offeredTerms } from '../booking-terms/public.ts';
import { hasRefundToMake, leftOf, underWayOf } from '../payment/public.ts';
import { listServices } from '../service/public.ts';
import { listSpecies } from '../species/public.ts';

type TenantRow = Omit<
  PortalTenant,
  'tenant_logo' | 'closed_today' | 'deposit_amount' | 'deposit_payable' | 'requests_open' | 'waitlist_open'
> &
  ClosingTimes & {
    waitlist_mode: WaitlistMode;
    deposit_pence: number;
  };

// $2 today on the practice's clock.
const portalPractice = statement<TenantRow>(
  'portal_practice',
  `select t.id as tenant_id, t.tenant_name, t.colour as color, t.address, t.phone, t.email::text as email,
          t.business_hours::text as business_hours, t.business_hours as hours, ${holidaysColumn}, ${closuresColumn('$2::date', '$2::date')}, t.time_zone, t.locale, t.currency, t.week_starts_on,
          t.grace_minutes as grace, t.slot_minutes, t.deposit_pence, t.waitlist_mode,
          case when t.deposit_required then '1' else '0' end as deposit_required
   from tenants t where t.id = $1`,
);

const portalClient = statement<PortalClient>(
  'portal_client',
  `select c.id, c.name, c.email::text as email, c.phone, c.address, c.created_at,
          case when c.likes_sms then '1' else '0' end as likes_sms,
          case when c.likes_email then '1' else '0' end as likes_email,
          case when c.likes_recall then '1' else '0' end as likes_recall
   from clients c where c.tenant_id = $1 and c.id = $2`,
);

type AnimalRow = Omit<PortalAnimal, 'animal_id' | 'name' | 'animal_breed'>;

const animals = `select a.id, a.name as animal_name, a.species_id as type_id, s.name::text as species, a.breed, a.color, a.dob,
          a.allergies, case when a.no_known_allergies then '1' else '0' end as no_known_allergies,
          a.microchip, a.insurer, a.policy, case when a.active then '1' else '0' end as active,
          not a.active and a.archived_reason is not null as archived_by_practice,
          (select f.id from files f where f.tenant_id = a.tenant_id and f.animal_id = a.id
             and f.file_type = 'profile_picture') as picture_file_id
   from animals a
   left join species s on s.tenant_id = a.tenant_id and s.id = a.species_id
   where a.tenant_id = $1 and a.client_id = $2`;

const portalAnimals = statement<AnimalRow>(
  'portal_animals',
  `${animals} order by a.active desc, lower(a.name), a.id`,
);
const portalAnimal = statement<AnimalRow>('portal_animal', `${animals} and a.id = $3`);

type BookingRow = Omit<PortalBooking, 'price'> & { price_pence: number };

interface BookingDetailRow extends BookingRow {
  paid_pence: number;
  deposit_pence: number;
  /** The part of the deposit that was not refunded, and its part that is being refunded. */
  left_pence: number;
  returning_pence: number;
  has_failed: boolean;
}

// $3 now. The practice has accepted a request without confirming it; the client sees it as confirmed.
const bookingsWith = (
  columns: string,
  joins: string,
) => `select b.id, b.booking_date, b.booking_time, b.duration_minutes, b.animal_id, a.name as animal_name,
          a.breed as animal_breed, sp.name::text as species, b.service_id, sv.name as service,
          u.name as staff_member,
          case when b.status = 'pending' and b.staff_accepted and not b.is_provisional then 'confirmed' else b.status end
            as status,
          b.price_pence, b.notes, b.cancelled_by,
          (select k.kind from booking_changes k
           where k.tenant_id = b.tenant_id and k.booking_id = b.id and k.state = 'asked' and b.starts_at > $3) as open_change${columns}
   from bookings b
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
   left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
   left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id
   ${joins}
   where b.tenant_id = $1 and b.client_id = $2`;
const bookings = bookingsWith('', '');
const newestFirst = 'order by b.booking_date desc, b.booking_time desc, b.id desc';

const portalBookings = statement<BookingRow>('portal_bookings', `${bookings} ${newestFirst}`);
// A failed refund is for the practice to resolve, so its amount does not count as kept.
const portalBooking = statement<BookingDetailRow>(
  'portal_booking',
  `${bookingsWith(
    ', b.paid_pence, d.deposit_pence, d.left_pence, d.returning_pence, d.has_failed',
    `cross join lateral (
     select coalesce(sum(p.amount_pence), 0)::integer as deposit_pence,
       coalesce(sum(${leftOf('p')}), 0)::integer as left_pence,
       coalesce(sum(${underWayOf('p')}), 0)::integer as returning_pence,
       coalesce(bool_or(${hasRefundToMake('p')}), false) as has_failed
     from payments p
     where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.kind = 'deposit') d`,
  )} and b.id = $4`,
);
const portalBookingsPage = statement<BookingRow>(
  'portal_bookings_page',
  `${bookings} and ($4::bigint is null or (b.booking_date, b.booking_time, b.id) <
     (select l.booking_date, l.booking_time, l.id from bookings l
      where l.tenant_id = $1 and l.client_id = $2 and l.id = $4))
   ${newestFirst} limit $5`,
);

/** The caller's practice as its portal shows it. */
export async function portalTenant(ctx: Ctx): Promise<PortalTenant> {
  const { tx, tenantId, session, now } = ctx;
  const today = localMoment(now, session.timeZone).date;
  const [row, logo] = await Promise.all([tx.row(portalPractice, [tenantId, today]), smallLogo(tx, tenantId)]);
  if (!row) throw new AppError('not_found');
  const { deposit_pence: depositPence, waitlist_mode: mode, hours, holidays, closures, ...tenant } = row;
  const isOpen = subscriptionState(session, now) !== 'lapsed';
  return {
    ...tenant,
    tenant_logo: logo,
    closed_today: closedOn(today, { hours, holidays, closures }),
    deposit_amount: moneyFromPence(depositPence),
    deposit_payable: ctx.deps.payments.isConfigured,
    requests_open: isOpen,
    waitlist_open: isOpen && mode !== 'off',
  };
}

/** The caller’s own details. */
export async function ownRecord(ctx: Ctx): Promise<PortalClient> {
  const client = await ctx.tx.row(portalClient, [ctx.tenantId, ownClientId(ctx)]);
  if (!client) throw new AppError('not_found', { message: 'Client not found' });
  return client;
}

/** The wire repeats three fields under the names of different screens. */
const toAnimal = (row: AnimalRow): PortalAnimal => ({
  ...row,
  animal_id: row.id,
  name: row.animal_name,
  animal_breed: row.breed,
});

/** The caller's pets by name, active ones first. */
export async function ownAnimals(ctx: Ctx): Promise<PortalAnimal[]> {
  return (await ctx.tx.rows(portalAnimals, [ctx.tenantId, ownClientId(ctx)])).map(toAnimal);
}

/** @throws AppError `not_found`, also for another client's animal */
export async function ownAnimal(ctx: Ctx, animalId: number): Promise<PortalAnimal> {
  const row = await ctx.tx.row(portalAnimal, [ctx.tenantId, ownClientId(ctx), animalId]);
  if (!row) throw new AppError('not_found', { message: 'Animal not found' });
  return toAnimal(row);
}

const toBooking = ({ price_pence: pence, ...row }: BookingRow): PortalBooking => ({
  ...row,
  price: moneyFromPence(pence),
});

/** A refund in progress counts as refunded, as it does for the practice. */
function withMoney({
  paid_pence: paid,
  deposit_pence: deposit,
  left_pence: left,
  returning_pence: returning,
  has_failed: hasFailed,
  ...row
}: BookingDetailRow): PortalBookingDetail {
  const isCancelled = row.status === 'cancelled';
  const due = isCancelled ? 0 : Math.max(0, row.price_pence - paid + returning);
  const kept = isCancelled && !hasFailed ? Math.max(0, left - returning) : 0;
  return {
    ...toBooking(row),
    deposit_paid: moneyFromPence(deposit),
    deposit_refunded: moneyFromPence(deposit - left),
    deposit_returning: moneyFromPence(returning),
    deposit_kept: moneyFromPence(kept),
    balance_due: moneyFromPence(due),
  };
}

/** The caller's appointments, newest first: all of them, or `limit` after the one whose id is `cursor`. */
export async function ownBookings(ctx: Ctx, input: ParsedInputOf<'cp/bookings'>): Promise<PortalBooking[]> {
  const mine = [ctx.tenantId, ownClientId(ctx), ctx.now];
  const rows = rowsWanted(input);
  const found =
    rows === null
      ? await ctx.tx.rows(portalBookings, mine)
      : await ctx.tx.rows(portalBookingsPage, [...mine, cursorId(input.cursor), rows]);
  return found.map(toBooking);
}

/** @throws AppError `not_found`, also for another client's appointment */
export async function ownBooking(ctx: Ctx, bookingId: number): Promise<PortalBookingDetail> {
  const row = await ctx.tx.row(portalBooking, [ctx.tenantId, ownClientId(ctx), ctx.now, bookingId]);
  if (!row) throw new AppError('not_found', { message: 'Appointment not found' });
  return withMoney(row);
}

/** The active species of the practice, by name. */
export async function portalSpecies(ctx: Ctx): Promise<OutputOf<'cp/animal_species'>> {
  return (await listSpecies(ctx)).filter(({ active }) => active === '1');
}

/** The services that can be requested in the portal, in the practice's order. */
export async function portalServices(ctx: Ctx): Promise<OutputOf<'cp/booking_services'>> {
  const [services, terms] = await Promise.all([listServices(ctx, false), offeredTerms(ctx)]);
  return services.flatMap((service) => {
    const offered = terms.get(service.id);
    return service.online === '1' && offered ? [{ ...service, terms: offered }] : [];
  });
}
