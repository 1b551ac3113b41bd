import type { BookingDetail } from '@burrow/contracts/booking';
import type { StaffMember } from '@burrow/contracts/service';
import { Select } from '../../../ui/select.tsx';
import { acceptingStaffOptions } from '../choices.ts';

/** The staff member for a request when it is accepted; optional. */
export function AcceptingStaff({
  label,
  hideLabel = false,
  staff,
  request,
  value,
  disabled,
  onChange,
}: {
  label: string;
  hideLabel?: boolean;
  staff: readonly StaffMember[];
  request: Pick<BookingDetail, 'free_staff_ids' | 'staff_id' | 'staff_member'>;
  value: number | null;
  disabled: boolean;
  onChange: (staffId: number | null) => void;
}) {
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      emptyLabel="No staff member"
      options={acceptingStaffOptions(staff, request.free_staff_ids, {
        id: request.staff_id,
        name: request.staff_member,
      })}
      value={value === null ? '' : String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
