import type { BookingDetail } from '@burrow/contracts/booking';
import { useState } from 'react';
import { endTime } from '../../../lib/booking-time.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { isRequest } from '../booking-moves.ts';
import { TakenTimeBanner } from '../components/taken-time-banner.tsx';
import { TellClient } from '../components/tell-client.tsx';
import { movedTo, placeOf, sameStart, type Place } from '../place.ts';
import { useFreeTimes } from '../queries.ts';
import { updateProblem, useBookingUpdate } from '../use-booking-update.ts';
import { aboutBooking } from '../about-booking.ts';
import { ReschedulePicker } from './reschedule-picker.tsx';

/** Moves the appointment and offers to take it back, also after the page has been left. */
function useMove(booking: BookingDetail) {
  const formats = useFormats();
  const update = useBookingUpdate(booking.id);
  const move = (to: Place, tells: boolean, onDone: () => void) => {
    const from = placeOf(booking);
    const telling = { tell_client: tells ? '1' : '0' } as const;
    const undo = () => {
      const back = update.sendLater({
        booking_id: booking.id,
        ...movedTo(from, to),
        // Whoever was told of the move is told of the way back.
        ...telling,
        // It may go back to where it already stood beside another one.
        ...(booking.overlap_allowed === 1 ? { allow_overlap: '1' } : {}),
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
      toast.success('Booking rescheduled', {
        about: aboutBooking(booking.id),
        description: said(to),
        action: { label: 'Undo', onPress: undo },
      });
    });
  };
  return { ...update, move };
}

/** 'Reschedule': another day and time, chosen beside the day's free times. */
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
  // A time carried over from another day counts only when this day has it.
  const isOffered =
    !offered.isPlaceholderData && offered.data?.times.some(({ time }) => time === to.time) === true;
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
            onClick={() => update.move(to, tells, onClose)}
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
