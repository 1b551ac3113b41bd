import { useQuery } from '@tanstack/react-query';
import { actionQuery, steadyQuery } from '../../lib/query.ts';

/** One appointment with all its page shows; not asked for while `id` is null. */
export const useBooking = (id: number | null) =>
  useQuery({ ...actionQuery('booking', { booking_id: id ?? 0 }), enabled: id !== null });

/** The people who can be given appointments. They change seldom; five minutes spare a call for every dialog. */
export const useStaff = () => useQuery({ ...actionQuery('staff', {}), staleTime: 5 * 60_000 });

export const useClient = (id: number | null) =>
  useQuery({ ...actionQuery('client', { client_id: id ?? 0 }), enabled: id !== null });

export const useAnimal = (id: number | null) =>
  useQuery({ ...actionQuery('animal', { animal_id: id ?? 0 }), enabled: id !== null });

export const useAnimalsOfClient = (clientId: number | null) =>
  useQuery({ ...actionQuery('animals_by_client', { client_id: clientId ?? 0 }), enabled: clientId !== null });

/** Animals that can be booked whose name, breed or client matches; nothing is asked for an empty search. */
export const useAnimalSearch = (q: string) =>
  useQuery({ ...steadyQuery('animals', { q, limit: 20, bookable: '1' }), enabled: q !== '' });

export interface DayOfTimes {
  date: string;
  minutes: number;
  staffId: number | null;
  /** The appointment that is being moved. */
  bookingId?: number;
}

/** The start times of a day; not asked for while `day` is null. */
export const useFreeTimes = (day: DayOfTimes | null) =>
  useQuery({
    ...steadyQuery('bookings/free_times', {
      date: day?.date ?? '',
      duration_minutes: day?.minutes ?? 0,
      ...(day?.staffId ? { staff_id: day.staffId } : {}),
      ...(day?.bookingId === undefined ? {} : { booking_id: day.bookingId }),
    }),
    enabled: day !== null,
  });
