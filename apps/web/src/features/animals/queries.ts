import { useQuery } from '@tanstack/react-query';
import { callAction } from '../../lib/api.ts';
import { usePagedList } from '../../lib/paged-list.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';

/** The animals that match: a first page that is soon there, then as many at a time as the server gives. */
export const useAnimals = (q: string) =>
  usePagedList({
    action: 'animals',
    q,
    read: (page, signal) => callAction('animals', page, { signal }),
    sizes: { first: 50, next: 500 },
  });

/** How many animals there are, how many match, and the three most common breeds. */
export const useAnimalCount = (q: string) => useQuery(steadyQuery('animals/count', { q }));

/** One animal; not asked for while `id` is null. */
export const useAnimal = (id: number | null) =>
  useQuery({ ...actionQuery('animal', { animal_id: id ?? 0 }), enabled: id !== null });

/** An animal's appointments, newest first. */
export const useBookingsOfAnimal = (id: number) =>
  useQuery(actionQuery('bookings_by_animal', { animal_id: id }));
