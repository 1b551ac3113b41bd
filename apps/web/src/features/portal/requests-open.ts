import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';
import { hasOpeningHours } from './opening-hours.ts';
import { usePetSpecies } from './pets/queries.ts';
import { portalPracticeQuery } from './portal-practice.ts';

/** The services that can be requested; they rarely change. */
export const portalServicesQuery = { ...actionQuery('cp/booking_services', {}), staleTime: 5 * 60_000 };

/**
 * Whether appointments can be requested: the practice accepts requests, and has set up services, species and opening
 * hours for them. Undefined while this loads; a part that fails to load counts as set up.
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
