import type { BookingRow } from '@burrow/contracts/booking';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { usePractice } from '../../lib/practice.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';

export type Declined = Pick<BookingRow, 'client_id' | 'animal_id' | 'service_id' | 'animal_name'>;

/** Puts the client of a declined request on the waitlist instead, if the desk chooses it and the practice has one. */
export function useWaitAfterDecline(request: Declined | null) {
  const isOpen = (usePractice()?.waitlist_mode ?? 'off') !== 'off';
  const create = useCommand('want_create');
  const [chosen, setChosen] = useState(false);
  return {
    question:
      isOpen && request !== null && request.service_id !== null
        ? { checked: chosen, onChange: setChosen }
        : null,
    add: () => {
      if (!chosen || request === null || request.service_id === null) return;
      const { client_id, animal_id, service_id, animal_name: name } = request;
      // The dialog is gone by then, and its callbacks with it.
      void create.mutateAsync({ client_id, animal_id, service_id }).then(
        () => toast.success(`${name} is on the waitlist`),
        (error: Error) => toast.error(messageOf(error, `Couldn’t add ${name} to the waitlist`)),
      );
    },
  };
}
