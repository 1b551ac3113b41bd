import {
  maxAttachedBytes,
  maxAttachments,
  maxTextMessageLength,
} from '@burrow/contracts/conversation-limits';
import type { MessageChannel } from '@burrow/contracts/message-text';
import { useState } from 'react';
import type { OutputOf } from '../../lib/api.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { useSession } from '../../lib/session-store.ts';
import { useActionForm } from '../../lib/use-action-form.ts';
import type { FormOf } from '../../lib/use-form.ts';
import { messageDraft, type MessageValues } from './message-draft.ts';
import type { Conversation } from './queries.ts';
import { variablesIn } from './template-text.ts';

export type MessageForm = FormOf<MessageValues>;

/** The channel to answer by: that of the client's last message in their own words, if it can be used. */
function usualChannel({ channels, messages }: Pick<Conversation, 'channels' | 'messages'>): MessageChannel {
  const last =
    messages.find(({ direction, automatic }) => direction === 'in' && automatic === '0')?.channel ?? 'sms';
  const usable = channels.filter(({ problem }) => problem === null).map(({ channel }) => channel);
  return usable.includes(last) ? last : (usable[0] ?? last);
}

/** The error of a text that still has variables. */
const unfilled = (text: string): string | undefined => {
  const [first] = variablesIn(text);
  return first === undefined ? undefined : `Replace {{${first}}} before you send this.`;
};

/** Errors besides the contract's rules. */
function errorsIn({ channel, subject, body, file_ids: files }: MessageValues): Problems<MessageValues> {
  if (channel === 'sms') {
    const length = body.trim().length;
    const tooLong = `A text can have up to ${maxTextMessageLength.toLocaleString('en-GB')} characters. Shorten it, or send an email.`;
    return { body: length > maxTextMessageLength ? tooLong : unfilled(body) };
  }
  const bytes = files.reduce((sum, { file_size: size }) => sum + size, 0);
  return {
    subject: subject.trim() === '' ? 'Enter a subject.' : unfilled(subject),
    body: unfilled(body),
    file_ids:
      files.length > maxAttachments
        ? `You can attach up to ${maxAttachments} files. Remove some.`
        : bytes > maxAttachedBytes
          ? 'Attachments can be up to 10 MB in total. Remove some.'
          : undefined,
  };
}

/**
 * The form of a new message to a client. What was typed stays in this browser until it is sent.
 * @param onSent called with when the message is sent at the earliest
 */
export function useMessageForm(
  conversation: Conversation,
  onSent: (answer: OutputOf<'message_send'>, values: MessageValues) => void,
): MessageForm {
  const { client_id: clientId } = conversation;
  const session = useSession();
  const draft = messageDraft(session, clientId);
  const [first] = useState(
    (): MessageValues =>
      draft.read() ?? { channel: usualChannel(conversation), subject: '', body: '', file_ids: [] },
  );
  const form: MessageForm = useActionForm('message_send', {
    // Kept by its own draft, also in other tabs.
    draft: null,
    values: first,
    check: errorsIn,
    onEdit: draft.keep,
    input: ({ channel, subject, body, file_ids: files }) => ({
      client_id: clientId,
      channel,
      body,
      ...(channel === 'email' && { subject }),
      ...(channel === 'email' && files.length > 0 && { file_ids: files.map(({ file_id: id }) => id) }),
    }),
    onSaved: (answer, values) => {
      draft.drop();
      form.reset({ channel: values.channel, subject: '', body: '', file_ids: [] });
      onSent(answer, values);
    },
    failure: 'Couldn’t send the message',
    blames: { attachments_too_large: 'file_ids' },
  });
  return form;
}
