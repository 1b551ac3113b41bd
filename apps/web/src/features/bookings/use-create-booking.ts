import type { ServiceRecord } from '@burrow/contracts/service';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { withRequired } from '../../lib/form-problems.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { rulesOfCommand } from '../../lib/use-action-form.ts';
import { useForm } from '../../lib/use-form.ts';
import { toast } from '../../ui/toast.ts';
import {
  appointmentErrors,
  newBooking,
  requiredMessage,
  stillNeeded,
  type NewBookingValues,
} from './booking-form.ts';
import { isPriceOfPerson } from './choices.ts';
import type { BookingDraft, Draft } from './draft.ts';
import { asFields, takenTime, type Consent, type TakenTime } from './start-times.ts';
import { useSelection, type SelectionState } from './use-selection.ts';

/** The app then shows the subscription page in place of the form. */
const needsSubscription = (error: unknown) => error instanceof ApiError && error.status === 402;

// One sentence names all missing values, see `stillNeeded`.
const rules = withRequired(rulesOfCommand('booking_create'), { booking_date: false, booking_time: false });

const incomplete = new Error(requiredMessage);

/** Saves the form as a draft if the session ends while it is open. @returns a function that saves it at once */
function useKeepDraft(
  draft: BookingDraft,
  values: () => NewBookingValues,
  { clientId, animalId, clientName, isEmpty }: SelectionState,
): () => void {
  const [begun] = useState(() => JSON.stringify(values()));
  const hasBegun = () => !isEmpty || JSON.stringify(values()) !== begun;
  const keep = () => draft.keep({ clientId, animalId, values: values() }, clientName);
  const latest = useRef({ keep, hasBegun });
  useEffect(() => {
    latest.current = { keep, hasBegun };
  });
  useEffect(
    () => () => {
      if (sessionStore.hasExpired() && latest.current.hasBegun()) latest.current.keep();
    },
    [],
  );
  return keep;
}

/**
 * The form that books a new appointment and opens its page. `taken` names the appointments that conflict with the time,
 * `needed` the values that are missing.
 */
export function useCreateBooking(initial: Draft, draft: BookingDraft, services: readonly ServiceRecord[]) {
  const formats = useFormats();
  const navigate = useNavigate();
  const selection = useSelection(initial);
  const command = useCommand('booking_create', { untilGone: true });
  const { animalId, lacks } = selection;
  const [refused, setRefused] = useState<{
    /** 'Book anyway' disappears when another animal is chosen. */
    animalId: number;
    taken: TakenTime;
    needs: readonly Consent[];
  } | null>(null);
  /** What the next request may overrule. */
  const consents = useRef<readonly Consent[]>([]);
  const form = useForm({
    draft: null,
    values: initial.values,
    rules,
    check: (values) => (selection.isEmpty ? {} : appointmentErrors(values, formats.today())),
    onEdit: () => {
      setRefused(null);
      consents.current = [];
    },
    busy: command.isPending,
    send: async (values) => {
      const needs = consents.current;
      consents.current = [];
      const whom = await selection.whenLoaded();
      if (whom === null || stillNeeded(values, lacks).length > 0) throw incomplete;
      try {
        // Awaited, because the form is unmounted when the session ends, and its callbacks would not run.
        const { booking_id: id } = await command.mutateAsync({
          ...newBooking(values, whom.clientId, whom.animal.id, isPriceOfPerson(services, values)),
          ...asFields(needs),
        });
        draft.drop();
        toast.success('Appointment created');
        await navigate(id ? paths.booking(id) : paths.dashboard, { replace: true });
      } catch (error) {
        if (needsSubscription(error)) keep();
        const inTheWay = takenTime(error);
        setRefused(
          inTheWay && { animalId: whom.animal.id, taken: inTheWay, needs: [...needs, inTheWay.needs] },
        );
        if (inTheWay === null) throw error;
      }
    },
    failure: (error) =>
      error === incomplete ? requiredMessage : messageOf(error, 'Failed to create booking'),
  });
  const keep = useKeepDraft(draft, () => form.values, selection);
  const bookAnyway = () => {
    consents.current = refused?.needs ?? [];
    form.submit();
  };
  const needed = stillNeeded(form.values, lacks);
  const taken = refused?.animalId === animalId ? refused.taken : null;
  return { form, selection, needed, taken, bookAnyway };
}
