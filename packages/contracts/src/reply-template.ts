import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { archiveStatus } from './client.ts';
import { id, line, oneOf, requiredLines, requiredText } from './form.ts';
import { trades } from './medicine.ts';
import { replyVariables } from './message-text.ts';
import { practiceStaff } from './roles.ts';
import { done, flag, optionalText, recordId } from './wire.ts';

const group = 'Messages';

/** How many reply templates a practice can have in use. */
export const maxReplyTemplates = 100;

const replyTemplateRecord = z.object({
  id: recordId,
  name: z.string(),
  subject: optionalText.meta({ description: 'For emails' }),
  body: z.string(),
  archived: flag,
});

const name = requiredText(100, 'Enter a name.');
const subject = line(200);
const body = requiredLines(5000, 'Enter the text.').meta({
  description: `Can contain ${replyVariables.map((variable) => `{{${variable}}}`).join(', ')}; other variables are refused`,
});
const audit = { entity: 'reply_template', id: 'reply_template_id' } as const;
const change = {
  kind: 'command',
  group,
  access: practiceStaff,
  invalidates: ['reply_templates'],
  paid: true,
  audit,
} as const;

export const replyTemplateActions = defineActionsIn('messages', {
  reply_templates: {
    kind: 'query',
    group,
    summary: 'The practice’s templates for messages that staff write, by name.',
    access: practiceStaff,
    input: z.object({ status: archiveStatus }),
    output: z.array(replyTemplateRecord),
    errors: [],
  },
  reply_template_create: {
    ...change,
    summary: `Adds a reply template; at most ${maxReplyTemplates} in use.`,
    input: z.object({ name, subject: subject.nullish(), body }),
    output: z.object({ reply_template_id: recordId }),
    errors: ['name_taken', 'too_many_reply_templates'],
    idempotent: true,
  },
  reply_template_update: {
    ...change,
    summary: 'Updates a reply template. Omitted fields stay.',
    input: z.object({
      reply_template_id: id,
      name: name.optional(),
      subject: subject.nullish(),
      body: body.optional(),
    }),
    output: done,
    errors: ['not_found', 'name_taken'],
  },
  reply_template_archive: {
    ...change,
    summary: 'Archives a reply template. Messages keep their text.',
    input: z.object({ reply_template_id: id }),
    output: done,
    errors: ['not_found'],
  },
  reply_template_restore: {
    ...change,
    summary: 'Restores an archived reply template.',
    input: z.object({ reply_template_id: id }),
    output: done,
    errors: ['not_found', 'name_taken', 'too_many_reply_templates'],
  },
  reply_templates_load_starter: {
    ...change,
    summary:
      'Adds the starter reply templates of a trade; what the practice already has by that name stays as it is.',
    input: z.object({ trade: oneOf(trades) }),
    output: z.object({ success: z.literal(true), added: z.int() }),
    errors: ['too_many_reply_templates'],
    audit: { entity: 'reply_template' },
    idempotent: true,
  },
});

export type ReplyTemplateRecord = z.output<typeof replyTemplateRecord>;
