import type { AnimalRecord } from '@burrow/contracts/animal';
import { PawPrint } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { reasonLabel } from '../archive-reasons.ts';

/** Says in a list that there are behaviour notes, which are on the animal's page. */
export const BehaviourBadge = () => (
  <Badge tone="pending" icon={<PawPrint aria-hidden="true" className="size-3" />}>
    Behaviour
  </Badge>
);

/** Whether an animal is active; if not, the `reason` if there is one. */
export function AnimalBadge({
  active,
  reason = null,
}: {
  active: AnimalRecord['active'];
  reason?: AnimalRecord['archived_reason'];
}) {
  if (active === '1') return <Badge tone="confirmed">Active</Badge>;
  const why = reasonLabel(reason);
  return (
    <>
      <Badge tone="void">Inactive</Badge>
      {why === null ? null : <Badge>{why}</Badge>}
    </>
  );
}
