import type { BookingDetail } from '@burrow/contracts/booking';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { DayCalendar } from '../../../ui/day-calendar.tsx';
import { Select } from '../../../ui/select.tsx';
import { TimeChips } from '../components/time-chips.tsx';
import { staffOptions } from '../choices.ts';
import type { Place } from '../place.ts';
import { useStaff, type DayOfTimes } from '../queries.ts';

/** The month beside the chosen day's times, for a member of staff. */
export function ReschedulePicker({
  booking,
  day,
  time,
  onChange,
}: {
  booking: BookingDetail;
  day: DayOfTimes;
  time: string;
  onChange: (change: Partial<Place>) => void;
}) {
  const formats = useFormats();
  const practice = usePractice();
  const staff = useStaff().data ?? [];
  const today = formats.today();
  return (
    <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="max-sm:mx-auto">
        <DayCalendar
          label="Day of the appointment"
          day={day.date}
          onDayChange={(date) => onChange({ date })}
          today={today}
          earliest={today}
          weekStartsOn={practice?.week_starts_on === 'monday' ? 1 : 0}
          formats={formats}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Select
          label="Staff"
          emptyLabel="Not assigned"
          options={staffOptions(staff, { id: booking.staff_id, name: booking.staff_member })}
          value={day.staffId === null ? '' : String(day.staffId)}
          onChange={(event) =>
            onChange({ staffId: event.target.value === '' ? null : Number(event.target.value) })
          }
        />
        <h3 className="-mb-2 font-bold">{formats.longDay(day.date)}</h3>
        <TimeChips day={day} time={time} onTimeChange={(chosen) => onChange({ time: chosen })} />
      </div>
    </div>
  );
}
