import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invalidations, keyed } from 'virtual:invalidations';
import { ApiError } from './api-error.ts';
import { callAction, type CommandAction, type InputOf, type OutputOf, type QueryAction } from './api.ts';
import { createRequests } from './requests.ts';

/** The cache key of a query: its action and input. `[action]` alone matches every input. */
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

/** Like {@link actionQuery}, and shows the previous response while the next input (a search, a month) loads. */
export function steadyQuery<Name extends QueryAction>(name: Name, input: InputOf<Name>) {
  return { ...actionQuery(name, input), placeholderData: keepPreviousData };
}

/** How long to wait before repeating a request that the server is still processing. */
const askAgainMs = 400;
/** How often to repeat it. A request that takes longer is reported as failed. */
const maxAsked = 25;

/** Sends a command. If the server is already processing the same request, waits for that response. */
async function send<Name extends CommandAction>(
  name: Name,
  input: InputOf<Name>,
  idempotencyKey: string,
): Promise<OutputOf<Name>> {
  if (!keyed.includes(name)) return callAction(name, input);
  for (let asked = 1; ; asked += 1) {
    try {
      return await callAction(name, input, { idempotencyKey });
    } catch (error) {
      const isUnderWay = error instanceof ApiError && error.code === 'idempotency_in_progress';
      if (!isUnderWay || asked === maxAsked) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

/** Tracks the refetch after a command: whether it is in progress, and a promise for its end. */
function useReadings() {
  const [count, setCount] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const follow = (reading: Promise<unknown>) => {
    setCount((before) => before + 1);
    last.current = reading.finally(() => setCount((before) => before - 1));
  };
  return { isReading: count > 0, follow, whenRead: () => last.current };
}

/**
 * A command: `const accept = useCommand('booking_update')`, then `accept.mutate({...}, { onSuccess, onError })`.
 * Afterwards, even after an error (the screen may be out of date), every query it invalidates is refetched. Pressing a
 * button twice sends one request: the same input gets the same response until the screen has shown it. A retry after a
 * failure reuses the idempotency key, so the command runs once even if only its response was lost. `isPending` lasts
 * until the screen shows the change; with `untilGone`, for a form that closes on success, until it is unmounted.
 */
export function useCommand<Name extends CommandAction>(
  name: Name,
  { untilGone = false }: { untilGone?: boolean } = {},
) {
  const client = useQueryClient();
  const [requests] = useState(createRequests);
  const { isReading, follow, whenRead } = useReadings();
  const mutation = useMutation({
    mutationFn: (input: InputOf<Name>): Promise<OutputOf<Name>> =>
      requests.once(input, (key) => send(name, input, key)),
    onSuccess: () => follow(readAgain(client, name)),
    onError: () => readAgainAfter(client, name),
  });
  const isPending = mutation.isPending || isReading || (untilGone && mutation.isSuccess);
  useEffect(() => {
    if (!isPending) requests.shown();
  });
  return { ...mutation, isPending, whenRead } as typeof mutation & { whenRead: typeof whenRead };
}

/** Refetches a visible query. Resolves when no fetch of it is in progress. */
async function readQueryAgain(client: QueryClient, name: string): Promise<void> {
  const asked = { queryKey: [name], type: 'active' as const };
  await client.invalidateQueries({ queryKey: [name] });
  // A live update may have restarted the fetch: wait for that one.
  while (client.isFetching(asked) > 0)
    await client.refetchQueries({ ...asked, fetchStatus: 'fetching' }, { cancelRefetch: false });
}

/** Refetches the queries that an action invalidates. Resolves when all visible ones are up to date. */
const readAgain = (client: QueryClient, name: string): Promise<unknown> =>
  Promise.all((invalidations[name] ?? []).map((query) => readQueryAgain(client, query)));

/** Refetches the queries that an action invalidates, without waiting. */
export function readAgainAfter(client: QueryClient, name: string): void {
  void readAgain(client, name);
}
