import type { DiaryAppointment } from '@burrow/contracts/diary';
import { useState } from 'react';
import type { InputOf } from '../../lib/api.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutBooking } from '../bookings/about-booking.ts';
import { asFields, takenTime, type Consent } from '../bookings/start-times.ts';
import { momentAt } from './day-spans.ts';
import type { DropConflict, DropPlace } from './drop-conflicts.ts';

/** A question to answer before an appointment moves. */
export interface MoveQuestion {
  booking: DiaryAppointment;
  place: DropPlace;
  /** Why it should not; empty if nothing is against it. */
  reasons: readonly string[];
  needs: readonly Consent[];
  /** Whether the client would notice, so that they can be notified. */
  isNewTime: boolean;
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

type Changes = Omit<InputOf<'booking_update'>, 'booking_id'>;

/** The fields of `booking_update` that move an appointment to `to`; null if it is there. */
export function movedChanges(booking: DiaryAppointment, to: DropPlace): Changes | null {
  const { date, time } = momentAt(to.date, to.start);
  const changes: Changes = {
    ...(date === booking.booking_date && time === booking.booking_time
      ? {}
      : { booking_date: date, booking_time: time }),
    ...(to.minutes === booking.duration_minutes ? {} : { duration_minutes: to.minutes }),
    ...(to.staffId === booking.staff_id ? {} : { staff_id: to.staffId ?? 0 }),
    ...(sameIds(to.resourceIds, booking.resource_ids) ? {} : { resource_ids: [...to.resourceIds] }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/** The appointment as it would be after a move, to be shown meanwhile. */
export function movedBooking(booking: DiaryAppointment, to: DropPlace): DiaryAppointment {
  const { date, time } = momentAt(to.date, to.start);
  return {
    ...booking,
    booking_date: date,
    booking_time: time,
    duration_minutes: to.minutes,
    staff_id: to.staffId,
    resource_ids: [...to.resourceIds],
  };
}

/** The command that undoes changes, from the appointment as it was. */
export function inverseChanges(booking: DiaryAppointment, changes: Changes): Changes {
  return {
    ...('booking_date' in changes
      ? { booking_date: booking.booking_date, booking_time: booking.booking_time }
      : {}),
    ...('duration_minutes' in changes ? { duration_minutes: booking.duration_minutes } : {}),
    ...('staff_id' in changes ? { staff_id: booking.staff_id ?? 0 } : {}),
    ...('resource_ids' in changes ? { resource_ids: booking.resource_ids } : {}),
    // It may go back to where it already stood beside another one.
    ...(booking.overlap_allowed ? { allow_overlap: '1' } : {}),
  };
}

/**
 * Moves appointments. A new time is confirmed first, to ask whether the client is notified, and so is a place with a
 * conflict; another person, room or length is sent at once. `shown` is where an appointment is drawn meanwhile.
 */
export function useMoveBooking() {
  const formats = useFormats();
  const command = useCommand('booking_update');
  const [question, setQuestion] = useState<MoveQuestion | null>(null);
  const [sent, setSent] = useState<Pick<MoveQuestion, 'booking' | 'place'> | null>(null);

  const said = ({ place: { date, start } }: Pick<MoveQuestion, 'place'>) => {
    const at = momentAt(date, start);
    return `${formats.shortDay(at.date)}, ${formats.time(at.time)}`;
  };

  const undo = (booking: DiaryAppointment, changes: Changes, tells: boolean, needs: readonly Consent[]) => {
    const back = command.mutateAsync({
      booking_id: booking.id,
      ...inverseChanges(booking, changes),
      ...(needs.includes('allow_outside') ? { allow_outside: '1' } : {}),
      tell_client: tells ? '1' : '0',
    });
    toast.tell(back, {
      done: `${booking.animal_name} moved back`,
      failed: `Couldn’t undo the move of ${booking.animal_name}`,
      about: aboutBooking(booking.id),
    });
  };

  const send = async (move: MoveQuestion, tells: boolean, undoNeeds: readonly Consent[]) => {
    const { booking, place, needs } = move;
    const changes = movedChanges(booking, place);
    if (!changes) return setQuestion(null);
    setSent({ booking, place });
    try {
      await command.mutateAsync({
        booking_id: booking.id,
        ...changes,
        ...asFields(needs),
        tell_client: tells ? '1' : '0',
      });
      setQuestion(null);
      toast.success(`${booking.animal_name} moved`, {
        description: said(move),
        about: aboutBooking(booking.id),
        action: { label: 'Undo', onPress: () => undo(booking, changes, tells, undoNeeds) },
      });
      await command.whenRead();
    } catch (error) {
      const taken = takenTime(error);
      // A refusal despite consent can't be overruled.
      if (taken && !needs.includes(taken.needs)) {
        setQuestion({ ...move, reasons: [taken.message], needs: [...needs, taken.needs] });
      } else {
        setQuestion(null);
        toast.failed(`${booking.animal_name} wasn’t moved`, error, { about: aboutBooking(booking.id) });
      }
    } finally {
      setSent(null);
    }
    return undefined;
  };

  /** @param was what the diary says against its place before: going back there needs the same consent */
  const propose = (
    booking: DiaryAppointment,
    place: DropPlace,
    conflicts: readonly DropConflict[],
    was: readonly DropConflict[],
  ) => {
    const changes = movedChanges(booking, place);
    if (!changes) return setQuestion(null);
    const move: MoveQuestion = {
      booking,
      place,
      reasons: conflicts.map(({ why }) => why),
      needs: [...new Set(conflicts.map(({ needs }) => needs))],
      isNewTime: 'booking_date' in changes,
    };
    if (move.isNewTime || conflicts.length > 0) return setQuestion(move);
    void send(
      move,
      false,
      was.map(({ needs }) => needs),
    );
    return undefined;
  };

  return {
    propose,
    question,
    answer: (tells: boolean, was: readonly DropConflict[]) =>
      void (
        question &&
        send(
          question,
          tells,
          was.map(({ needs }) => needs),
        )
      ),
    forget: () => setQuestion(null),
    busy: command.isPending,
    shown: question ?? sent,
  };
}
