import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** All rooms and equipment of the practice, archived ones last. */
export const useAllResources = () => useQuery(actionQuery('resources', { include_retired: '1' }));
