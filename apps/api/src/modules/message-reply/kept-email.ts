import { maxEmailLength } from '@burrow/contracts/conversation-limits';
import { cutText } from '../../lib/cut-text.ts';
import type { IncomingMail } from '../../lib/ports/mail-reader.ts';

const maxNamed = 5;
const maxName = 60;

/** An email as the practice reads it: what was not kept, and an unknown sender, are named below the text. */
export function bodyOf(
  { text, from }: Pick<IncomingMail, 'text' | 'from'>,
  { clientEmail, leftOut }: { clientEmail: string | null; leftOut: readonly string[] },
): string {
  const notes = [...senderNote(from, clientEmail), ...leftOutNote(leftOut)];
  const longNote = `The end of this email wasn’t kept: it’s longer than ${maxEmailLength.toLocaleString('en-GB')} characters.`;
  const room = maxEmailLength - [longNote, ...notes].join('\n').length - 2;
  const characters = Array.from(text);
  const words = characters.slice(0, room).join('').trimEnd() || '(no text)';
  if (characters.length > room) notes.unshift(longNote);
  return notes.length === 0 ? words : `${words}\n\n${notes.join('\n')}`;
}

function senderNote(from: string, clientEmail: string | null): string[] {
  if (from === '') return ['Sent without an address.'];
  return from.toLowerCase() === clientEmail?.toLowerCase() ? [] : [`Sent from ${from}.`];
}

function leftOutNote(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const named = names.slice(0, maxNamed).map((name) => cutText(name, maxName));
  const more = names.length - named.length;
  const count = names.length === 1 ? '1 attachment wasn’t kept' : `${names.length} attachments weren’t kept`;
  return [`${count}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`];
}
