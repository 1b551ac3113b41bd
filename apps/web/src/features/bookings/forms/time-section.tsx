import type { StaffMember } from '@burrow/contracts/service';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays, dayToDate } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Card } from '../../../ui/card.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { anyone, defaultMinutes, minutesFrom, startOf, type NewBookingValues } from '../booking-form.ts';
import { TimeChips } from '../components/time-chips.tsx';
import { TimeNotice } from '../components/time-notice.tsx';
import type { DayOfTimes } from '../queries.ts';

/** The chosen day and time; `day` is null until a bookable day is chosen. */
export function useChosenDay(
  values: NewBookingValues,
  animalId: number | null,
): { day: DayOfTimes | null; time: string } {
  const today = useFormats().today();
  const { date, time } = startOf(values);
  if (dayToDate(date) === null || date < today) return { day: null, time };
  const day = {
    date,
    minutes: minutesFrom(values.duration_minutes) ?? defaultMinutes,
    // 'Anyone who is free' is assigned when the appointment is booked.
    staffId: Number(values.staff_id) || null,
    anyone: values.staff_id === anyone,
    animalId,
    serviceId: Number(values.service_id) || null,
  };
  return { day, time };
}

/** Free times of the chosen staff member on the chosen day. */
function FreeTimes({
  form,
  day,
  time,
  staff,
  today,
}: {
  form: FormOf<NewBookingValues>;
  day: DayOfTimes;
  time: string;
  staff: readonly StaffMember[];
  today: string;
}) {
  const formats = useFormats();
  const { date } = day;
  const goTo = (next: string) => form.set({ booking_date: next });
  const member = staff.find(({ id }) => id === day.staffId);
  return (
    <div className="border-t border-line pt-4">
      <div className="mb-2 flex items-center gap-1">
        <IconButton
          label="Previous day"
          className="-ml-2"
          icon={<ChevronLeft aria-hidden="true" className="size-5" />}
          disabled={date <= today}
          onClick={() => goTo(addDays(date, -1))}
        />
        <IconButton
          label="Next day"
          icon={<ChevronRight aria-hidden="true" className="size-5" />}
          onClick={() => goTo(addDays(date, 1))}
        />
        <h3 aria-live="polite" className="min-w-0 font-bold">
          {formats.longDay(date)}
          {member || day.anyone ? (
            <span className="font-normal text-ink-soft"> with {member?.name ?? 'anyone who is free'}</span>
          ) : null}
        </h3>
      </div>
      <TimeChips day={day} time={time} onTimeChange={(chosen) => form.set({ booking_time: chosen })} />
    </div>
  );
}

/** Date and time, typed or picked from the free times, with a warning about conflicts. */
export function TimeSection({
  form,
  staff,
  animalId,
}: {
  form: FormOf<NewBookingValues>;
  staff: readonly StaffMember[];
  animalId: number | null;
}) {
  const today = useFormats().today();
  const { day, time } = useChosenDay(form.values, animalId);
  return (
    <Card title="Appointment Time">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-4 sm:max-w-md">
          <DateInput {...form.field('booking_date')} label="Date" required min={today} />
          <TimeInput {...form.field('booking_time')} label="Time" required />
        </div>
        <TimeNotice day={day} time={time} className="empty:hidden" />
        {day === null ? null : <FreeTimes form={form} day={day} time={time} staff={staff} today={today} />}
      </div>
    </Card>
  );
}
