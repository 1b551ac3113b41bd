import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { SelectOption } from '../../ui/select.tsx';
import { anyone, type AppointmentValues } from './booking-form.ts';

const roleLabels: Record<StaffMember['role'], string> = { staff: 'Staff', admin: 'Admin' };

interface Current {
  id: number | null;
  name: string | null;
}

/** Adds the appointment's current value when it is no longer offered, so that an edit does not lose it. */
function withCurrent(options: SelectOption[], current: Current | undefined): SelectOption[] {
  if (!current || current.id === null) return options;
  const value = String(current.id);
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: `${current.name ?? `No. ${value}`} (no longer offered)` }];
}

export const serviceOptions = (services: readonly ServiceRecord[], current?: Current): SelectOption[] =>
  withCurrent(
    services.map(({ id, name }) => ({ value: String(id), label: name })),
    current,
  );

/** The staff to choose from, with their roles. */
export const staffOptions = (staff: readonly StaffMember[], current?: Current): SelectOption[] =>
  withCurrent(
    staff.map(({ id, name, role }) => ({ value: String(id), label: `${name} (${roleLabels[role]})` })),
    current,
  );

/** The staff to choose from for a request, those who are free at its time first. */
export const acceptingStaffOptions = (
  staff: readonly StaffMember[],
  freeIds: readonly number[],
  current: Current,
): SelectOption[] =>
  withCurrent(
    staff
      .map(({ id, name }) => ({ value: String(id), label: name, isFree: freeIds.includes(id) }))
      .toSorted((a, b) => Number(b.isFree) - Number(a.isFree))
      .map(({ value, label, isFree }) => ({
        value,
        label: isFree ? `${label} – free` : `${label} – not available`,
      })),
    current,
  );

/** The rooms and equipment to choose from, without those that an appointment uses in addition to its room. */
export const resourceOptions = (
  resources: readonly { id: number; name: string }[],
  current?: Current,
  others: readonly { id: number }[] = [],
): SelectOption[] =>
  withCurrent(
    resources
      .filter(({ id }) => others.every((other) => other.id !== id))
      .map(({ id, name }) => ({ value: String(id), label: name })),
    current,
  );

/** The duration and price of a service as a person provides it; null for a service that is not offered. */
export function filledBy(
  services: readonly ServiceRecord[],
  serviceId: string,
  staffId: string,
): { duration_minutes: string; price: string } | null {
  const service = services.find(({ id }) => String(id) === serviceId);
  if (!service) return null;
  const own = service.staff.find(({ user_id: id }) => String(id) === staffId);
  return {
    duration_minutes: String(own?.duration_minutes ?? service.duration_minutes),
    price: own?.price ?? service.base_price,
  };
}

/** Whether the price is that of the person who will be assigned: anyone was chosen, and no other price is entered. */
export function isPriceOfPerson(
  services: readonly ServiceRecord[],
  {
    service_id: serviceId,
    staff_id: staffId,
    price,
  }: Pick<AppointmentValues, 'service_id' | 'staff_id' | 'price'>,
): boolean {
  const usual = filledBy(services, serviceId, anyone);
  return staffId === anyone && usual !== null && (price === '' || Number(price) === Number(usual.price));
}

/**
 * How long an appointment for a service can take: as long as the person takes, or without one the longest of those who
 * provide it. Null for a service that is not offered.
 */
export function longestMinutes(
  services: readonly ServiceRecord[],
  serviceId: number,
  staffId: number | null,
): number | null {
  const service = services.find(({ id }) => id === serviceId);
  if (!service) return null;
  const own = service.staff.filter(({ user_id: id }) => staffId === null || id === staffId);
  if (own.length === 0) return service.duration_minutes;
  return Math.max(...own.map(({ duration_minutes: minutes }) => minutes ?? service.duration_minutes));
}

/**
 * The duration and price after choosing another person: theirs for the service, in place of the previous person's.
 * Values that were entered by hand stay.
 */
export function refilledBy(
  services: readonly ServiceRecord[],
  values: Pick<AppointmentValues, 'service_id' | 'staff_id' | 'duration_minutes' | 'price'>,
  staffId: string,
): Partial<Pick<AppointmentValues, 'duration_minutes' | 'price'>> {
  const before = filledBy(services, values.service_id, values.staff_id);
  const after = filledBy(services, values.service_id, staffId);
  if (!before || !after) return {};
  return {
    ...(values.duration_minutes === before.duration_minutes
      ? { duration_minutes: after.duration_minutes }
      : {}),
    ...(Number(values.price) === Number(before.price) ? { price: after.price } : {}),
  };
}
