import { useQuery } from '@tanstack/react-query';
import { callAction, type InputOf } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

type Status = InputOf<'animals'>['status'];

const matching = (q: string, status: Status) => ({ q, ...(status === undefined ? {} : { status }) });

/** The animals of a status that match: a first page that is soon there, then as many at a time as the server gives. */
export const useAnimals = (q: string, status: Status) =>
  usePagedList({
    action: 'animals',
    asked: matching(q, status),
    read: (input, signal) => callAction('animals', input, { signal }),
    sizes: { first: 50, next: 500 },
  });

/** How many animals of a status there are, how many match, and the three most common breeds. */
export const useAnimalCount = (q: string, status: Status) =>
  useQuery(steadyQuery('animals/count', matching(q, status)));

/** One animal; not asked for while `id` is null. */
export const useAnimal = (id: number | null) =>
  useQuery({ ...actionQuery('animal', { animal_id: id ?? 0 }), enabled: id !== null });

/** An animal's appointments, newest first. */
export const useBookingsOfAnimal = (id: number) =>
  useQuery(actionQuery('bookings_by_animal', { animal_id: id }));

/** An animal's weights, oldest first. */
export const useWeights = (id: number) => useQuery(actionQuery('animal_weights', { animal_id: id }));

/** Clients in use whose name, phone or address matches; nothing is asked for an empty search. */
export const useClientSearch = (q: string) =>
  useQuery({ ...steadyQuery('clients', { q, status: 'active', limit: 20 }), enabled: q !== '' });

const noBreeds: readonly string[] = [];

/** Breeds of the practice that contain what is being typed, the most common first; none for less than two letters. */
export function useBreedSuggestions(typed: string): readonly string[] {
  const q = useDebounced(typed.trim());
  const found = useQuery({ ...steadyQuery('animals/breeds', { q }), enabled: q.length >= 2 });
  return q.length >= 2 ? (found.data ?? noBreeds) : noBreeds;
}
