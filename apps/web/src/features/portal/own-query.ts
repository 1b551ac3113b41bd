import type { InputOf, QueryAction } from '../../lib/api.ts';
import { actionQuery } from '../../lib/query.ts';

/** How often a screen that stays open reads again what the practice answers. */
export const rereadMs = 60_000;

/**
 * Like {@link actionQuery}, for what the practice changes too: it is read again on entering a screen, which shows what is
 * known meanwhile.
 */
export function ownQuery<Name extends QueryAction>(name: Name, input: InputOf<Name>) {
  return { ...actionQuery(name, input), staleTime: 0, refetchOnMount: 'always' as const };
}
