import type { BookingRequestRow, BookingRow } from '@burrow/contracts/booking';
import { useState } from 'react';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutBooking } from '../bookings/about-booking.ts';
import type { CancelAnswers } from '../bookings/use-cancel-answers.ts';
import { takenTime, type TakenTime } from '../bookings/conflicts.ts';

const acceptFailed = 'Failed to accept booking. Please try again.';
const rejectFailed = 'Failed to reject booking. Please try again.';

/** A request whose time has been taken meanwhile. */
export interface TakenRequest extends TakenTime {
  request: BookingRequestRow;
  /** The member of staff chosen for it, or null. */
  staffId: number | null;
}

interface Answered {
  onAccepted: (request: BookingRow) => void;
  /** Its time is taken, it failed, or it was undone. */
  onNotAccepted: (request: BookingRow) => void;
  onRejected: () => void;
}

/** Accepting and rejecting clients' requests. */
export function useAnswers({ onAccepted, onNotAccepted, onRejected }: Answered) {
  const update = useCommand('booking_update');
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<{ id: number; text: string } | null>(null);
  const [taken, setTaken] = useState<TakenRequest | null>(null);

  async function whileBusy(id: number, work: () => Promise<void>) {
    setBusy((before) => new Set(before).add(id));
    setProblem(null);
    try {
      await work();
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)));
    }
  }

  const undo = (request: BookingRow) => {
    const asBefore = {
      booking_id: request.id,
      is_provisional: '1',
      staff_accepted: '0',
      staff_id: request.staff_id ?? 0,
      // It goes back to where it stood, also beside another one.
      allow_overlap: '1',
    } as const;
    const undone = whileBusy(request.id, async () => {
      await update.mutateAsync(asBefore);
      onNotAccepted(request);
      await update.whenRead();
    });
    toast.tell(undone, {
      done: `${request.animal_name}'s request is pending again`,
      failed: 'Couldn’t undo this. Open the appointment to change it.',
      about: aboutBooking(request.id),
    });
  };

  const accept = (request: BookingRequestRow, staffId: number | null, overlap = false) =>
    whileBusy(request.id, async () => {
      try {
        await update.mutateAsync({
          booking_id: request.id,
          is_provisional: '0',
          status: 'pending',
          staff_accepted: '1',
          ...(staffId === request.staff_id ? {} : { staff_id: staffId ?? 0 }),
          ...(overlap ? { allow_overlap: '1' } : {}),
        });
      } catch (error) {
        onNotAccepted(request);
        const inTheWay = takenTime(error);
        if (inTheWay) setTaken({ ...inTheWay, request, staffId });
        else setProblem({ id: request.id, text: acceptFailed });
        return;
      }
      setTaken(null);
      toast.success(`${request.animal_name}'s booking accepted`, {
        about: aboutBooking(request.id),
        action: { label: 'Undo', onPress: () => undo(request) },
      });
      onAccepted(request);
    });

  /** Resolves true when the request was rejected. */
  async function reject(
    request: BookingRow,
    answers: ReturnType<CancelAnswers['asInput']>,
  ): Promise<boolean> {
    let done = false;
    await whileBusy(request.id, async () => {
      try {
        await update.mutateAsync({ booking_id: request.id, status: 'cancelled', ...answers });
      } catch {
        setProblem({ id: request.id, text: rejectFailed });
        return;
      }
      done = true;
      toast.success(`${request.animal_name}'s booking rejected`, { about: aboutBooking(request.id) });
      onRejected();
    });
    return done;
  }

  return {
    accept: (request: BookingRequestRow, staffId: number | null, overlap?: boolean) =>
      void accept(request, staffId, overlap),
    undo,
    reject,
    busy,
    problem,
    forgetProblem: () => setProblem(null),
    taken,
    forgetTaken: () => setTaken(null),
  };
}
