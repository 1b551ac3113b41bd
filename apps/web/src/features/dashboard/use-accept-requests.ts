import type { BookingRequestRow, BookingRow } from '@burrow/contracts/booking';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { aboutBooking } from '../bookings/about-booking.ts';
import { asFields, bookAnyway, takenTime, type Consent, type TakenTime } from '../bookings/start-times.ts';
import { answeredProblem } from '../bookings/use-accept.ts';

const acceptFailure = (error: unknown): string =>
  answeredProblem(error) ??
  (messageOf(error, '') === ''
    ? 'Failed to accept booking. Please try again.'
    : failureText('Failed to accept booking', error));

const undoFailure = (error: unknown): string =>
  error instanceof ApiError && (error.code === 'booking_moved' || error.code === 'booking_closed')
    ? 'Couldn’t undo this: the appointment has changed since. Open it to make changes.'
    : failureText('Couldn’t undo this', error);

/** A request whose time is no longer free. */
export interface TakenRequest extends TakenTime {
  request: BookingRequestRow;
  /** The staff member chosen for it, or null. */
  staffId: number | null;
  /** What accepting it anyway consents to: a time may be taken in two ways. */
  consents: readonly Consent[];
}

interface Answered {
  onAccepted: (request: BookingRow) => void;
  /** Its time is taken, it failed, or it was undone. */
  onNotAccepted: (request: BookingRow) => void;
}

/** Accepts clients' requests. */
export function useAcceptRequests({ onAccepted, onNotAccepted }: Answered) {
  const update = useCommand('booking_update');
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
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

  const undo = (request: BookingRow, staffId: number | null) => {
    const { booking_date, booking_time } = request;
    const asBefore = {
      booking_id: request.id,
      is_provisional: '1',
      staff_accepted: '0',
      staff_id: request.staff_id ?? 0,
      // Colleagues may have confirmed, moved or reassigned it since.
      expected: { status: 'pending', booking_date, booking_time, staff_id: staffId ?? 0 },
      // It returns to its time even if it then overlaps another appointment.
      ...bookAnyway,
    } as const;
    const undone = whileBusy(request.id, async () => {
      await update.mutateAsync(asBefore);
      onNotAccepted(request);
      await update.whenRead();
    });
    toast.tell(undone, {
      done: `${request.animal_name}’s request is pending again`,
      failed: undoFailure,
      about: aboutBooking(request.id),
    });
  };

  const accept = (request: BookingRequestRow, staffId: number | null, needs: readonly Consent[] = []) =>
    whileBusy(request.id, async () => {
      try {
        await update.mutateAsync({
          booking_id: request.id,
          is_provisional: '0',
          status: 'pending',
          staff_accepted: '1',
          expected: { status: 'pending' },
          ...(staffId === request.staff_id ? {} : { staff_id: staffId ?? 0 }),
          ...asFields(needs),
        });
      } catch (error) {
        onNotAccepted(request);
        const inTheWay = takenTime(error);
        if (inTheWay) setTaken({ ...inTheWay, request, staffId, consents: [...needs, inTheWay.needs] });
        else if (needs.length > 0) setProblem(acceptFailure(error));
        // The row may be gone: another desk may have answered the request.
        else toast.error(acceptFailure(error), { about: aboutBooking(request.id) });
        return;
      }
      setTaken(null);
      toast.success(`${request.animal_name}’s request accepted`, {
        about: aboutBooking(request.id),
        undo: () => undo(request, staffId),
      });
      onAccepted(request);
    });

  return {
    accept: (request: BookingRequestRow, staffId: number | null, needs?: readonly Consent[]) =>
      void accept(request, staffId, needs),
    undo,
    busy,
    taken,
    /** Why accepting the taken one anyway failed. */
    problem,
    forgetTaken: () => setTaken(null),
  };
}
