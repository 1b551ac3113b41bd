import { useQuery } from '@tanstack/react-query';
import { callAction } from '../../lib/api.ts';
import { usePagedList, type PageRequest } from '../../lib/paged-list.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { breedsMatching } from './breeds-matching.ts';

type Status = PageRequest['status'];

/** The animals of a status that match: a first page that is soon there, then as many at a time as the server gives. */
export const useAnimals = (q: string, status: Status) =>
  usePagedList({
    action: 'animals',
    q,
    status,
    read: (page, signal) => callAction('animals', page, { signal }),
    sizes: { first: 50, next: 500 },
  });

/** How many animals of a status there are, how many match, and the three most common breeds. */
export const useAnimalCount = (q: string, status: Status) =>
  useQuery(steadyQuery('animals/count', { q, ...(status === undefined ? {} : { status }) }));

/** One animal; not asked for while `id` is null. */
export const useAnimal = (id: number | null) =>
  useQuery({ ...actionQuery('animal', { animal_id: id ?? 0 }), enabled: id !== null });

/** An animal's appointments, newest first. */
export const useBookingsOfAnimal = (id: number) =>
  useQuery(actionQuery('bookings_by_animal', { animal_id: id }));

/** An animal's weights, oldest first. */
export const useWeights = (id: number) => useQuery(actionQuery('animal_weights', { animal_id: id }));

/** The kinds of animals the practice treats or once did; they seldom change. */
export const useSpecies = () => useQuery({ ...actionQuery('animal_species', {}), staleTime: 5 * 60_000 });

/** Clients in use whose name, phone or address matches; nothing is asked for an empty search. */
export const useClientSearch = (q: string) =>
  useQuery({ ...steadyQuery('clients', { q, status: 'active', limit: 20 }), enabled: q !== '' });

/** Breeds of the practice's animals that go on from what is being typed; none for less than two letters. */
export function useBreedSuggestions(typed: string): readonly string[] {
  const q = useDebounced(typed.trim());
  const found = useQuery({ ...steadyQuery('animals', { q, limit: 100 }), enabled: q.length >= 2 });
  return breedsMatching(found.data ?? [], typed);
}
