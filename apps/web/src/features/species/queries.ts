import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** The kinds of animals the practice treats or once did; they seldom change. */
export const useSpecies = () => useQuery({ ...actionQuery('animal_species', {}), staleTime: 5 * 60_000 });
