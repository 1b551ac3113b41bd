import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { SelectOption } from '../../ui/select.tsx';

const roleLabels: Record<StaffMember['role'], string> = { staff: 'Staff', admin: 'Admin' };

interface Current {
  id: number | null;
  name: string | null;
}

/** Adds what an appointment has now when it is no longer on offer, so that an edit does not lose it. */
function withCurrent(options: SelectOption[], current: Current | undefined): SelectOption[] {
  if (!current || current.id === null) return options;
  const value = String(current.id);
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: `${current.name ?? `No. ${value}`} (no longer offered)` }];
}

/** The services to choose from. */
export const serviceOptions = (services: readonly ServiceRecord[], current?: Current): SelectOption[] =>
  withCurrent(
    services.map(({ id, name }) => ({ value: String(id), label: name })),
    current,
  );

/** The people to choose from, with what they are in the practice. */
export const staffOptions = (staff: readonly StaffMember[], current?: Current): SelectOption[] =>
  withCurrent(
    staff.map(({ id, name, role }) => ({ value: String(id), label: `${name} (${roleLabels[role]})` })),
    current,
  );

/** The people to accept a request for, those who are free at its time first. */
export const acceptingStaffOptions = (
  staff: readonly StaffMember[],
  freeIds: readonly number[],
): SelectOption[] =>
  staff
    .map(({ id, name }) => ({ value: String(id), label: name, isFree: freeIds.includes(id) }))
    .toSorted((a, b) => Number(b.isFree) - Number(a.isFree))
    .map(({ value, label, isFree }) => ({ value, label: isFree ? `${label} – free` : `${label} – busy` }));

/** Duration and price that choosing a service fills in; nothing for one that is not on offer. */
export function filledBy(
  services: readonly ServiceRecord[],
  serviceId: string,
): { duration_minutes: string; price: string } | null {
  const service = services.find(({ id }) => String(id) === serviceId);
  return service ? { duration_minutes: String(service.duration_minutes), price: service.base_price } : null;
}
