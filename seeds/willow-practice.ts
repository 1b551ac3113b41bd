import { weekdayKeyOf } from '../packages/contracts/src/weekdays.ts';
import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { instantOf } from '../apps/api/src/lib/clock.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import { makeTenant, makeUser, makeAccount } from '../packages/dev/src/factory-people.ts';
import { starterTemplates } from '../apps/api/src/modules/reply-template/service.ts';
import { holidayOn } from '../apps/api/src/modules/availability/availability.ts';
import type {
  AccountRow,
  BookingFieldRow,
  HolidayRow,
  ServiceRow,
  SpeciesRow,
  TenantRow,
} from '../packages/dev/src/factory-rows.ts';
import { speciesNames } from './willow-animals.ts';
import { bookingFields, colleagues, offers, willowHours, type Colleague } from './willow-offer.ts';
import { depositPence } from './willow-money.ts';
import { daysBack } from './willow-story.ts';

/** Willow Vets before its first client: the practice, its people and its services. */
export interface WillowPractice {
  tenant: TenantRow;
  /** Accounts by email. */
  accounts: ReadonlyMap<string, AccountRow>;
  staffIds: ReadonlyMap<Colleague, number>;
  species: SpeciesRow[];
  services: ServiceRow[];
  fields: BookingFieldRow[];
  holidays: HolidayRow[];
}

/** Builds Willow Vets, practice 1. Everyone's password is `password`. */
export async function insertWillowPractice(
  db: OwnerDb,
  today: string,
  password: string,
  bcryptCost: number,
): Promise<WillowPractice> {
  const openedOn = `${addDays(today, -1500)}T09:00:00Z`;
  const tenant = await insertTenant(db, today);
  const accounts = new Map<string, AccountRow>();
  const staffIds = new Map<Colleague, number>();
  for (const colleague of colleagues) {
    const { email, name, role, colour, takesBookings } = colleague;
    const account = await makeAccount(db, { email, name, password, bcryptCost, created_at: openedOn });
    const user = await makeUser(db, {
      tenant,
      account,
      role,
      colour,
      takes_bookings: takesBookings,
      created_at: openedOn,
    });
    accounts.set(email, account);
    staffIds.set(colleague, user.id);
  }
  const tenant_id = tenant.id;
  await insertRows(
    db,
    'reply_templates',
    starterTemplates.vet
      .slice(0, 5)
      .map((template) => ({ tenant_id, ...template, created_at: openedOn, updated_at: openedOn })),
  );
  return {
    tenant,
    accounts,
    staffIds,
    species: await insertRows(
      db,
      'species',
      speciesNames.map((name) => ({ tenant_id, name })),
    ),
    services: await insertRows(
      db,
      'services',
      offers.map(({ duty: _duty, share: _share, ...offer }, index) => ({
        tenant_id,
        ...offer,
        display_order: index + 1,
      })),
    ),
    fields: await insertRows(
      db,
      'booking_fields',
      bookingFields.map((field, index) => ({ tenant_id, ...field, display_order: index + 1 })),
    ),
    holidays: await insertRows(db, 'holidays', holidaysFor(tenant_id, today)),
  };
}

function insertTenant(db: OwnerDb, today: string): Promise<TenantRow> {
  const openedAt = `${addDays(today, -daysBack - 10)}T09:00:00Z`;
  return makeTenant(db, {
    id: 1,
    tenant_name: 'Willow Vets',
    contact_name: 'Hannah Whitlock',
    subdomain: 'willow',
    email: 'hello@willow.demo',
    phone: '01632960144',
    address: '8 Tannery Yard, Ludlow, SY8 1KM',
    colour: '#235e4e',
    business_type: 'Veterinary',
    business_hours: willowHours,
    grace_minutes: 10,
    slot_minutes: 60,
    parallel_places: 3,
    waitlist_mode: 'automatic',
    deposit_required: true,
    deposit_pence: depositPence,
    self_change: 'direct',
    cancel_keep: 'sum',
    cancel_keep_value: depositPence,
    no_show_keep: 'sum',
    no_show_keep_value: depositPence,
    // The check digits are deliberately wrong, so that no real number is used.
    vat_number: 'GB 418 2750 63',
    vat_basis_points: 2000,
    fts_complete: true,
    booking_page: true,
    booking_page_published_at: openedAt,
    trial_ends_at: instantOf({ date: addDays(today, 21), time: '23:00' }, 'Europe/London'),
    created_at: openedAt,
  });
}

/**
 * Annual holidays, and a training day on the first Wednesday after the next twelve days; none today, because the demo shows a
 * working day.
 */
function holidaysFor(
  tenant_id: number,
  today: string,
): Omit<HolidayRow, 'id' | 'created_at' | 'updated_at'>[] {
  const year = Number(today.slice(0, 4));
  let training = addDays(today, 13);
  while (weekdayKeyOf(training) !== 'wed') training = addDays(training, 1);
  const all = [
    {
      tenant_id,
      name: 'Christmas',
      start_date: `${year - 1}-12-25`,
      end_date: `${year - 1}-12-26`,
      is_recurring: true,
    },
    {
      tenant_id,
      name: 'New Year’s Day',
      start_date: `${year}-01-01`,
      end_date: `${year}-01-01`,
      is_recurring: true,
    },
    { tenant_id, name: 'Team training day', start_date: training, end_date: training, is_recurring: false },
  ];
  return all.filter((holiday) => !holidayOn(today, [holiday]));
}
