import { addDays } from '@burrow/contracts/calendar-day';
import type { CareType } from '@burrow/contracts/care';
import { dueSoonDays, type CareState, type RecallObstacle } from '@burrow/contracts/care-limits';
import { plural } from '../../lib/format.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const unitOptions = [
  { value: 'days', label: 'days' },
  { value: 'weeks', label: 'weeks' },
  { value: 'months', label: 'months' },
] as const;

const span = (count: number, unit: string): string => plural(count, unit.slice(0, -1));

/** 'Messages 30 days before, 7 days before, on the day, 30 days after'. */
export function stepsInWords(steps: readonly number[]): string {
  if (steps.length === 0) return 'No messages';
  const words = steps.map((step) =>
    step === 0 ? 'on the day' : `${plural(Math.abs(step), 'day')} ${step < 0 ? 'before' : 'after'}`,
  );
  return `Messages ${words.join(', ')}`;
}

/** 'Dog · every 12 months · first at 8 weeks · group Vaccination'. */
export const typeInWords = (type: CareType): string =>
  [
    type.species ?? 'Any species',
    type.every_count !== null && type.every_unit !== null
      ? `every ${span(type.every_count, type.every_unit)}`
      : 'once',
    type.first_count !== null && type.first_unit !== null
      ? `first at ${span(type.first_count, type.first_unit)}`
      : '',
    type.group === null ? '' : `group ${type.group}`,
    type.service ?? '',
  ]
    .filter(Boolean)
    .join(' · ');

export const obstacles: Readonly<Record<RecallObstacle, string>> = {
  archived: 'Client archived',
  opted_out: 'Opted out of recalls',
  no_channel: 'No phone or email we may use',
  this_week: 'Already messaged this week',
  overdue: 'Already overdue',
};

const states: Readonly<Record<Exclude<CareState, 'told'>, { label: string; tone: BadgeTone }>> = {
  due: { label: 'Due', tone: 'pending' },
  booked: { label: 'Booked', tone: 'confirmed' },
  done: { label: 'Done', tone: 'done' },
  dismissed: { label: 'Dismissed', tone: 'void' },
  stopped: { label: 'Stopped', tone: 'void' },
};

/** The word and colour for the state of a due date. */
export function stateWords(
  {
    state,
    told,
    due_on,
    requested,
  }: { state: CareState; told: number; due_on: string; requested: '1' | '0' },
  today: string,
): { label: string; tone: BadgeTone } {
  if (requested === '1') return { label: 'Requested', tone: 'pending' };
  if (state === 'told')
    return { label: told === 1 ? 'Message sent' : `${told} messages sent`, tone: 'progress' };
  if (state !== 'due') return states[state];
  if (due_on < today) return { label: 'Overdue', tone: 'attention' };
  return due_on > addDays(today, dueSoonDays) ? { label: 'Not due yet', tone: 'done' } : states.due;
}
