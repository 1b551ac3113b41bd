import type { conversationActions } from '@burrow/contracts/conversation';
import type { Handlers } from '../../context/handlers.ts';
import { conversationList } from './list.ts';
import { assignConversation, markConversation } from './marks.ts';
import { cancelMessage, sendMessage } from './send.ts';
import { conversationWith } from './thread.ts';

export const conversationHandlers: Handlers<typeof conversationActions> = {
  conversations: (ctx, input) => conversationList(ctx, input),
  conversation: (ctx, input) => conversationWith(ctx, input),
  message_send: (ctx, input) => sendMessage(ctx, input),
  message_cancel: (ctx, input) => cancelMessage(ctx, input.message_id),
  conversation_mark: (ctx, input) => markConversation(ctx, input),
  conversation_assign: (ctx, input) => assignConversation(ctx, input.client_id, input.staff_id ?? null),
};
