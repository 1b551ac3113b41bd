import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../lib/query.ts';
import { useServices } from '../services/queries.ts';
import { useSpecies } from '../species/queries.ts';
import { itemState, type ItemState } from './checklist-state.ts';
import { useOtherBusinessType } from './setup-flags.ts';

const useAskedFields = () => useQuery(actionQuery('booking_custom_fields', {}));

export interface Checklist {
  services: ItemState;
  species: ItemState;
  businessType: ItemState;
  allPass: boolean;
  /** Refetches the queries that failed. */
  retry: () => void;
}

/** The progress of a practice's first-time setup. */
export function useChecklist(practiceId: number): Checklist {
  const [services, species, fields] = [useServices(), useSpecies(), useAskedFields()];
  const other = useOtherBusinessType(practiceId);
  const states = {
    services: itemState(services),
    species: itemState(species),
    businessType: other ? ('pass' as const) : itemState(fields),
  };
  return {
    ...states,
    allPass: Object.values(states).every((state) => state === 'pass'),
    retry: () => {
      for (const query of [services, species, fields]) if (query.isError) void query.refetch();
    },
  };
}
