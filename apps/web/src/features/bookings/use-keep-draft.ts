import { useEffect, useRef, useState } from 'react';
import { sessionStore } from '../../lib/session-store.ts';
import type { NewBookingValues } from './booking-form.ts';
import type { BookingDraft } from './draft.ts';
import type { SelectionState } from './use-selection.ts';

/** Saves the form as a draft if the session ends while it is open. @returns a function that saves it at once */
export function useKeepDraft(
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
