import {
  maxAttachedBytes,
  maxAttachments,
  maxTextMessageLength,
} from '@burrow/contracts/conversation-limits';
import { useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '../../lib/api.ts';
import { failureText } from '../../lib/failure-text.ts';
import type { Problems } from '../../lib/form-problems.ts';
import { useCommand } from '../../lib/query.ts';
import { rulesOfCommand } from '../../lib/use-action-form.ts';
import { useForm, type UpdatableForm } from '../../lib/use-form.ts';
import { toast } from '../../ui/toast.ts';
import { withoutSent, withUnsent, type MessageValues } from './message-draft.ts';
import type { Conversation } from './queries.ts';
import { variablesIn } from './template-text.ts';
import { useUnsentMessage } from './use-unsent-message.ts';

export type MessageForm = UpdatableForm<MessageValues>;

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

const inputOf = (
  clientId: number,
  { channel, subject, body, file_ids: files }: MessageValues,
): InputOf<'message_send'> => ({
  client_id: clientId,
  channel,
  body,
  ...(channel === 'email' && { subject }),
  ...(channel === 'email' && files.length > 0 && { file_ids: files.map(({ file_id: id }) => id) }),
});

/**
 * The form of a new message to a client. What was typed stays in this browser until it is sent.
 * @param onSent called with when the message is sent at the earliest
 */
export function useMessageForm(
  conversation: Conversation,
  onSent: (answer: OutputOf<'message_send'>, values: MessageValues) => void,
): MessageForm {
  const { client_id: clientId, client_name: clientName } = conversation;
  const command = useCommand('message_send');
  const { keep, outgoing, begin, change, isKept } = useUnsentMessage(conversation);
  const [first] = useState(begin);
  const form: MessageForm = useForm({
    // Kept by its own draft, also in other tabs.
    draft: null,
    values: first,
    rules: rulesOfCommand('message_send'),
    check: errorsIn,
    onEdit: keep,
    busy: command.isPending,
    send: async (message) => {
      const isLeft = () => form.element.current === null;
      outgoing.messages.add(message);
      try {
        const answer = await command.mutateAsync(inputOf(clientId, message));
        // A form that was opened since began without the message.
        change((now) => (isLeft() && outgoing.update ? now : withoutSent(now, message)));
        onSent(answer, message);
      } catch (error) {
        if (isLeft() && isKept()) {
          change((now) => withUnsent(now, message));
          toast.error(failureText(`Couldn’t send the message to ${clientName}`, error));
        }
        throw error;
      } finally {
        outgoing.messages.delete(message);
      }
    },
    failure: 'Couldn’t send the message',
    blames: { attachments_too_large: 'file_ids' },
  });
  useEffect(() => outgoing.open(form.update));
  return form;
}
