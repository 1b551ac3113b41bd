import type { MessageChannel } from '@burrow/contracts/message-text';
import type { Session } from '../../lib/session.ts';
import { sessionStore, useSession } from '../../lib/session-store.ts';
import type { UpdatableForm } from '../../lib/use-form.ts';
import { messageDraft, withoutSent, type MessageValues } from './message-draft.ts';
import type { Conversation } from './queries.ts';

/** The channel to answer by: that of the client's last message in their own words, if it can be used. */
function usualChannel({ channels, messages }: Pick<Conversation, 'channels' | 'messages'>): MessageChannel {
  const last =
    messages.find(({ direction, automatic }) => direction === 'in' && automatic === '0')?.channel ?? 'sms';
  const usable = channels.filter(({ problem }) => problem === null).map(({ channel }) => channel);
  return usable.includes(last) ? last : (usable[0] ?? last);
}

type Update = UpdatableForm<MessageValues>['update'];

/** The messages to a client that are being sent. They continue when the conversation is closed. */
class Outgoing {
  readonly messages = new Set<MessageValues>();
  /** Of the open form; null while none is open. */
  update: Update | null = null;

  /** @returns a function that says that the form is closed */
  open(update: Update): () => void {
    this.update = update;
    return () => {
      this.update = null;
    };
  }
}

/** The outgoing messages by client, for the signed-in person. */
const allOutgoing = new Map<string, Outgoing>();

function outgoingTo(clientId: number, { apiKey }: Session): Outgoing {
  const key = `${apiKey} ${clientId}`;
  const outgoing = allOutgoing.get(key) ?? new Outgoing();
  allOutgoing.set(key, outgoing);
  return outgoing;
}

/** The unsent message to a client, in the open form or else in its draft, and those that are being sent. */
export function useUnsentMessage(conversation: Conversation) {
  const session = useSession();
  const draft = messageDraft(session, conversation.client_id);
  const outgoing = outgoingTo(conversation.client_id, session);
  const read = (): MessageValues =>
    draft.read() ?? { channel: usualChannel(conversation), subject: '', body: '', file_ids: [] };
  return {
    keep: draft.keep,
    outgoing,
    /** The values of a form that is opened now. */
    begin: () => [...outgoing.messages].reduce(withoutSent, read()),
    change: (edit: (now: MessageValues) => MessageValues) =>
      outgoing.update ? outgoing.update(edit) : draft.keep(edit(read())),
    /** Whether the person is still signed in: signing out has removed the drafts. */
    isKept: () => sessionStore.get()?.apiKey === session.apiKey,
  };
}
