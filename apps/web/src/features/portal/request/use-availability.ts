import { useQuery } from '@tanstack/react-query';
import { steadyQuery } from '../../../lib/query.ts';

/**
 * A month of the practice's days with their times, for a service and a person if chosen. Others request the same times,
 * so it is refetched whenever the person returns to the page.
 */
export function useAvailability(month: string, serviceId: string, staffId: string) {
  const answer = useQuery({
    ...steadyQuery('cp/booking_availability', {
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      ...(serviceId === '' ? {} : { service_id: Number(serviceId) }),
      ...(staffId === '' ? {} : { staff_id: Number(staffId) }),
    }),
    refetchOnWindowFocus: 'always',
  });
  return { ...answer, dayOf: (date: string) => answer.data?.days.find((day) => day.date === date) };
}

export type Availability = ReturnType<typeof useAvailability>;
