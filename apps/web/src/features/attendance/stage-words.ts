import type { BookingStage } from '@burrow/contracts/booking-stage';
import { formatDuration } from '../../lib/format.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { StageChoice } from './stage-steps.ts';

interface StageLook {
  tone: BadgeTone;
  label: string;
}

const looks: Record<BookingStage, StageLook> = {
  arrived: { tone: 'pending', label: 'Waiting' },
  with: { tone: 'progress', label: 'With' },
  ready: { tone: 'confirmed', label: 'Ready to collect' },
  left: { tone: 'done', label: 'Left' },
};

/** Colour and words of a stage; `with` names the staff member. */
export function stageLook(stage: BookingStage, staff: string | null): StageLook {
  const { tone, label } = looks[stage];
  return stage === 'with' ? { tone, label: `With ${staff ?? 'staff'}` } : { tone, label };
}

/** The labels of the buttons that record a stage. */
export function stageLabel(stage: BookingStage, staff: string | null): string {
  const labels = { arrived: 'Arrived', with: `With ${staff ?? 'staff'}`, ready: 'Ready', left: 'Left' };
  return labels[stage];
}

/** The menu entries that undo a stage. */
export const notYetLabels: Record<BookingStage, string> = {
  arrived: 'Not arrived yet',
  with: 'Not with staff yet',
  ready: 'Not ready yet',
  left: 'Not left yet',
};

/** The toast after recording a stage. */
export function stageSaid(stage: StageChoice, animal: string, staff: string | null): string {
  const said = {
    none: `${animal} hasn’t arrived yet`,
    arrived: `${animal} has arrived`,
    with: `${animal} is with ${staff ?? 'staff'}`,
    ready: `${animal} is ready`,
    left: `${animal} has left`,
  };
  return said[stage];
}

/** '12 min', '1 h 5 min'; 'just now' for less than a minute. */
export const waitedText = (minutes: number): string => (minutes === 0 ? 'just now' : formatDuration(minutes));
