import type { messageActions } from '@burrow/contracts/message';
import type { Handlers } from '../../context/handlers.ts';
import { callForCollection } from './collection.ts';
import { putAside, sendAgain, sendAllAgain } from './failed.ts';
import { failedMessages, messagesStatus } from './read-model.ts';

export const messageHandlers: Handlers<typeof messageActions> = {
  booking_ready_collect: (ctx, input) => callForCollection(ctx, input),
  'messages/failed': (ctx, input) => failedMessages(ctx, input),
  'messages/status': (ctx) => messagesStatus(ctx),
  message_resend: (ctx, input) => sendAgain(ctx, input.message_id),
  'messages/resend_all': async (ctx) => ({ success: true, messages: await sendAllAgain(ctx) }),
  message_dismiss: (ctx, input) => putAside(ctx, input.message_id, input.dismissed),
};
