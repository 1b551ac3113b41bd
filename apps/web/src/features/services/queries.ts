import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** All services of the practice, those no longer offered last. */
export const useAllServices = () => useQuery(actionQuery('booking_types', { include_retired: '1' }));
