import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** All species of the practice, including archived ones; they rarely change. */
export const useSpecies = () => useQuery({ ...actionQuery('animal_species', {}), staleTime: 5 * 60_000 });
