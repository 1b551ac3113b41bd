import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';

/** What an animal is due or overdue for, without an appointment. */
export function CareBadges({ animalId }: { animalId: number }) {
  const formats = useFormats();
  const { data = [] } = useQuery(actionQuery('care_badges', { animal_ids: [animalId] }));
  return data.map((badge) => (
    <Badge key={`${badge.care_type} ${badge.due_on}`} tone={badge.overdue === '1' ? 'attention' : 'pending'}>
      {badge.care_type} {badge.overdue === '1' ? 'overdue since' : 'due'} {formats.shortDay(badge.due_on)}
    </Badge>
  ));
}
