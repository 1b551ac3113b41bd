import { useQuery } from '@tanstack/react-query';
import { callAction, type InputOf } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

type Status = InputOf<'animals'>['status'];

const matching = (q: string, status: Status) => ({ q, ...(status === undefined ? {} : { status }) });

/**
 * The matching animals of a status: a small first page, which loads quickly, then the largest pages the server allows.
 */
export const useAnimals = (q: string, status: Status) =>
  usePagedList({
    action: 'animals',
    asked: matching(q, status),
    read: (input, signal) => callAction('animals', input, { signal }),
    sizes: { first: 50, next: 500 },
    nameOf: ({ animal_name: name }) => name,
  });

/** The number of animals of a status, the number that match, and the three most common breeds. */
export const useAnimalCount = (q: string, status: Status) =>
  useQuery(steadyQuery('animals/count', matching(q, status)));

/** One animal; disabled while `id` is null. */
export const useAnimal = (id: number | null) =>
  useQuery({ ...actionQuery('animal', { animal_id: id ?? 0 }), enabled: id !== null });

/** An animal's appointments, newest first. */
export const useBookingsOfAnimal = (id: number) =>
  useQuery(actionQuery('bookings_by_animal', { animal_id: id }));

/** An animal's weights, oldest first. */
export const useWeights = (id: number) => useQuery(actionQuery('animal_weights', { animal_id: id }));

/** The animals that have a microchip number; disabled while it is null. */
export const useAnimalsWithMicrochip = (microchip: string | null) =>
  useQuery({
    ...steadyQuery('animals/by_microchip', { microchip: microchip ?? '' }),
    enabled: microchip !== null,
  });

/** An animal's owners over time, the current one first. */
export const useOwners = (id: number) => useQuery(actionQuery('animal_owners', { animal_id: id }));

/** Active clients whose name, phone or address matches; disabled for an empty search. */
export const useClientSearch = (q: string) =>
  useQuery({ ...steadyQuery('clients', { q, status: 'active', limit: 20 }), enabled: q !== '' });

const noBreeds: readonly string[] = [];

/** The practice's breeds that contain the typed text, the most common first; none below two letters. */
export function useBreedSuggestions(typed: string): readonly string[] {
  const q = useDebounced(typed.trim());
  const found = useQuery({ ...steadyQuery('animals/breeds', { q }), enabled: q.length >= 2 });
  return q.length >= 2 ? (found.data ?? noBreeds) : noBreeds;
}
