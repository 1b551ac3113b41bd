import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { archiveStatus } from './client.ts';
import { id, oneOf, requiredLines, requiredText } from './form.ts';
import { trades } from './medicine.ts';
import { practiceStaff } from './roles.ts';
import { done, flag, optionalText, recordId } from './wire.ts';

const group = 'Health records';

export const noteTemplateKinds = ['template', 'quick_text'] as const;
/** How many note templates and quick texts a practice can have. */
export const maxNoteTemplates = 200;

const noteTemplateRecord = z.object({
  id: recordId,
  kind: z
    .enum(noteTemplateKinds)
    .meta({ description: 'A template fills a note, a quick text is inserted into one' }),
  name: z.string(),
  body: z.string(),
  service_id: recordId
    .nullable()
    .meta({ description: 'Offered at appointments of this service; null for all' }),
  service: optionalText,
  archived: flag,
});

const name = requiredText(100, 'Enter a name.');
const body = requiredLines(5000, 'Enter the text.');
const audit = { entity: 'note_template', id: 'note_template_id' } as const;
const change = { kind: 'command', group, invalidates: ['note_templates'], paid: true, audit } as const;

export const noteTemplateActions = defineActionsIn('records', {
  note_templates: {
    kind: 'query',
    group,
    summary: 'The practice’s note templates and quick texts by name.',
    access: practiceStaff,
    input: z.object({ status: archiveStatus }),
    output: z.array(noteTemplateRecord),
    errors: [],
  },
  note_template_create: {
    ...change,
    summary: `Adds a note template or a quick text; at most ${maxNoteTemplates} in use.`,
    access: practiceStaff,
    input: z.object({ kind: oneOf(noteTemplateKinds), name, body, service_id: id.nullish() }),
    output: z.object({ note_template_id: recordId }),
    errors: ['not_found', 'name_taken', 'too_many_note_templates'],
    idempotent: true,
  },
  note_template_update: {
    ...change,
    summary: 'Updates a note template or a quick text. Omitted fields stay.',
    access: practiceStaff,
    input: z.object({
      note_template_id: id,
      name: name.optional(),
      body: body.optional(),
      service_id: id.nullish(),
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
  },
  note_template_archive: {
    ...change,
    summary: 'Archives a note template or a quick text. Notes keep their text.',
    access: practiceStaff,
    input: z.object({ note_template_id: id }),
    output: done,
    errors: ['not_found'],
  },
  note_template_restore: {
    ...change,
    summary: 'Restores an archived note template or quick text.',
    access: practiceStaff,
    input: z.object({ note_template_id: id }),
    output: done,
    errors: ['not_found', 'name_taken', 'too_many_note_templates'],
  },
  note_templates_load_starter: {
    ...change,
    summary:
      'Adds the starter note templates of a trade; what the practice already has by that name stays as it is.',
    access: practiceStaff,
    input: z.object({ trade: oneOf(trades) }),
    output: z.object({ success: z.literal(true), added: z.int() }),
    errors: ['too_many_note_templates'],
    audit: { entity: 'note_template' },
    idempotent: true,
  },
});

export type NoteTemplateRecord = z.output<typeof noteTemplateRecord>;
