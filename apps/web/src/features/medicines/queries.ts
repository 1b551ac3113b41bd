import { useQuery } from '@tanstack/react-query';
import { actionQuery, steadyQuery } from '../../lib/query.ts';

/** The practice's vaccines and medicines in use, by name. They rarely change. */
export const useMedicines = () =>
  useQuery({ ...actionQuery('medicines', { status: 'active' }), staleTime: 60_000 });

export const useArchivedMedicines = () => useQuery(actionQuery('medicines', { status: 'archived' }));

/** The batches that were given and match a search, the most recent first. */
export const useBatches = (q: string) => useQuery(steadyQuery('medicine_batches', q === '' ? {} : { q }));
