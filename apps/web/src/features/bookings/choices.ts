import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { SelectOption } from '../../ui/select.tsx';

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
): SelectOption[] =>
  staff
    .map(({ id, name }) => ({ value: String(id), label: name, isFree: freeIds.includes(id) }))
    .toSorted((a, b) => Number(b.isFree) - Number(a.isFree))
    .map(({ value, label, isFree }) => ({ value, label: isFree ? `${label} – free` : `${label} – busy` }));

/** The duration and price that a chosen service fills in; null for one that is not offered. */
export function filledBy(
  services: readonly ServiceRecord[],
  serviceId: string,
): { duration_minutes: string; price: string } | null {
  const service = services.find(({ id }) => String(id) === serviceId);
  return service ? { duration_minutes: String(service.duration_minutes), price: service.base_price } : null;
}
