import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { actionQuery } from '../../../lib/query.ts';

/** A person whom a pet owner can choose. */
export type StaffChoice = OutputOf<'cp/booking_staff'>[number];

/**
 * The people whom a pet owner can choose for a service.
 * @param chosenId '' for no choice
 */
export function useStaff(serviceId: number | null, chosenId: string) {
  const { data } = useQuery({
    ...actionQuery('cp/booking_staff', { service_id: serviceId ?? 0 }),
    enabled: serviceId !== null,
  });
  return {
    people: data ?? [],
    /** Whether the chosen person is no longer among them; false until they are loaded. */
    isGone: chosenId !== '' && data !== undefined && !data.some(({ id }) => String(id) === chosenId),
  };
}

export type Staff = ReturnType<typeof useStaff>;
