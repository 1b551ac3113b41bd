import type { CareBadge } from '@burrow/contracts/care';
import { useQuery } from '@tanstack/react-query';
import type { Formats } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';

/** What an animal is due or overdue for, and when. */
export const DueBadge = ({ badge, formats }: { badge: CareBadge; formats: Formats }) => (
  <Badge
    tone={badge.overdue === '1' ? 'attention' : 'pending'}
    className="inline-block! max-w-full rounded-xl! whitespace-normal! wrap-anywhere"
  >
    {badge.care_type} {badge.overdue === '1' ? 'overdue since' : 'due'} {formats.shortDay(badge.due_on)}
  </Badge>
);

/**
 * What an animal is due or overdue for, without an appointment.
 * @param props.among the animals of a list, which are read together
 */
export function CareBadges({ animalId, among }: { animalId: number; among?: readonly number[] }) {
  const formats = useFormats();
  const { data = [] } = useQuery(actionQuery('care_badges', { animal_ids: among ? [...among] : [animalId] }));
  return data
    .filter((badge) => badge.animal_id === animalId)
    .map((badge) => <DueBadge key={`${badge.care_type} ${badge.due_on}`} badge={badge} formats={formats} />);
}
