import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { newBooking, type NewBookingValues } from './booking-form.ts';
import { takenTime, type TakenTime } from './conflicts.ts';
import type { BookingDraft } from './draft.ts';

interface Wanted {
  clientId: number;
  animalId: number;
  values: NewBookingValues;
}

/** The app then shows the subscription page in place of the form. */
const needsSubscription = (error: unknown) => error instanceof ApiError && error.status === 402;

/**
 * Books a new appointment and opens its page. `taken` says what is in the way of the time, `problem` any other
 * failure; `onFields` gets what the server said about single fields.
 */
export function useCreateBooking(
  draft: Pick<BookingDraft, 'drop'> & { keep: () => void },
  onFields: (fields: Readonly<Record<string, string>>) => void,
) {
  const command = useCommand('booking_create', { untilGone: true });
  const navigate = useNavigate();
  const [taken, setTaken] = useState<(TakenTime & { bookAnyway: () => void }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const forgetTaken = useCallback(() => setTaken(null), []);
  const refused = (error: unknown, wanted: Wanted) => {
    if (needsSubscription(error)) draft.keep();
    const inTheWay = takenTime(error);
    setTaken(inTheWay && { ...inTheWay, bookAnyway: () => void create(wanted, true) });
    if (inTheWay) return;
    setProblem(messageOf(error, 'Failed to create booking'));
    if (error instanceof ApiError) onFields(error.fields);
  };
  // The form validates asynchronously before it sends; ignore a second press meanwhile.
  const isUnderWay = useRef(false);
  const create = async (wanted: Wanted, overlap = false): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setProblem(null);
    try {
      // Awaited, because a lost session takes the form off the screen before the answer can be handled there.
      const { booking_id: id } = await command.mutateAsync({
        ...newBooking(wanted.values, wanted.clientId, wanted.animalId),
        ...(overlap ? { allow_overlap: '1' } : {}),
      });
      draft.drop();
      toast.success('Booking created');
      await navigate(id ? paths.booking(id) : paths.dashboard, { replace: true });
    } catch (error) {
      isUnderWay.current = false;
      refused(error, wanted);
    }
  };
  return {
    create,
    taken,
    problem,
    say: setProblem,
    forgetTaken,
    busy: command.isPending,
  };
}
