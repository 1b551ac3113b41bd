import { Badge } from '../../../ui/badge.tsx';
import { statusLook } from './appointment-status.ts';

/** An appointment's status, in the colour of the screen it is on. */
export function AppointmentBadge({ status, on }: { status: string; on: 'list' | 'detail' }) {
  const { label, tone } = statusLook(status, on);
  return <Badge tone={tone}>{label}</Badge>;
}
