import { useState } from 'react';
import type { InputOf } from '../../lib/api.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useCommand } from '../../lib/query.ts';
import { asFields, takenTime, type Consent, type TakenTime } from './start-times.ts';

export type BookingChanges = Omit<InputOf<'booking_update'>, 'booking_id' | Consent>;

const failed = 'Failed to update booking details';

export const updateProblem = (error: unknown): string => failureText(failed, error);

/**
 * Edits an appointment. When the time is taken, `taken` lists the conflicts and `sendAnyway()` sends the edit again
 * with consent; `problem` is any other failure.
 */
export function useBookingUpdate(bookingId: number) {
  const command = useCommand('booking_update');
  const [taken, setTaken] = useState<(TakenTime & { sendAnyway: () => void }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const forget = () => {
    setTaken(null);
    setProblem(null);
  };
  const send = (changes: BookingChanges, onDone: () => void, needs: readonly Consent[] = []) => {
    setProblem(null);
    command.mutate(
      { booking_id: bookingId, ...changes, ...asFields(needs) },
      {
        onSuccess: () => {
          forget();
          onDone();
        },
        onError: (error) => {
          const inTheWay = takenTime(error);
          setTaken(
            inTheWay && { ...inTheWay, sendAnyway: () => send(changes, onDone, [...needs, inTheWay.needs]) },
          );
          if (!inTheWay) setProblem(updateProblem(error));
        },
      },
    );
  };
  return { send, taken, problem, forget, busy: command.isPending, sendLater: command.mutateAsync };
}
