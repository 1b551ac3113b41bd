import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** The services that can be booked. They change seldom; five minutes spare a call for every dialog. */
export const servicesQuery = { ...actionQuery('booking_types', {}), staleTime: 5 * 60_000 };

export const useServices = () => useQuery(servicesQuery);

/** All services of the practice, those no longer offered last. */
export const useAllServices = () => useQuery(actionQuery('booking_types', { include_retired: '1' }));
