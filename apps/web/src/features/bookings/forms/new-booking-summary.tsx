import type { ServiceRecord, StaffMember } from '@burrow/contracts/service';
import type { ReactNode } from 'react';
import { endTime } from '../../../lib/booking-time.ts';
import { dayToDate } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { defaultMinutes, minutesFrom, type NewBookingValues } from '../booking-form.ts';
import type { SelectionState } from '../use-selection.ts';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures text-right font-medium">
        {children ?? <span className="text-ink-soft">–</span>}
      </dd>
    </div>
  );
}

/** What is about to be booked, to read back to whoever is on the phone. */
export function NewBookingSummary({
  values,
  selection,
  services,
  staff,
}: {
  values: NewBookingValues;
  selection: SelectionState;
  services: readonly ServiceRecord[];
  staff: readonly StaffMember[];
}) {
  const formats = useFormats();
  const service = services.find(({ id }) => String(id) === values.service_id);
  const member = staff.find(({ id }) => String(id) === values.staff_id);
  const { booking_date: date, booking_time: time } = values;
  const minutes = minutesFrom(values.duration_minutes) ?? defaultMinutes;
  return (
    <dl className="flex flex-col gap-1.5">
      <Line label="Animal">{selection.animal?.animal_name}</Line>
      <Line label="Client">{selection.clientName}</Line>
      <Line label="Service">{service?.name}</Line>
      <Line label="Staff">{member?.name ?? 'Not assigned'}</Line>
      <Line label="Date">{dayToDate(date) === null ? null : formats.shortDay(date)}</Line>
      <Line label="Time">
        {time === '' ? null : `${formats.time(time)}–${formats.time(endTime(time, minutes))}`}
      </Line>
      <Line label="Price">{values.price ? formats.money(values.price) : null}</Line>
    </dl>
  );
}
