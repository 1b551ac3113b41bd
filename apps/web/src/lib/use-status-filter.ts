import { useLocation, useSearchParams } from 'react-router-dom';

const filters = [
  { name: 'active', label: 'Active' },
  { name: 'archived', label: 'Archived' },
  { name: 'all', label: 'All' },
] as const;

/** Which records a directory shows. */
export type StatusFilter = (typeof filters)[number]['name'];

/** The filter in the address (`status`); records in use if it is missing or unknown. */
export const statusFilterFrom = (text: string | null): StatusFilter =>
  filters.find(({ name }) => name === text)?.name ?? 'active';

/**
 * A directory's filter, stored in the address. `wanted` is the filter for the server (undefined for all); `links` are
 * the choices, each keeping the rest of the search except how many rows are shown.
 */
export function useStatusFilter() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const status = statusFilterFrom(params.get('status'));
  const linkTo = (name: StatusFilter): string => {
    const search = new URLSearchParams(params);
    search.delete('shown');
    if (name === 'active') search.delete('status');
    else search.set('status', name);
    const text = search.toString();
    return text === '' ? pathname : `${pathname}?${text}`;
  };
  return {
    status,
    wanted: status === 'all' ? undefined : status,
    links: filters.map(({ name, label }) => ({ label, to: linkTo(name), active: name === status })),
  };
}
