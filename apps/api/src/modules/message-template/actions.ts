import type { messageTemplateActions } from '@burrow/contracts/message-template';
import type { Handlers } from '../../context/handlers.ts';
import { messageTemplates } from './read-model.ts';
import { changeMessage, resetMessage } from './service.ts';

export const messageTemplateHandlers: Handlers<typeof messageTemplateActions> = {
  message_templates: (ctx) => messageTemplates(ctx),
  message_template_update: (ctx, input) => changeMessage(ctx, input),
  message_template_reset: (ctx, input) => resetMessage(ctx, input),
};
