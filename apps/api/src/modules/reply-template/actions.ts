import type { replyTemplateActions } from '@burrow/contracts/reply-template';
import type { Handlers } from '../../context/handlers.ts';
import { listReplyTemplates } from './read-model.ts';
import {
  addReplyTemplate,
  archiveReplyTemplate,
  changeReplyTemplate,
  loadStarterTemplates,
  restoreReplyTemplate,
} from './service.ts';

export const replyTemplateHandlers: Handlers<typeof replyTemplateActions> = {
  reply_templates: (ctx, input) => listReplyTemplates(ctx, input.status),
  reply_template_create: async (ctx, input) => ({ reply_template_id: await addReplyTemplate(ctx, input) }),
  reply_template_update: (ctx, input) => changeReplyTemplate(ctx, input),
  reply_template_archive: (ctx, input) => archiveReplyTemplate(ctx, input.reply_template_id),
  reply_template_restore: (ctx, input) => restoreReplyTemplate(ctx, input.reply_template_id),
  reply_templates_load_starter: async (ctx, input) => ({
    success: true,
    added: await loadStarterTemplates(ctx, input.trade),
  }),
};
