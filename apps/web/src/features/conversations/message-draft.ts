import type { MessageChannel } from '@burrow/contracts/message-text';
import { dropDraft, keepDraft, keptDraft, type DraftOwner, type DraftPlace } from '../../lib/drafts.ts';

/** A file that is sent with an email. */
export interface AttachedFile {
  file_id: number;
  filename: string;
  file_size: number;
}

/** The values of the message form, by the names of the command's input. */
export interface MessageValues {
  channel: MessageChannel;
  subject: string;
  body: string;
  file_ids: readonly AttachedFile[];
}

const isBlank = ({ subject, body, file_ids: files }: MessageValues): boolean =>
  subject.trim() === '' && body.trim() === '' && files.length === 0;

const filesWithout = ({ file_ids: files }: MessageValues, { file_ids: others }: MessageValues) =>
  files.filter(({ file_id: id }) => others.every((other) => other.file_id !== id));

/** What remains of a message after `sent` was sent: what was written since, and of an email that a text left unfinished. */
export function withoutSent(now: MessageValues, sent: MessageValues): MessageValues {
  const body = now.body.startsWith(sent.body) ? now.body.slice(sent.body.length).trimStart() : now.body;
  if (sent.channel === 'sms') return { ...now, body };
  const subject = now.subject === sent.subject ? '' : now.subject;
  return { ...now, subject, body, file_ids: filesWithout(now, sent) };
}

/** A message with another before it, which could not be sent. */
export function withUnsent(now: MessageValues, unsent: MessageValues): MessageValues {
  if (isBlank(now)) return unsent;
  const body = now.body.startsWith(unsent.body) ? now.body : `${unsent.body}\n\n${now.body}`.trimEnd();
  if (unsent.channel === 'sms') return { ...now, body };
  const subject = now.subject.trim() === '' ? unsent.subject : now.subject;
  return { ...now, subject, body, file_ids: [...unsent.file_ids, ...filesWithout(now, unsent)] };
}

const isFile = (value: unknown): value is AttachedFile =>
  typeof value === 'object' && value !== null && 'file_id' in value && 'file_size' in value;

/** The unsent message of a person to a client, in this browser until it is sent or they sign out. */
export function messageDraft(owner: DraftOwner, clientId: number) {
  const place: DraftPlace = {
    owner: { tenantId: owner.tenantId, userId: owner.userId },
    name: `message ${clientId}`,
    today: null,
  };
  const drop = () => dropDraft(localStorage, place);
  const read = (): MessageValues | null => {
    const kept: Partial<Record<keyof MessageValues, unknown>> | null = keptDraft(localStorage, place);
    if (kept === null) return null;
    return {
      channel: kept.channel === 'email' ? 'email' : 'sms',
      subject: typeof kept.subject === 'string' ? kept.subject : '',
      body: typeof kept.body === 'string' ? kept.body : '',
      file_ids: Array.isArray(kept.file_ids) ? kept.file_ids.filter(isFile) : [],
    };
  };
  const keep = (values: MessageValues): void => {
    if (isBlank(values)) return drop();
    try {
      keepDraft(localStorage, place, values);
    } catch (error) {
      // The storage is full or not allowed; the text is still in the form.
      console.info('The message could not be kept.', error);
    }
  };
  return {
    drop,
    /** The draft; null if there is none. */
    read,
    keep,
    /** Adds a file to the draft, while no form has it. */
    attach: (file: AttachedFile): void => {
      const draft = read() ?? { channel: 'email', subject: '', body: '', file_ids: [] };
      keep({ ...draft, file_ids: [...draft.file_ids, file] });
    },
  };
}
