import { addDays } from '@burrow/contracts/calendar-day';
import type { BookablePractice, BookableService } from '@burrow/contracts/booking-page';
import type { PortalPractice, PublicContext } from '../../context/context.ts';
import type { Schema } from '../../db/schema.ts';
import { statement } from '../../db/statement.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { localMoment } from '../../lib/clock.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { signsInWithBritishMobile } from '../../lib/phone-number.ts';
import { standingOf, subscriptionState } from '../../lib/subscription.ts';
import { closedOn, closuresColumn, holidaysColumn, type ClosingTimes } from '../availability/public.ts';
import { offeredTerms } from '../booking-terms/public.ts';

/** For how many days the page lists holidays and closures. */
const holidayDays = 90;

/** A row of a service; prices in pence. */
interface ServiceRow extends Omit<BookableService, 'price' | 'price_varies' | 'duration_varies' | 'terms'> {
  prices: number[];
  durations: number[];
}

type TenantColumns = Pick<
  Schema['tenants'],
  | 'address'
  | 'phone'
  | 'business_type'
  | 'currency'
  | 'week_starts_on'
  | 'deposit_pence'
  | 'booking_page'
  | 'booking_page_prices'
  | 'booking_page_team'
  | 'booking_page_published_at'
  | 'subdomain'
  | 'custom_host'
  | 'widget_sites'
  | 'trial_ends_at'
  | 'subscription_status'
  | 'subscription_ends_at'
>;

interface PageRow extends TenantColumns, ClosingTimes {
  business_hours: string;
  deposit_required: '1' | '0';
  logo: number | null;
  services: ServiceRow[];
  team: BookablePractice['team'];
  species: BookablePractice['species'];
}

// Prices and durations of a service are those of the people who provide it, or else its own.
// $2 today on the practice's clock.
const bookingPage = statement<PageRow>(
  'booking_page',
  `select t.address, t.phone, t.business_type, t.currency, t.week_starts_on, t.deposit_pence, t.booking_page, t.booking_page_prices, t.booking_page_team,
     t.booking_page_published_at, t.subdomain::text as subdomain, t.custom_host::text as custom_host, t.widget_sites, t.trial_ends_at, t.subscription_status,
     t.subscription_ends_at, t.business_hours::text as business_hours, t.business_hours as hours,
     case when t.deposit_required then '1' else '0' end as deposit_required,
     ${holidaysColumn}, ${closuresColumn('$2::date', `$2::date + ${holidayDays}`)},
     (select f.id from files f where f.tenant_id = t.id and f.file_type = 'logo' limit 1) as logo,
     coalesce((
       select json_agg(json_build_object('id', s.id, 'name', s.name, 'description', s.description,
           'duration_minutes', s.duration_minutes,
           'prices', case when w.prices is null then json_build_array(s.base_price_pence) else w.prices end,
           'durations', case when w.durations is null then json_build_array(s.duration_minutes) else w.durations end)
         order by s.display_order, s.name, s.id)
       from services s
       left join lateral (
         select json_agg(coalesce(p.price_pence, s.base_price_pence)) as prices,
           json_agg(coalesce(p.duration_minutes, s.duration_minutes)) as durations
         from service_staff p
         join users u on u.tenant_id = p.tenant_id and u.id = p.user_id
         where p.tenant_id = s.tenant_id and p.service_id = s.id and u.takes_bookings and u.disabled_at is null) w on true
       where s.tenant_id = t.id and s.online and s.retired_at is null), '[]') as services,
     case when t.booking_page_team then coalesce((
       select json_agg(json_build_object('name', u.name) order by u.name, u.id) from users u
       where u.tenant_id = t.id and u.takes_bookings and u.disabled_at is null), '[]') else '[]' end as team,
     coalesce((
       select json_agg(json_build_object('id', a.id, 'name', a.name) order by lower(a.name::text), a.id) from species a
       where a.tenant_id = t.id and a.active), '[]') as species
   from tenants t where t.id = $1`,
);

/** A practice's page: what it shows, and the settings that its answer depends on. */
export interface BookingPageState {
  shown: BookablePractice;
  settings: Pick<
    PageRow,
    | 'booking_page'
    | 'subdomain'
    | 'custom_host'
    | 'widget_sites'
    | 'booking_page_team'
    | 'booking_page_prices'
  >;
}

/** What a page that is off shows to a visitor who returns from paying: how to reach the practice, and nothing to request. */
const nothingToRequest: Partial<BookablePractice> = {
  requests_open: false,
  services: [],
  species: [],
  team: [],
  // The logo is not sent either.
  logo_url: null,
};

/**
 * The state of a practice's page; instead of a page that is off, whether it was shown before.
 * @param isPaidReturn the visitor returns from paying: a page that is off tells them the outcome, and offers nothing
 */
export async function readBookingPage(
  { deps, now }: PublicContext,
  tx: TenantTransaction,
  practice: PortalPractice,
  isPaidReturn = false,
): Promise<BookingPageState | { wasShown: boolean }> {
  const today = localMoment(now, practice.time_zone).date;
  const row = await tx.row(bookingPage, [practice.tenant_id, today]);
  if (!row || !(row.booking_page || isPaidReturn)) {
    return { wasShown: row?.booking_page_published_at != null };
  }
  const { tenant_id, tenant_name, colour, time_zone, locale } = practice;
  const terms = await offeredTerms({ tx, tenantId: tenant_id, deps });
  return {
    settings: row,
    shown: {
      tenant_id,
      tenant_name,
      time_zone,
      locale,
      today,
      address: row.address,
      phone: row.phone,
      business_hours: row.business_hours,
      currency: row.currency,
      week_starts_on: row.week_starts_on,
      deposit_required: row.deposit_required,
      team: row.team,
      species: row.species,
      color: colour,
      logo_url: row.logo === null ? null : `/book/-/logo/${tenant_id}?v=${row.logo}`,
      is_veterinary: /^vet/i.test(row.business_type ?? ''),
      holidays: closedDays(row, today),
      uk_mobile: signsInWithBritishMobile(locale),
      deposit_amount: moneyFromPence(row.deposit_pence),
      deposit_payable: deps.payments.isConfigured,
      requests_open: subscriptionState(standingOf(row), now) !== 'lapsed',
      services: row.services.flatMap((service) => {
        const offered = terms.get(service.id);
        return offered ? [{ ...shownService(service, row.booking_page_prices), terms: offered }] : [];
      }),
      ...(row.booking_page ? {} : nothingToRequest),
    },
  };
}

function shownService(
  { prices, durations, ...service }: ServiceRow,
  showsPrices: boolean,
): Omit<BookableService, 'terms'> {
  const varies = (values: readonly number[]): boolean => new Set(values).size > 1;
  return {
    ...service,
    price: showsPrices ? moneyFromPence(Math.min(...prices)) : null,
    price_varies: showsPrices && varies(prices),
    duration_minutes: Math.min(...durations),
    duration_varies: varies(durations),
  };
}

/** The holidays and closures of the next weeks, each as the days that it lasts from today on. */
function closedDays(times: ClosingTimes, today: string): BookablePractice['holidays'] {
  const found: BookablePractice['holidays'] = [];
  for (let day = today; day < addDays(today, holidayDays); day = addDays(day, 1)) {
    const closed = closedOn(day, times);
    const last = found.at(-1);
    if (closed === null) continue;
    const name = closed.holiday ?? 'Closed';
    if (last?.name === name && addDays(last.end_date, 1) === day) last.end_date = day;
    else found.push({ name, start_date: day, end_date: day });
  }
  return found;
}

interface Choice {
  booking_page: boolean;
  booking_page_team: boolean;
  booking_page_prices: boolean;
}

const bookingPageChoices = statement<Choice>(
  'booking_page_choices',
  'select t.booking_page, t.booking_page_team, t.booking_page_prices from tenants t where t.id = $1',
);

/** The practice has no booking page, or it is off. */
export const pageNotShown = (): AppError => new AppError('not_found', { message: 'Practice not found.' });

/**
 * Opens a practice whose page is shown, with what it has chosen to show.
 * @throws AppError `not_found` if the page is off
 */
export const inShownPractice = <T>(
  ctx: PublicContext,
  tenantId: number,
  work: (tx: TenantTransaction, choices: Choice, practice: PortalPractice) => Promise<T>,
): Promise<T> =>
  ctx.inPractice(tenantId, async (tx, practice) => {
    const choices = await tx.row(bookingPageChoices, [tenantId]);
    if (!choices?.booking_page) throw pageNotShown();
    return work(tx, choices, practice);
  });
