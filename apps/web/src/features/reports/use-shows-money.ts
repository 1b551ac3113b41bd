import { seesRevenue } from '@burrow/contracts/roles';
import { usePractice } from '../../lib/practice.ts';
import { useSession } from '../../lib/session-store.ts';

/** Whether the person may see revenue: a practice can hide it from staff. The server enforces it. */
export function useShowsMoney(): boolean {
  const { role } = useSession();
  const practice = usePractice();
  return seesRevenue(role, practice?.hide_revenue_from_staff === '1');
}
