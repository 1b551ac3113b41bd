import type { ConversationMessage, ConversationRow } from '@burrow/contracts/conversation';
import { ownWords, type MessageChannel } from '@burrow/contracts/message-text';
import type { Formats } from '../../lib/format.ts';
import { occasions } from '../settings/message-occasions.ts';

/** What a message is sent by, as the screens of a conversation call it. */
export const channelWords: Readonly<Record<MessageChannel, string>> = { sms: 'Text', email: 'Email' };

/** A message due within seconds counts as being sent, because two clocks differ by about that much. */
const aMoment = 5_000;

export interface MessageState {
  label: string;
  tone: 'quiet' | 'waiting' | 'failed';
}

type Stated = Pick<ConversationMessage, 'status' | 'due_at' | 'last_error'>;
type Clock = Pick<Formats, 'timeOf' | 'date' | 'nearMoment'>;

/** '08:00', or with its day if that is not today. */
export const momentInWords = (instant: string, now: Date, { timeOf, date, nearMoment }: Clock): string =>
  date(instant) === date(now.toISOString()) ? timeOf(instant) : nearMoment(instant);

/** How far a message to the client got; null for one from the client. */
export function messageState(message: Stated, now: Date, formats: Clock): MessageState | null {
  const { status, due_at: due, last_error: lastError } = message;
  if (status === 'received') return null;
  if (status === 'delivered') return { label: 'Delivered', tone: 'quiet' };
  if (status === 'sent') return { label: 'Sent', tone: 'quiet' };
  if (status === 'failed') {
    return { label: `Not delivered: ${lastError ?? 'The provider gave no reason.'}`, tone: 'failed' };
  }
  if (due === null || Date.parse(due) - now.getTime() < aMoment) return { label: 'Sending', tone: 'waiting' };
  const when = momentInWords(due, now, formats);
  return lastError === null
    ? { label: `Queued until ${when}`, tone: 'waiting' }
    : { label: `Retrying at ${when}`, tone: 'waiting' };
}

/**
 * What a message is: 'Text', 'Email', 'Reminder · Text', 'Automatic reply · Email' of the client's mailbox, or 'Automatic
 * message · Text' of the practice: an answer to a text, or a message of an earlier build, which kept no kind.
 */
export function messageName({ automatic, direction, kind, channel }: ConversationMessage): string {
  const name = channelWords[channel];
  if (automatic === '0') return name;
  const unnamed = direction === 'in' ? 'Automatic reply' : 'Automatic message';
  return `${kind === null || kind === ownWords ? unnamed : occasions[kind].label} · ${name}`;
}

/** Who a message is from. */
export function messageAuthor(
  { direction, automatic, author }: ConversationMessage,
  clientName: string,
): string {
  if (direction === 'in') return clientName;
  return automatic === '1' ? 'Burrow' : (author ?? 'The practice');
}

/** A message's day on the practice's clock, `YYYY-MM-DD`. */
export type DayOf = (instant: string) => string;

export interface MessageDay {
  day: string;
  messages: ConversationMessage[];
}

/** Messages, oldest first, by day. */
export function byDay(messages: readonly ConversationMessage[], dayOf: DayOf): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of messages) {
    const day = dayOf(message.at);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}

/** 'Today', 'Yesterday', or the day. */
export function dayInWords(day: string, today: string, yesterday: string, formats: Formats): string {
  if (day === today) return 'Today';
  return day === yesterday ? 'Yesterday' : formats.shortDay(day);
}

const stateBefore: Readonly<Record<ConversationRow['last_status'], string>> = {
  received: '',
  queued: 'Queued: ',
  sent: 'Sent: ',
  delivered: 'Sent: ',
  failed: 'Not delivered: ',
};

/** The beginning of a conversation's latest message; one of the practice with how far it got. */
export const previewOf = ({ last_status: status, last_text: text }: ConversationRow): string =>
  `${stateBefore[status]}${text}`;
