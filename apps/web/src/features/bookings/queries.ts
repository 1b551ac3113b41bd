import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../lib/api.ts';
import { actionQuery, steadyQuery } from '../../lib/query.ts';

/** One appointment with everything its page shows; disabled while `id` is null. */
export const useBooking = (id: number | null) =>
  useQuery({ ...actionQuery('booking', { booking_id: id ?? 0 }), enabled: id !== null });

/** What cancelling an appointment does to its deposit, by who cancels; read when its dialog opens. */
export const useCancelPreview = (id: number, enabled = true) =>
  useQuery({ ...actionQuery('booking_cancel_preview', { booking_id: id }), staleTime: 0, enabled });

/** The staff who take appointments. They rarely change, so they stay fresh for five minutes. */
export const useStaff = () => useQuery({ ...actionQuery('staff', {}), staleTime: 5 * 60_000 });

/** The rooms and equipment that appointments can use. */
export const useResources = () => useQuery({ ...actionQuery('resources', {}), staleTime: 5 * 60_000 });

export const useClient = (id: number | null) =>
  useQuery({ ...actionQuery('client', { client_id: id ?? 0 }), enabled: id !== null });

export const useAnimal = (id: number | null) =>
  useQuery({ ...actionQuery('animal', { animal_id: id ?? 0 }), enabled: id !== null });

export const useAnimalsOfClient = (clientId: number | null) =>
  useQuery({ ...actionQuery('animals_by_client', { client_id: clientId ?? 0 }), enabled: clientId !== null });

/**
 * Searches animals that can be booked, and clients without animals, by names or phone number. An empty search sends no
 * request.
 */
export function useCallerSearch(q: string) {
  const enabled = q !== '';
  const animals = useQuery({ ...steadyQuery('animals', { q, limit: 20, bookable: '1' }), enabled });
  const clients = useQuery({ ...steadyQuery('clients', { q, limit: 10, without_animals: '1' }), enabled });
  return {
    animals: animals.data ?? [],
    clients: clients.data ?? [],
    isFetching: animals.isFetching || clients.isFetching,
    error: animals.error ?? clients.error,
  };
}

export interface DayOfTimes {
  date: string;
  minutes: number;
  staffId: number | null;
  /** Without a person: whether someone who provides the service must be free. */
  anyone?: boolean;
  /** The animal, to exclude times when it has another appointment. */
  animalId?: number | null;
  /** The appointment that is being moved. */
  bookingId?: number;
  /** The service, whose staff, rooms and equipment must be free; of a moved appointment its own if missing. */
  serviceId?: number | null;
}

/** The start times of a day; disabled while `day` is null. With `time`, also the conflicts of that time. */
export const useFreeTimes = (day: DayOfTimes | null, time?: string) =>
  useQuery({
    ...steadyQuery('bookings/free_times', {
      date: day?.date ?? '',
      duration_minutes: day?.minutes ?? 0,
      ...(day?.staffId ? { staff_id: day.staffId } : {}),
      ...(day?.anyone ? { anyone: '1' } : {}),
      ...(day?.animalId ? { animal_id: day.animalId } : {}),
      ...(day?.bookingId === undefined ? {} : { booking_id: day.bookingId }),
      ...(day?.serviceId ? { service_id: day.serviceId } : {}),
      ...(time === undefined ? {} : { time }),
    }),
    enabled: day !== null,
  });

type DayAnswer = OutputOf<'bookings/free_times'>;
export type AskedTime = DayAnswer & { asked: NonNullable<DayAnswer['asked']> };

/** The conflicts of one time on a day; null while loading and without a time. */
export function useAskedTime(day: DayOfTimes | null, time: string): AskedTime | null {
  const isTime = /^\d\d:\d\d$/.test(time);
  const answer = useFreeTimes(isTime ? day : null, time);
  const { data } = answer;
  if (!isTime || !data || answer.isPlaceholderData || data.asked === null) return null;
  return { ...data, asked: data.asked };
}
