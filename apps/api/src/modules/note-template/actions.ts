import type { noteTemplateActions } from '@burrow/contracts/note-template';
import type { Handlers } from '../../context/handlers.ts';
import { listNoteTemplates } from './read-model.ts';
import {
  addNoteTemplate,
  archiveNoteTemplate,
  changeNoteTemplate,
  loadStarterTemplates,
  restoreNoteTemplate,
} from './service.ts';

export const noteTemplateHandlers: Handlers<typeof noteTemplateActions> = {
  note_templates: (ctx, input) => listNoteTemplates(ctx, input.status),
  note_template_create: async (ctx, input) => ({ note_template_id: await addNoteTemplate(ctx, input) }),
  note_template_update: (ctx, input) => changeNoteTemplate(ctx, input),
  note_template_archive: (ctx, input) => archiveNoteTemplate(ctx, input.note_template_id),
  note_template_restore: (ctx, input) => restoreNoteTemplate(ctx, input.note_template_id),
  note_templates_load_starter: async (ctx, input) => ({
    success: true,
    added: await loadStarterTemplates(ctx, input.trade),
  }),
};
