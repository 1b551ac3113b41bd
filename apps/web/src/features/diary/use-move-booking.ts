import { useRef, useState } from 'react';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutBooking } from '../bookings/about-booking.ts';
import { asFields, consentFor, takenTime, type Consent } from '../bookings/start-times.ts';
import { momentAt } from './day-spans.ts';
import { expectedAt, movedChanges, undoneChanges, type Move } from './move-changes.ts';

/** A question to answer before an appointment moves. */
export interface MoveQuestion extends Move {
  /** Why it should not; empty if nothing is against it. */
  reasons: readonly string[];
  needs: readonly Consent[];
  /** Whether a consent overrules every reason. */
  isPossible: boolean;
  /** Whether the client would notice, so that they can be notified. */
  isNewTime: boolean;
}

function questionOf(move: Move): MoveQuestion {
  const needs = move.conflicts.map(({ code }) => consentFor(code));
  return {
    ...move,
    reasons: move.conflicts.map(({ why }) => why),
    needs: [...new Set(needs.filter((need) => need !== null))],
    isPossible: !needs.includes(null),
    isNewTime: 'booking_date' in (movedChanges(move.booking, move.place) ?? {}),
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
  /** The question on the screen, for a response that comes later. */
  const asked = useRef<MoveQuestion | null>(null);
  const ask = (next: MoveQuestion | null) => {
    asked.current = next;
    setQuestion(next);
  };
  /** Ends the question about an appointment; one about another appointment stays. */
  const settle = (id: number) => {
    if (asked.current?.booking.id === id) ask(null);
  };
  const [sent, setSent] = useState<Pick<Move, 'booking' | 'place'> | null>(null);

  const said = ({ place: { date, start } }: Move) => {
    const at = momentAt(date, start);
    return `${formats.shortDay(at.date)}, ${formats.time(at.time)}`;
  };

  const undo = (move: Move, tells: boolean) => {
    const { id, animal_name: animal } = move.booking;
    const changes = undoneChanges(move);
    const back = command.mutateAsync({ booking_id: id, ...changes, tell_client: tells ? '1' : '0' });
    toast.tell(back, {
      done: `${animal} moved back`,
      failed: `Couldn’t undo the move of ${animal}`,
      about: aboutBooking(id),
    });
  };

  const send = async (move: MoveQuestion, tells: boolean) => {
    const { booking, place, needs } = move;
    const changes = movedChanges(booking, place);
    if (!changes) return settle(booking.id);
    const about = aboutBooking(booking.id);
    setSent({ booking, place });
    try {
      await command.mutateAsync({
        booking_id: booking.id,
        ...changes,
        expected: expectedAt(booking, changes),
        ...asFields(needs),
        tell_client: tells ? '1' : '0',
      });
      settle(booking.id);
      toast.success(`${booking.animal_name} moved`, {
        description: said(move),
        about,
        undo: () => undo(move, tells),
      });
      await command.whenRead();
    } catch (error) {
      const taken = takenTime(error);
      // A refusal despite consent can't be overruled.
      const isFree = asked.current === null || asked.current.booking.id === booking.id;
      if (taken && !needs.includes(taken.needs) && isFree) {
        ask({ ...move, reasons: [taken.message], needs: [...needs, taken.needs] });
      } else {
        settle(booking.id);
        toast.failed(`${booking.animal_name} wasn’t moved`, error, { about });
      }
    } finally {
      setSent(null);
    }
    return undefined;
  };

  const propose = (dropped: Move) => {
    const before = question?.booking.id === dropped.booking.id ? question : null;
    // While it is asked about, the screen shows it at a place where it isn't yet.
    const move = before ? { ...dropped, booking: before.booking, was: before.was } : dropped;
    if (!movedChanges(move.booking, move.place)) return ask(null);
    const next = questionOf(move);
    if (next.isNewTime || next.reasons.length > 0) return ask(next);
    if (before) ask(null);
    void send(next, false);
    return undefined;
  };

  return {
    propose,
    question,
    answer: (tells: boolean) => void (question && send(question, tells)),
    forget: () => ask(null),
    busy: command.isPending,
    shown: question ?? sent,
  };
}
