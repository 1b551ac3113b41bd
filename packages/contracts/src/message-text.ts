// Free of zod: the browser shows previews with the same function that the server sends by.

/** Occasions on which a practice writes to a client about an appointment. */
export const messageKinds = [
  'request_received',
  'booking_confirmation',
  'booking_change',
  'booking_cancellation',
  'booking_reminder',
  'ready_for_collection',
  'deposit_returned',
] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageChannels = ['sms', 'email'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** What a text may name, in double braces, with an example for previews. */
export const messageVariables = {
  client_name: 'Ann Miller',
  client_first_name: 'Ann',
  animal_name: 'Biscuit',
  practice_name: 'Willow Vets',
  practice_phone: '01632 960144',
  portal_link: 'https://burrow.example/app/cp?tenant=1',
  date: 'Tuesday 3 March',
  time: '09:30',
  service: 'Check-up',
  staff_member: 'Sam Okafor',
  amount: '£10.00',
} as const;
export type MessageVariable = keyof typeof messageVariables;

// Nothing optional around the name: white space is trimmed in code, so that no text is tried in many ways.
const placeholder = /\{\{([^{}]*)\}\}/g;

/** The variables in a text that are none of {@link messageVariables}, each once. */
function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());
  return [...new Set(names)].filter((name) => !Object.hasOwn(messageVariables, name));
}

/** Which variables of a text nobody can fill in, as a sentence for its author; null when there are none. */
export function unknownVariablesProblem(text: string): string | null {
  const unknown = unknownVariables(text).map((name) => `{{${name}}}`);
  if (unknown.length === 1) return `${unknown[0]} isn’t a known variable.`;
  return unknown.length > 1 ? `These aren’t known variables: ${unknown.join(', ')}.` : null;
}

/** What is wrong with the variables of a text, as a sentence for its author; null when nothing is. */
export function variablesProblem(text: string): string | null {
  const unknown = unknownVariablesProblem(text);
  if (unknown !== null) return unknown;
  // What is left of a variable that lacks a brace would be sent as it stands.
  return /\{\{|\}\}/.test(text.replace(placeholder, ''))
    ? 'Put two braces on each side of a variable, such as {{animal_name}}.'
    : null;
}

/** A piece of a text; an unknown one is a variable that nobody can fill in, as it is written. */
export interface FilledPart {
  /** Where it begins in what was written. */
  at: number;
  text: string;
  isUnknown: boolean;
}

/** Like {@link fillIn}, in pieces, for an author who has to see what will not be filled in. */
export function filledParts(
  text: string,
  values: Readonly<Partial<Record<MessageVariable, string>>>,
): FilledPart[] {
  const parts: FilledPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: written = '', index } of text.matchAll(placeholder)) {
    const isUnknown = !Object.hasOwn(messageVariables, written.trim());
    parts.push({ at: end, text: text.slice(end, index), isUnknown: false });
    parts.push({ at: index, text: isUnknown ? whole : fillIn(whole, values), isUnknown });
    end = index + whole.length;
  }
  parts.push({ at: end, text: text.slice(end), isUnknown: false });
  return parts.filter((part) => part.text !== '');
}

/** The text with its variables filled in; what has no value becomes nothing. */
export function fillIn(text: string, values: Readonly<Partial<Record<MessageVariable, string>>>): string {
  return text.replace(placeholder, (_whole, written: string) => {
    const name = written.trim();
    return Object.hasOwn(values, name) ? (values[name as MessageVariable] ?? '') : '';
  });
}

/**
 * Removes what needs a variable without a value: the whole sentence, and a question right before it; in a list without a
 * full stop, such as a signature, the item.
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

/** Removes list items that are only a variable without a value. */
const withoutItems = (piece: string, lacks: (item: string) => boolean): string =>
  piece
    .split(', ')
    .filter((item) => !(lacks(item) && /^\{\{[^{}]*\}\}$/.test(item.trim())))
    .join(', ');

/** A text message that is longer would be many messages. */
export const longestSms = 1000;
