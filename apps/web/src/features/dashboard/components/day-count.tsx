import { Badge } from '../../../ui/badge.tsx';

const many = 3;

/** How many appointments a day has, cancelled ones not counted: red above three, otherwise blue. */
export function DayCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone={count > many ? 'attention-strong' : 'progress'} className="figures">
      {count}
      <span className="sr-only">{count === 1 ? ' appointment' : ' appointments'}</span>
    </Badge>
  );
}
