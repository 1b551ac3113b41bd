import { TriangleAlert } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

/** Warns in a list that there is something the animal can't stand; the details are on its page. */
export const AllergiesBadge = () => (
  <Badge tone="attention" icon={<TriangleAlert aria-hidden="true" className="size-3" />}>
    Allergies
  </Badge>
);

/** Whether an animal is still looked after. */
export function AnimalBadge({ active }: { active: '1' | '0' }) {
  return active === '1' ? <Badge tone="confirmed">Active</Badge> : <Badge tone="void">Inactive</Badge>;
}
