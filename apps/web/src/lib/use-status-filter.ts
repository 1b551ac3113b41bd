import { useLocation, useSearchParams } from 'react-router-dom';

const filters = [
  { name: 'active', label: 'Active' },
  { name: 'archived', label: 'Archived' },
  { name: 'all', label: 'All' },
] as const;

/** Which records a directory shows. */
export type StatusFilter = (typeof filters)[number]['name'];

/** The filter an address asks for with `status`; the records in use when it says nothing known. */
export const statusFilterFrom = (text: string | null): StatusFilter =>
  filters.find(({ name }) => name === text)?.name ?? 'active';

/**
 * A directory's filter, which lives in the address. `wanted` is what to ask the server for (undefined for all), `links`
 * are the choices, each keeping the rest of the search but how far its list was unfolded.
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
