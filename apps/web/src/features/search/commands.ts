import type { Role } from '@burrow/contracts/roles';
import { deskAreasOf } from '../../lib/desk-areas.ts';
import { paths } from '../../lib/paths.ts';
import { settingsCategories } from '../settings/categories.ts';

/** An action, or a screen to open. */
export interface Command {
  label: string;
  /** A second line. */
  about?: string;
  /** Other words that match it. */
  words: string;
  to: Destination;
}

/** A dialog that the search opens. */
export type SearchedDialog = 'add-client' | 'walk-in';

/** An address, or a dialog. */
export type Destination = { path: string } | { dialog: SearchedDialog };

/** The actions of both roles of a practice. */
const actions: readonly Command[] = [
  {
    label: 'Book appointment',
    about: 'Or type “Max consultation tomorrow”',
    words: 'new add create booking',
    to: { path: paths.bookingCreate() },
  },
  { label: 'Walk-in', words: 'new book appointment now', to: { dialog: 'walk-in' } },
  { label: 'Add client', words: 'new create', to: { dialog: 'add-client' } },
  { label: 'Add animal', words: 'new create pet patient', to: { path: paths.animalCreate() } },
];

/** The screens that a role may open; `more` with each part of the settings. */
function screensOf(role: Role, today: string, more: boolean): Command[] {
  const screens = deskAreasOf(role).flatMap((area) =>
    area.screens.map(({ label, to }) => ({ label, to: { path: to }, words: '' })),
  );
  const calendar = {
    label: 'Calendar',
    about: 'Today’s appointments',
    words: 'month schedule',
    to: { path: paths.calendarDay(today) },
  };
  const waitlist = {
    label: 'Waitlist',
    about: 'Clients on the waitlist',
    words: 'waiting list gaps offers',
    to: { path: paths.waitlist },
  };
  const recalls = {
    label: 'Recalls',
    about: 'What animals are due',
    words: 'boosters vaccinations reminders due overdue',
    to: { path: paths.recalls() },
  };
  const batches = {
    label: 'Batches',
    about: 'Animals given a batch of a vaccine or medicine',
    words: 'batch recall lot manufacturer vaccines medicines',
    to: { path: paths.batches() },
  };
  const settings = screens.some(({ to }) => to.path === paths.settings()) && more ? settingsCategories : [];
  return [
    ...screens.toSpliced(1, 0, calendar, waitlist, recalls),
    ...(more ? [batches] : []),
    ...settings.map(({ id, label, about }) => ({
      label,
      about: `Settings: ${about}`,
      words: 'settings',
      to: { path: paths.settings(id) },
    })),
  ];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether every typed word begins a word of the command. */
function isMeant({ label, words, to }: Command, typed: readonly string[]): boolean {
  const known = wordsIn(`${label} ${words} ${'dialog' in to ? '' : 'go to open'}`);
  return typed.every((word) => known.some((one) => one.startsWith(word)));
}

/** The maximum number of commands offered for a text. */
const maxCommands = 6;

export interface Commands {
  actions: readonly Command[];
  screens: readonly Command[];
}

/** The actions and screens of a role that match `text`; without a text, the most frequent ones. */
export function commandsFor(role: Role, text: string, today: string): Commands {
  const typed = wordsIn(text);
  const screens = screensOf(role, today, typed.length > 0);
  if (text.trim() === '') return { actions, screens };
  const meant = (commands: readonly Command[]): Command[] =>
    typed.length === 0 ? [] : commands.filter((command) => isMeant(command, typed)).slice(0, maxCommands);
  return { actions: meant(actions), screens: meant(screens) };
}
