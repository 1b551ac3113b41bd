import type { BadgeTone } from '../../../ui/badge.tsx';

interface Look {
  label: string;
  tone: BadgeTone;
}

/** The list and an appointment's own page colour some states differently. */
type Screen = 'list' | 'detail';

const looks: Partial<Record<string, { label: string } & Record<Screen, BadgeTone>>> = {
  pending: { label: 'Awaiting Confirmation', list: 'pending', detail: 'pending' },
  confirmed: { label: 'Confirmed', list: 'confirmed', detail: 'progress' },
  completed: { label: 'Completed', list: 'done', detail: 'confirmed' },
  cancelled: { label: 'Cancelled', list: 'attention', detail: 'attention' },
};

/** Word and colour of an appointment's state for a pet owner; a state of another name is shown as it is, in grey. */
export function statusLook(status: string, screen: Screen): Look {
  const look = looks[status.toLowerCase()];
  return look === undefined ? { label: status, tone: 'done' } : { label: look.label, tone: look[screen] };
}
