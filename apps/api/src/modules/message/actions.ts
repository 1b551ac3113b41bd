import type { messageActions } from '@burrow/contracts/message';
import type { Handlers } from '../../context/handlers.ts';
import { callForCollection } from './collection.ts';
import { putAside, sendAgain, sendAllAgain } from './failed.ts';
import { failedMessages, messagesStatus } from './read-model.ts';

export const messageHandlers: Handlers<typeof messageActions> = {
  booking_ready_collect: (ctx, input) => callForCollection(ctx, input),
  'messages/failed': (ctx, input) => failedMessages(ctx, input),
  'messages/status': (ctx) => messagesStatus(ctx),
  message_resend: async (ctx, input) => {
    await sendAgain(ctx, input.message_id);
    return { success: true };
  },
  'messages/resend_all': async (ctx) => ({ success: true, messages: await sendAllAgain(ctx) }),
  message_dismiss: async (ctx, input) => {
    await putAside(ctx, input.message_id, input.dismissed);
    return { success: true };
  },
};
