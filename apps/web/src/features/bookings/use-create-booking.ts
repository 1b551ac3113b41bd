import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { withRequired } from '../../lib/form-problems.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { rulesOfCommand } from '../../lib/use-action-form.ts';
import { useForm } from '../../lib/use-form.ts';
import { toast } from '../../ui/toast.ts';
import { appointmentErrors, newBooking, requiredMessage, stillNeeded } from './booking-form.ts';
import { takenTime, type TakenTime } from './conflicts.ts';
import type { BookingDraft, Draft } from './draft.ts';
import { useKeepDraft } from './use-keep-draft.ts';
import { useSelection } from './use-selection.ts';

/** The app then shows the subscription page in place of the form. */
const needsSubscription = (error: unknown) => error instanceof ApiError && error.status === 402;

// What is missing is said in one sentence for all, see `stillNeeded`.
const rules = withRequired(rulesOfCommand('booking_create'), { booking_date: false, booking_time: false });

const incomplete = new Error(requiredMessage);

/**
 * The form that books a new appointment and opens its page. `taken` says what is in the way of the time, `needed` what
 * has not been chosen yet.
 */
export function useCreateBooking(initial: Draft, draft: BookingDraft) {
  const formats = useFormats();
  const navigate = useNavigate();
  const selection = useSelection(initial);
  const command = useCommand('booking_create', { untilGone: true });
  const { clientId, animalId } = selection;
  /** Whom the appointment is for: 'Book anyway' is for what was refused, not for what the form says by now. */
  const whose = `${clientId} ${animalId}`;
  const [refused, setRefused] = useState<{ whose: string; taken: TakenTime } | null>(null);
  /** The next request is meant to overlap. */
  const overlaps = useRef(false);
  const form = useForm({
    values: initial.values,
    rules,
    check: (values) =>
      stillNeeded(values, clientId, animalId).length > 0 ? {} : appointmentErrors(values, formats.today()),
    onEdit: () => {
      setRefused(null);
      overlaps.current = false;
    },
    busy: command.isPending,
    send: async (values) => {
      const isMeant = overlaps.current;
      overlaps.current = false;
      if (clientId === null || animalId === null || stillNeeded(values, clientId, animalId).length > 0)
        throw incomplete;
      try {
        // Awaited, because a lost session takes the form off the screen before the answer can be handled there.
        const { booking_id: id } = await command.mutateAsync({
          ...newBooking(values, clientId, animalId),
          ...(isMeant ? { allow_overlap: '1' } : {}),
        });
        draft.drop();
        toast.success('Booking created');
        await navigate(id ? paths.booking(id) : paths.dashboard, { replace: true });
      } catch (error) {
        if (needsSubscription(error)) keep();
        const inTheWay = takenTime(error);
        setRefused(inTheWay && { whose, taken: inTheWay });
        if (inTheWay === null) throw error;
      }
    },
    failure: (error) =>
      error === incomplete ? requiredMessage : messageOf(error, 'Failed to create booking'),
  });
  const keep = useKeepDraft(draft, () => form.values, selection);
  const bookAnyway = () => {
    overlaps.current = true;
    form.submit();
  };
  const needed = stillNeeded(form.values, clientId, animalId);
  const taken = refused?.whose === whose ? refused.taken : null;
  return { form, selection, needed, taken, bookAnyway };
}
