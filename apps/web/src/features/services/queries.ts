import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** The services that can be booked. They rarely change, so they stay fresh for five minutes. */
export const servicesQuery = { ...actionQuery('booking_types', {}), staleTime: 5 * 60_000 };

export const useServices = () => useQuery(servicesQuery);

/** All services of the practice, archived ones last. */
export const useAllServices = () => useQuery(actionQuery('booking_types', { include_retired: '1' }));
