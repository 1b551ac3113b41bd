import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

/** Clients' requests to move or cancel that wait for an answer. */
export const useOpenChanges = () => useQuery(actionQuery('booking_changes', {}));
