import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { servicesQuery } from '../../services/queries.ts';
import {
  completeDrafts,
  emptyDraft,
  missingIn,
  unsavedDrafts,
  withSuggestion,
  type DraftErrors,
  type ServiceDraft,
} from './service-drafts.ts';

interface Failure {
  /** The row that was refused; null for any other error. */
  key: number | null;
  fields: DraftErrors;
  message: string;
}

/** Adds the services one by one. `mark` records the progress of each. */
function useInsertDrafts(mark: (key: number, changes: Partial<ServiceDraft>) => void) {
  const client = useQueryClient();
  const insert = useCommand('booking_type_insert');
  const insertOne = async (draft: ServiceDraft) => {
    mark(draft.key, { sent: true });
    await insert.mutateAsync({
      name: draft.name.trim(),
      description: draft.description.trim(),
      base_price: draft.base_price.trim(),
      duration_minutes: draft.duration_minutes.trim(),
    });
    mark(draft.key, { saved: true });
  };
  /** Rejects with the first error, after passing its service to `onRefused`. */
  return async (
    drafts: readonly ServiceDraft[],
    onRefused: (draft: ServiceDraft, error: unknown) => void,
  ): Promise<void> => {
    const offered = drafts.some(({ sent, saved }) => sent && !saved)
      ? await client.fetchQuery({ ...servicesQuery, staleTime: 0 })
      : [];
    for (const draft of unsavedDrafts(drafts, offered)) {
      try {
        await insertOne(draft);
      } catch (error) {
        onRefused(draft, error);
        throw error;
      }
    }
  };
}

const failureOf = (error: unknown, key: number | null): Failure => ({
  key,
  fields: key !== null && error instanceof ApiError ? error.fields : {},
  message: messageOf(error, 'Failed to save services'),
});

/** The services of the guided setup: their drafts, and saving them. */
export function useServiceDrafts() {
  const nextKey = useRef(2);
  const [drafts, setDrafts] = useState<readonly ServiceDraft[]>([emptyDraft(1)]);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** The rows that were there at the last attempt to save. */
  const [tried, setTried] = useState<readonly number[]>([]);
  const change = (key: number, changes: Partial<ServiceDraft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  const insertAll = useInsertDrafts(change);

  const saving = useMutation({
    mutationFn: async (onSaved: () => unknown) => {
      await insertAll(drafts, (draft, error) => setFailure(failureOf(error, draft.key)));
      await onSaved();
    },
    onError: (error) => setFailure((known) => known ?? failureOf(error, null)),
  });

  const missing = (draft: ServiceDraft) => missingIn(draft, drafts.length === 1);
  const marked = (draft: ServiceDraft) => (tried.includes(draft.key) ? missing(draft) : null);
  const isMarked = drafts.some((draft) => marked(draft) !== null);

  return {
    drafts,
    errorsOf: (draft: ServiceDraft): DraftErrors =>
      marked(draft) ?? (failure?.key === draft.key ? failure.fields : {}),
    problem: failure?.message ?? (isMarked ? 'Please correct the highlighted fields.' : null),
    busy: saving.isPending,
    change: (key: number, changes: Partial<ServiceDraft>) => {
      setFailure(null);
      change(key, changes);
    },
    add: () => setDrafts([...drafts, emptyDraft(nextKey.current++)]),
    suggest: (suggestion: { name: string; minutes: number }) =>
      setDrafts(withSuggestion(drafts, suggestion, nextKey.current++)),
    remove: (key: number) => setDrafts(drafts.filter((draft) => draft.key !== key)),
    /** Saves the services, then calls `onSaved`. `hasServices`: the practice already has some. */
    save: (hasServices: boolean, onSaved: () => unknown) => {
      setFailure(null);
      setTried(drafts.map(({ key }) => key));
      if (completeDrafts(drafts).length === 0 && !hasServices) {
        setFailure({ key: null, fields: {}, message: 'Please add at least one service' });
        return;
      }
      if (drafts.every((draft) => missing(draft) === null)) saving.mutate(onSaved);
    },
  };
}
