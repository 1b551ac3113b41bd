// Free of zod: the browser previews messages with the function that the server composes them with.

/** Occasions on which a practice writes to a client about an appointment. */
export const messageKinds = [
  'request_received',
  'booking_confirmation',
  'booking_change',
  'booking_cancellation',
  'booking_change_needed',
  'booking_reminder',
  'ready_for_collection',
  'deposit_returned',
  'waitlist_offer',
  'waitlist_missed',
  'recall',
  'request_declined',
  'change_declined',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The kind of a message in a staff member's own words: no occasion, and no text in Settings. */
export const ownWords = 'own_words';
/** Every kind of message that is sent. */
export const sentKinds = [...messageKinds, ownWords] as const;
export type SentKind = (typeof sentKinds)[number];

export const messageChannels = ['sms', 'email'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The variables a text may contain, in double braces, each with an example for previews. */
export const messageVariables = {
  client_name: 'Ann Miller',
  client_first_name: 'Ann',
  animal_name: 'Biscuit',
  practice_name: 'Willow Vets',
  practice_phone: '01632 960144',
  portal_link: 'https://burrow.example/app/cp?tenant=1',
  date: 'Tuesday 3 March',
  time: '09:30',
  service: 'Consultation',
  staff_member: 'Sam Okafor',
  amount: '£10.00',
  offer_link: 'https://burrow.example/l/Ab3_dE-9xYz0',
  held_until: '10:15',
  manage_link: 'https://burrow.example/l/Ab3_dE-9xYz0',
  free_until: 'Monday 2 March at 09:30',
  cancelled_by: 'you',
  kept: '£10.00',
  waived: '£10.00',
  reason: 'Sam is away that day.',
  care: "Biscuit's booster is due 14 March, Rex's on 20 March.",
  book_link: 'https://burrow.example/l/Ab3_dE-9xYz0',
} as const;
export type MessageVariable = keyof typeof messageVariables;

/** The variables that a reply template may contain; they are filled in when staff insert it. */
export const replyVariables = [
  'client_first_name',
  'client_name',
  'animal_name',
  'practice_name',
  'practice_phone',
  'portal_link',
] as const satisfies readonly MessageVariable[];

const allVariables: readonly string[] = Object.keys(messageVariables);

// No optional white space around the name: it is trimmed in code, so that the pattern cannot backtrack.
const placeholder = /\{\{([^{}]*)\}\}/g;

/** The variables in a text that are not `known`, each once, as they are written. */
function unknownVariables(text: string, known: readonly string[]): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());
  return [...new Set(names)].filter((name) => !known.includes(name)).map((name) => `{{${name}}}`);
}

/** A sentence for the author that names the unknown variables of a text; null when there are none. */
export function unknownVariablesProblem(text: string): string | null {
  const unknown = unknownVariables(text, allVariables);
  if (unknown.length === 1) return `${unknown[0]} isn’t a known variable.`;
  return unknown.length > 1 ? `These aren’t known variables: ${unknown.join(', ')}.` : null;
}

/** Like {@link unknownVariablesProblem}, for a reply template, which can contain {@link replyVariables} only. */
export function unknownReplyVariablesProblem(text: string): string | null {
  const unknown = unknownVariables(text, replyVariables);
  if (unknown.length === 1) return `${unknown[0]} can’t be used in a reply template.`;
  return unknown.length > 1 ? `These can’t be used in a reply template: ${unknown.join(', ')}.` : null;
}

/** A sentence for the author about invalid variables in a text; null when all are valid. */
export const variablesProblem = (text: string): string | null =>
  unknownVariablesProblem(text) ?? bracesProblem(text);

/** Like {@link variablesProblem}, for a reply template. */
export const replyVariablesProblem = (text: string): string | null =>
  unknownReplyVariablesProblem(text) ?? bracesProblem(text);

/** A variable that lacks a brace would be sent as it is written. */
function bracesProblem(text: string): string | null {
  return /\{\{|\}\}/.test(text.replace(placeholder, ''))
    ? 'Put two braces on each side of a variable, such as {{animal_name}}.'
    : null;
}

/** A piece of a text; an unknown one is a variable without a meaning, as it is written. */
export interface FilledPart {
  /** Its offset in the written text. */
  at: number;
  text: string;
  isUnknown: boolean;
}

/** Like {@link fillIn}, in pieces, to show an author which variables are not `known` and will not be filled in. */
export function filledParts(
  text: string,
  values: Readonly<Partial<Record<MessageVariable, string>>>,
  known = allVariables,
): FilledPart[] {
  const parts: FilledPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: written = '', index } of text.matchAll(placeholder)) {
    const isUnknown = !known.includes(written.trim());
    parts.push({ at: end, text: text.slice(end, index), isUnknown: false });
    parts.push({ at: index, text: isUnknown ? whole : fillIn(whole, values), isUnknown });
    end = index + whole.length;
  }
  parts.push({ at: end, text: text.slice(end), isUnknown: false });
  return parts.filter((part) => part.text !== '');
}

/** The text with its variables as code looks for them: `{{ name }}` becomes `{{name}}`. */
export const withoutSpacesInVariables = (text: string): string =>
  text.replace(placeholder, (_whole, name: string) => `{{${name.trim()}}}`);

/** The text with its variables filled in; one without a value becomes an empty string. */
export function fillIn(text: string, values: Readonly<Partial<Record<MessageVariable, string>>>): string {
  return text.replace(placeholder, (_whole, written: string) => {
    const name = written.trim();
    return Object.hasOwn(values, name) ? (values[name as MessageVariable] ?? '') : '';
  });
}

/**
 * Removes the text that needs a variable without a value: the whole sentence, and a question right before it; in a
 * list without a full stop, such as a signature, the item with its label.
 */
export function withoutUnfilled(
  text: string,
  values: Readonly<Partial<Record<MessageVariable, string>>>,
): string {
  const lacks = (piece: string): boolean =>
    [...piece.matchAll(placeholder)].some(([, name = '']) => values[name.trim() as MessageVariable] === '');
  if (!lacks(text)) return text;
  const lines = text.split('\n').map((line) => {
    const kept: string[] = [];
    for (const piece of lacks(line) ? line.split(/(?<=[.!?]) +/) : [line]) {
      if (!lacks(piece)) kept.push(piece);
      else if (!/[.!?]$/.test(piece)) kept.push(withoutItems(piece, lacks));
      else if (kept.at(-1)?.endsWith('?')) kept.pop();
    }
    const shown = kept.filter(Boolean).join(' ');
    return { shown, isGone: shown === '' && line !== '' };
  });
  return lines
    .filter(({ isGone }) => !isGone)
    .map(({ shown }) => shown)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Removes list items that are only a variable without a value, with or without a label. */
const withoutItems = (piece: string, lacks: (item: string) => boolean): string =>
  piece
    .split(', ')
    .filter((item) => !(lacks(item) && /^(?:[^{}:]*: )?\{\{[^{}]*\}\}$/.test(item.trim())))
    .join(', ');

/** A longer text message would be split into many. */
export const maxSmsLength = 1000;
