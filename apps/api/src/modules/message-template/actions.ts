import type { messageTemplateActions } from '@burrow/contracts/message-template';
import type { Handlers } from '../../context/handlers.ts';
import { messageTemplates } from './read-model.ts';
import { changeMessage, resetMessage } from './service.ts';

export const messageTemplateHandlers: Handlers<typeof messageTemplateActions> = {
  message_templates: (ctx) => messageTemplates(ctx),
  message_template_update: async (ctx, input) => {
    await changeMessage(ctx, input);
    return { success: true };
  },
  message_template_reset: async (ctx, input) => {
    await resetMessage(ctx, input);
    return { success: true };
  },
};
