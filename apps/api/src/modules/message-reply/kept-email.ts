import { maxEmailLength } from '@burrow/contracts/conversation-limits';
import { AppError } from '../../lib/app-error.ts';
import { cutText } from '../../lib/cut-text.ts';
import type { IncomingMail } from '../../lib/ports/mail-reader.ts';

const maxNamed = 5;
const maxName = 60;

/** Why an attachment was not kept: most are the codes by which a file is refused. */
const reasons = {
  file_type_not_supported: 'because only images, PDF, Word and text files are accepted',
  file_too_large: 'because each file can be at most 10 MB',
  too_many_files: 'because this client can’t have any more files',
  storage_full: 'because the practice’s file storage is full',
  too_many_attachments:
    'because only the first 5 attachments of an email are kept, up to 10 MB in total, and empty ones aren’t',
} as const;

export interface LeftOut {
  filename: string;
  reason: keyof typeof reasons;
}

/** The reason for which an error refuses a file, or the space for it; null for any other error, which may be over later. */
export const refusalOf = (error: unknown): LeftOut['reason'] | null =>
  error instanceof AppError && error.code in reasons ? (error.code as LeftOut['reason']) : null;

/** An email as the practice reads it: what was not kept, and an unknown sender, are named below the text. */
export function bodyOf(
  { text, from }: Pick<IncomingMail, 'text' | 'from'>,
  { clientEmail, leftOut }: { clientEmail: string | null; leftOut: readonly LeftOut[] },
): string {
  const notes = [...senderNote(from, clientEmail), ...leftOutNotes(leftOut)];
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

/** A line for each reason. */
const leftOutNotes = (leftOut: readonly LeftOut[]): string[] =>
  [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, files]) => {
    const named = files.slice(0, maxNamed).map(({ filename }) => cutText(filename, maxName));
    const more = files.length - named.length;
    const count =
      files.length === 1 ? '1 attachment wasn’t kept' : `${files.length} attachments weren’t kept`;
    return `${count} ${reasons[reason]}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  });
