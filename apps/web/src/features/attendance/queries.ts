import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

const minute = 60_000;

/** Who is here and who is expected today; updated live, and refetched every minute. */
export const useBookingsHere = (enabled = true) =>
  useQuery({ ...actionQuery('bookings_here', {}), refetchInterval: minute, enabled });
