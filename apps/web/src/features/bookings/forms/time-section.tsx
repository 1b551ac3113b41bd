import type { StaffMember } from '@burrow/contracts/service';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { addDays, dayToDate } from '@burrow/contracts/calendar-day';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { defaultMinutes, minutesFrom, type NewBookingValues } from '../booking-form.ts';
import { TimeChips } from '../components/time-chips.tsx';
import { TimeNotice } from '../components/time-notice.tsx';
import type { DayOfTimes } from '../queries.ts';

/** The chosen day and time; `day` is null until a day is chosen that can be booked. */
export function useChosenDay(animalId: number | null): { day: DayOfTimes | null; time: string } {
  const today = useFormats().today();
  const [date, time, duration, staffId] = useWatch<
    NewBookingValues,
    ['booking_date', 'booking_time', 'duration_minutes', 'staff_id']
  >({ name: ['booking_date', 'booking_time', 'duration_minutes', 'staff_id'] });
  const minutes = minutesFrom(duration) ?? defaultMinutes;
  const isDay = dayToDate(date) !== null && date >= today;
  return { day: isDay ? { date, minutes, staffId: Number(staffId) || null, animalId } : null, time };
}

/** Free times of the chosen member of staff on the chosen day. */
function FreeTimes({
  day,
  time,
  staff,
  today,
}: {
  day: DayOfTimes;
  time: string;
  staff: readonly StaffMember[];
  today: string;
}) {
  const formats = useFormats();
  const { setValue } = useFormContext<NewBookingValues>();
  const { date } = day;
  const goTo = (next: string) => setValue('booking_date', next, { shouldDirty: true });
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
          {member ? <span className="font-normal text-ink-soft"> with {member.name}</span> : null}
        </h3>
      </div>
      <TimeChips
        day={day}
        time={time}
        onTimeChange={(chosen) =>
          setValue('booking_time', chosen, { shouldValidate: true, shouldDirty: true })
        }
      />
    </div>
  );
}

/** Date and time, typed or picked from the free times, with a warning if they clash. */
export function TimeSection({ staff, animalId }: { staff: readonly StaffMember[]; animalId: number | null }) {
  const { register, formState } = useFormContext<NewBookingValues>();
  const today = useFormats().today();
  const { day, time } = useChosenDay(animalId);
  return (
    <Card title="Appointment Time">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-4 sm:max-w-md">
          <DateInput
            label="Date"
            required
            min={today}
            error={formState.errors.booking_date?.message}
            {...register('booking_date')}
          />
          <TimeInput
            label="Time"
            required
            error={formState.errors.booking_time?.message}
            {...register('booking_time')}
          />
        </div>
        <TimeNotice day={day} time={time} className="empty:hidden" />
        {day === null ? null : <FreeTimes day={day} time={time} staff={staff} today={today} />}
      </div>
    </Card>
  );
}
