import { Badge } from '../../../ui/badge.tsx';

/** Whether a client is active, archived or erased. */
export function ClientBadge({ active, erased = '0' }: { active: '1' | '0'; erased?: '1' | '0' }) {
  if (erased === '1') return <Badge tone="void">Erased</Badge>;
  return active === '1' ? <Badge tone="confirmed">Active</Badge> : <Badge tone="void">Archived</Badge>;
}
