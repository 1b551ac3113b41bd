import { useState } from 'react';

/**
 * The staff member for a request when it is accepted, and a function that chooses another one: the request's own, which may
 * change meanwhile, until one is chosen here. Null for none.
 */
export function useAcceptingStaff({ staff_id: own }: { staff_id: number | null }) {
  const [chosen, choose] = useState<number | null>();
  return [chosen === undefined ? own : chosen, choose] as const;
}
