import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';

const minute = 60_000;

/** Who is here and who is expected today; live, and read again each minute. */
export const useBookingsHere = (enabled = true) =>
  useQuery({ ...actionQuery('bookings_here', {}), refetchInterval: minute, enabled });
