import { Badge } from '../../../ui/badge.tsx';

/** Whether a client is active or has been archived. */
export function ClientBadge({ active }: { active: '1' | '0' }) {
  return active === '1' ? <Badge tone="confirmed">Active</Badge> : <Badge tone="void">Archived</Badge>;
}
