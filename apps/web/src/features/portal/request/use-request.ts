import type { PortalAnimal, PortalService } from '@burrow/contracts/portal';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { portalPracticeQuery, usePortalFormats } from '../portal-practice.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import {
  beginRequest,
  emptyRequest,
  requestErrors,
  wantedIn,
  withoutGone,
  type RequestDraft,
  type RequestErrors,
} from './request-draft.ts';
import { useTimes } from './use-availability.ts';
import { useStaff } from './use-staff.ts';

export interface RequestChoices {
  pets: readonly PortalAnimal[];
  services: readonly PortalService[];
}

/** The draft of a request, kept while the tab is open. What can no longer be chosen counts as not chosen. */
function useDraft({ pets, services }: RequestChoices) {
  const animalIds = pets.map(({ id }) => id);
  const serviceIds = services.map(({ id }) => id);
  const formats = usePortalFormats();
  const kept = useKeptDraft('request', emptyRequest);
  const [params] = useSearchParams();
  const [written, setWritten] = useState(() =>
    beginRequest(kept.read(), {
      animalIds,
      serviceIds,
      wantedAnimal: params.get('animal_id'),
      wantedService: params.get('service_id'),
      today: formats.today(),
    }),
  );
  const offered = withoutGone(written, { animalIds, serviceIds });
  const staff = useStaff(offered.serviceId === '' ? null : Number(offered.serviceId), offered.staffId);
  return {
    draft: staff.isGone ? { ...offered, staffId: '' } : offered,
    staff,
    change: (changes: Partial<RequestDraft>) => {
      const next = { ...written, ...changes };
      kept.keep(next);
      setWritten(next);
    },
    forget: kept.forget,
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
  const { draft, staff, change, forget } = useDraft(choices);
  const times = useTimes(draft, {
    ...(draft.serviceId === '' ? {} : { service_id: Number(draft.serviceId) }),
    ...(draft.staffId === '' ? {} : { staff_id: Number(draft.staffId) }),
  });
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
    staff,
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
