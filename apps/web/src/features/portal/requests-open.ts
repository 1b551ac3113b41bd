import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';
import { hasOpeningHours } from './opening-hours.ts';
import { usePetSpecies } from './pets/queries.ts';
import { portalPracticeQuery } from './portal-practice.ts';

/** The services that can be asked for; they seldom change. */
export const portalServicesQuery = { ...actionQuery('cp/booking_services', {}), staleTime: 5 * 60_000 };

/**
 * Whether appointments can be requested here: the practice takes requests, and has set up services, species and opening
 * hours for them. Undefined while this loads; an answer that fails to load counts as set up.
 */
export function useRequestsOpen(): boolean | undefined {
  const practice = useQuery(portalPracticeQuery);
  const services = useQuery(portalServicesQuery);
  const species = usePetSpecies();
  const isClosed =
    (practice.data && (!practice.data.requests_open || !hasOpeningHours(practice.data.business_hours))) ||
    services.data?.length === 0 ||
    species.data?.length === 0;
  if (isClosed) return false;
  return practice.isPending || services.isPending || species.isPending ? undefined : true;
}
