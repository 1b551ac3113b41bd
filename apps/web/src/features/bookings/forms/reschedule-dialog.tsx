import type { BookingDetail } from '@burrow/contracts/booking';
import { useState } from 'react';
import { endTime } from '../../../lib/booking-time.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { DayCalendar } from '../../../ui/day-calendar.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { movedTo, placeOf, sameStart, type Place } from '../booking-form.ts';
import { isRequest } from '../booking-moves.ts';
import { staffOptions } from '../choices.ts';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { TellClient } from '../components/tell-client.tsx';
import { TimeChips } from '../components/time-chips.tsx';
import { useFreeTimes, useResources, useStaff, type DayOfTimes } from '../queries.ts';
import { updateProblem, useBookingUpdate } from '../use-booking-update.ts';
import { aboutBooking } from '../about-booking.ts';
import { bookAnyway, stillToCome } from '../start-times.ts';

/** Moves the appointment and offers an Undo, which also works after leaving the page. */
function useMove(booking: BookingDetail) {
  const formats = useFormats();
  const update = useBookingUpdate(booking.id);
  const active = useResources().data ?? [];
  const move = (to: Place, from: Place, tells: boolean, onDone: () => void) => {
    const rooms = booking.resources.map(({ id }) => id).filter((id) => active.some((one) => one.id === id));
    const telling = { tell_client: tells ? '1' : '0' } as const;
    const undo = () => {
      const back = update.sendLater({
        booking_id: booking.id,
        ...movedTo(from, to),
        // With the time, the server may have changed the rooms.
        ...(rooms.length > 0 ? { resource_ids: rooms } : {}),
        // Notify a client of the undo if they were notified of the move.
        ...telling,
        // It returns to its time even if that overlaps another appointment.
        ...bookAnyway,
      });
      toast.tell(back, {
        done: 'Reschedule undone',
        description: said(from),
        failed: updateProblem,
        about: aboutBooking(booking.id),
      });
    };
    const said = ({ date, time }: Place) => `${formats.shortDay(date)}, ${formats.time(time)}`;
    update.send({ ...movedTo(to, from), ...telling }, () => {
      onDone();
      toast.success('Appointment rescheduled', {
        about: aboutBooking(booking.id),
        description: said(to),
        undo,
      });
    });
  };
  return { ...update, move };
}

/** A month to choose the day from, and the day's start times for a staff member. */
function ReschedulePicker({
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

/** 'Reschedule': chooses another day and time from the free times. */
export function RescheduleDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const formats = useFormats();
  const update = useMove(booking);
  const [now] = useState(() => placeOf(booking));
  const today = formats.today();
  const [to, setTo] = useState<Place>({ ...now, date: now.date < today ? today : now.date });
  const [tells, setTells] = useState(true);
  const minutes = booking.duration_minutes;
  const day = { date: to.date, minutes, staffId: to.staffId, bookingId: booking.id };
  const offered = useFreeTimes(day);
  // A time carried over from another day counts only if this day still has it.
  const isOffered =
    !offered.isPlaceholderData && stillToCome(offered.data?.times ?? []).some(({ time }) => time === to.time);
  const canMove = isOffered && !(sameStart(to, now) && to.staffId === now.staffId);
  const at = ({ date, time }: Place) =>
    `${formats.shortDay(date)}, ${formats.time(time)}–${formats.time(endTime(time, minutes))}`;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!update.busy) onClose();
      }}
      width="large"
      title="Reschedule"
      description={`${booking.animal_name} is booked for ${at(now)}.`}
      actions={
        <>
          {isRequest(booking) ? null : (
            <TellClient
              className="w-full flex-none!"
              hint=""
              checked={tells}
              onChange={(event) => setTells(event.target.checked)}
            />
          )}
          <p
            aria-live="polite"
            className="figures mr-auto self-center empty:hidden max-sm:w-full max-sm:flex-none!"
          >
            {canMove ? (
              <>
                New time: <span className="font-bold">{at(to)}</span>
              </>
            ) : null}
          </p>
          <Button disabled={update.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!canMove}
            busy={update.busy && update.taken === null}
            busyLabel="Moving..."
            onClick={() => update.move(to, now, tells, onClose)}
          >
            Reschedule
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ReschedulePicker
          booking={booking}
          day={day}
          time={to.time}
          onChange={(change) => {
            update.forget();
            setTo({ ...to, ...change });
          }}
        />
        {update.taken ? (
          <TakenTimeBanner taken={update.taken} busy={update.busy} onBookAnyway={update.taken.sendAnyway} />
        ) : null}
        {update.problem === null ? null : <FormProblem>{update.problem}</FormProblem>}
      </div>
    </Dialog>
  );
}
