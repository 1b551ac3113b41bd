import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { invalidations, keyed } from 'virtual:invalidations';
import { callAction, type CommandAction, type InputOf, type OutputOf, type QueryAction } from './api.ts';
import { createRequestKeys } from './request-keys.ts';

/** The cache key of a query: its action and what was asked. `[action]` alone stands for every input. */
export function actionKey<Name extends QueryAction>(name: Name, input: InputOf<Name>) {
  return [name, input] as const;
}

/**
 * Options for `useQuery`: `useQuery(actionQuery('booking', { booking_id: 12 }))`. Spread them to add
 * `enabled`, `select` and the like.
 */
export function actionQuery<Name extends QueryAction>(name: Name, input: InputOf<Name>) {
  return queryOptions({
    queryKey: actionKey(name, input),
    queryFn: ({ signal }): Promise<OutputOf<Name>> => callAction(name, input, { signal }),
  });
}

/** Like {@link actionQuery}, and shows the last answer while the next input (a search, a month) loads. */
export function steadyQuery<Name extends QueryAction>(name: Name, input: InputOf<Name>) {
  return { ...actionQuery(name, input), placeholderData: keepPreviousData };
}

/**
 * A command: `const accept = useCommand('booking_update')`, then `accept.mutate({...}, { onSuccess, onError })`.
 * Afterwards, also after a refusal (the screen was out of date), every query it invalidates is read again. Sent again
 * with the same input after it failed, it is done once, even if it was done and only its answer was lost.
 */
export function useCommand<Name extends CommandAction>(name: Name) {
  const client = useQueryClient();
  const [keys] = useState(createRequestKeys);
  return useMutation({
    mutationFn: async (input: InputOf<Name>): Promise<OutputOf<Name>> => {
      if (!keyed.includes(name)) return callAction(name, input);
      const idempotencyKey = keys.keyOf(input);
      const answer = await callAction(name, input, { idempotencyKey });
      keys.succeeded(idempotencyKey);
      return answer;
    },
    onSettled: () => readAgainAfter(client, name),
  });
}

/** Has every query read again that an action makes out of date, whoever called it. */
export function readAgainAfter(client: QueryClient, name: string): void {
  for (const query of invalidations[name] ?? []) void client.invalidateQueries({ queryKey: [query] });
}
