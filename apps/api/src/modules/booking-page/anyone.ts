import type { BookableMonth, BookablePerson } from '@burrow/contracts/booking-page';
import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { PublicContext } from '../../context/context.ts';
import type { TenantTransaction } from '../../db/transaction.ts';
import { moneyFromPence } from '../../lib/money.ts';
import { portalAvailability, portalStaff } from '../availability/public.ts';

/**
 * A month of a practice's days as a visitor sees them who is not signed in: with their free times, and nothing about the
 * others.
 * @throws AppError `not_found` for a service or a person that cannot be requested
 */
export async function monthForAnyone(
  { now }: PublicContext,
  tx: TenantTransaction,
  practice: { tenant_id: number; time_zone: string },
  input: ParsedInputOf<'cp/booking_availability'>,
): Promise<BookableMonth> {
  const anyone = {
    tx,
    now,
    tenantId: practice.tenant_id,
    session: { timeZone: practice.time_zone, clientId: null },
  };
  const {
    bookings: _bookings,
    holidays: _holidays,
    days,
    ...month
  } = await portalAvailability(anyone, input);
  return {
    ...month,
    days: days.map((day) => ({ ...day, times: day.times.filter(({ free }) => free) })),
  };
}

/**
 * The people whom anyone can choose for a service, as far as the page shows them and their prices.
 * @throws AppError `not_found` for a service that cannot be requested
 */
export async function peopleForAnyone(
  tx: TenantTransaction,
  { tenantId, serviceId }: { tenantId: number; serviceId: number },
  shows: { team: boolean; prices: boolean },
): Promise<BookablePerson[]> {
  const people = await portalStaff({ tx, tenantId }, serviceId);
  if (!shows.team) return [];
  return people.map(({ price_pence: pence, ...person }) => ({
    ...person,
    price: shows.prices ? moneyFromPence(pence) : null,
  }));
}
