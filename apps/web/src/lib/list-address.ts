import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** The list a record was opened from, stored with the entry in the browser's history. */
export interface ListState {
  list: string;
}

/** State for a link from a list to one of its records, so that the record's Back returns to the same search. */
export function useListState(): ListState {
  const { pathname, search } = useLocation();
  const list = `${pathname}${search}`;
  return useMemo(() => ({ list }), [list]);
}

/** The address of a record's Back: the list it was opened from if it is at `path`, otherwise `otherwise`. */
export function listAddress(state: unknown, path: string, otherwise = path): string {
  if (typeof state !== 'object' || state === null || !('list' in state)) return otherwise;
  const { list } = state;
  return typeof list === 'string' && (list === path || list.startsWith(`${path}?`)) ? list : otherwise;
}

/** {@link listAddress} for the current page. */
export const useListAddress = (path: string, otherwise = path): string =>
  listAddress(useLocation().state, path, otherwise);

/** The number of rows in a list's address (`shown`): a number of whole pages, or all. */
export function shownFrom(text: string | null, pageSize: number): number {
  if (text === 'all') return Infinity;
  const asked = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
  return Math.max(pageSize, Math.ceil(asked / pageSize) * pageSize);
}
