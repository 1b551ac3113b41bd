import type { InputOf, QueryAction } from '../../lib/api.ts';
import { actionQuery } from '../../lib/query.ts';

/** How often an open screen refetches records that the practice may change. */
export const rereadMs = 60_000;

/**
 * Like {@link actionQuery}, for records that the practice changes too: refetched when a screen opens, which shows the
 * cached response meanwhile.
 */
export function ownQuery<Name extends QueryAction>(name: Name, input: InputOf<Name>) {
  return { ...actionQuery(name, input), staleTime: 0, refetchOnMount: 'always' as const };
}
