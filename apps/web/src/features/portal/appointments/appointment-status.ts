import type { BadgeTone } from '../../../ui/badge.tsx';

interface Look {
  label: string;
  tone: BadgeTone;
}

/** The list and the page of an appointment colour some statuses differently. */
type Screen = 'list' | 'detail';

const looks: Partial<Record<string, { label: string } & Record<Screen, BadgeTone>>> = {
  pending: { label: 'Awaiting Confirmation', list: 'pending', detail: 'pending' },
  confirmed: { label: 'Confirmed', list: 'confirmed', detail: 'progress' },
  completed: { label: 'Completed', list: 'done', detail: 'confirmed' },
  cancelled: { label: 'Cancelled', list: 'attention', detail: 'attention' },
};

/** The label and colour of an appointment's status for a pet owner; an unknown status is shown as it is, in grey. */
export function statusLook(status: string, screen: Screen): Look {
  const look = looks[status.toLowerCase()];
  return look === undefined ? { label: status, tone: 'done' } : { label: look.label, tone: look[screen] };
}

/** A request to change the appointment that waits for the practice's answer. */
export const askedInWords = { move: 'You asked to move it', cancel: 'You asked to cancel it' };
