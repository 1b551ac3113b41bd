import type { PortalAnimal, PortalService } from '@burrow/contracts/portal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { monthOf } from '@burrow/contracts/calendar-day';
import { ApiError } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { portalPracticeQuery, usePortalFormats } from '../portal-practice.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import {
  beginRequest,
  emptyRequest,
  requestErrors,
  wantedIn,
  type RequestDraft,
  type RequestErrors,
} from './request-draft.ts';
import { useAvailability } from './use-availability.ts';

export interface RequestChoices {
  pets: readonly PortalAnimal[];
  services: readonly PortalService[];
}

/** The draft of a request, kept while the tab is open. */
function useDraft({ pets, services }: RequestChoices) {
  const formats = usePortalFormats();
  const kept = useKeptDraft('request', emptyRequest);
  const [params] = useSearchParams();
  const [draft, setDraft] = useState(() =>
    beginRequest(kept.read(), {
      animalIds: pets.map(({ id }) => id),
      serviceIds: services.map(({ id }) => id),
      wantedAnimal: params.get('animal_id'),
      today: formats.today(),
    }),
  );
  return {
    draft,
    change: (changes: Partial<RequestDraft>) => {
      const next = { ...draft, ...changes };
      kept.keep(next);
      setDraft(next);
    },
    forget: kept.forget,
  };
}

/** The visible month, and the times of the chosen day for the chosen service and person. */
function useTimes({ date, time, serviceId, staffId }: RequestDraft) {
  const formats = usePortalFormats();
  const [month, setMonth] = useState(() => monthOf(date === '' ? formats.today() : date));
  const shown = useAvailability(month, serviceId, staffId);
  const chosen = useAvailability(date === '' ? month : monthOf(date), serviceId, staffId);
  const day = chosen.dayOf(date);
  const isCurrent = !chosen.isPlaceholderData;
  const isFree = day?.times.some((slot) => slot.free && slot.time === time) === true;
  return {
    month,
    setMonth,
    /** The availability of the visible month. */
    shown,
    /** The chosen day; undefined while it loads. */
    day,
    /** The month of the chosen day; the visible one while none is chosen. */
    chosen,
    /** False while only the times of another service are loaded. */
    isCurrent,
    /** The chosen time was taken, or is too short for a service chosen later. */
    isLost: time !== '' && day !== undefined && isCurrent && !isFree,
  };
}

interface RequestSteps {
  /** Called instead of sending the request when a deposit must be paid first; null without a deposit. */
  payFirst: ((draft: RequestDraft) => void) | null;
  onSent: (sent: RequestDraft) => void;
}

/** The appointment request form: its draft, the times to choose from, its errors, and sending it. */
export function useRequest(choices: RequestChoices, { payFirst, onSent }: RequestSteps) {
  const client = useQueryClient();
  const { draft, change, forget } = useDraft(choices);
  const times = useTimes(draft);
  const [errors, setErrors] = useState<RequestErrors | null>(null);
  const create = useCommand('cp/booking_create', { untilGone: true });
  const send = () =>
    create.mutate(
      { ...wantedIn(draft), deposit_paid: 0 },
      {
        onSuccess: () => {
          forget();
          onSent(draft);
        },
        onError: (error) => {
          // The practice turned deposits on after this page was opened.
          if (error instanceof ApiError && error.code === 'deposit_required')
            void client.invalidateQueries({ queryKey: portalPracticeQuery.queryKey });
        },
      },
    );
  return {
    draft,
    change: (changes: Partial<RequestDraft>) => {
      change(changes);
      setErrors(null);
      if (create.isError) create.reset();
    },
    ...times,
    /** Errors by part of the form; null if there are none. */
    errors,
    forget,
    busy: create.isPending,
    error: create.error,
    submit: () => {
      if (create.isPending) return;
      const found = requestErrors(draft, !times.isLost);
      const isWrong = Object.keys(found).length > 0;
      setErrors(isWrong ? found : null);
      if (isWrong) return;
      if (payFirst === null) send();
      else payFirst(draft);
    },
  };
}

export type RequestState = ReturnType<typeof useRequest>;
