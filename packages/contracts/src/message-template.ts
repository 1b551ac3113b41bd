import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { formFlag, line, oneOf, requiredLines } from './form.ts';
import { messageChannels, messageKinds } from './message-text.ts';
import type { Role } from './roles.ts';
import { done, flag, optionalText } from './wire.ts';

/** The text that the practice sends its clients on one occasion, by one channel. */
const messageTemplateRecord = z.object({
  kind: z.enum(messageKinds),
  channel: z.enum(messageChannels),
  subject: optionalText.meta({ description: 'For an email; null for a text message' }),
  body: z.string(),
  enabled: flag,
  is_default: flag.meta({ description: "'1' while it is the standard text" }),
});

const adminOnly: readonly Role[] = ['admin'];
const which = { kind: oneOf(messageKinds), channel: oneOf(messageChannels) };
const audit = { entity: 'message_template' } as const;

export const messageTemplateActions = defineActionsIn('messages', {
  message_templates: {
    kind: 'query',
    group: 'Practice',
    summary: 'The practice’s message texts, by occasion and channel.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(messageTemplateRecord),
    errors: [],
  },
  message_template_update: {
    kind: 'command',
    group: 'Practice',
    summary:
      'Updates a message text. Omitted fields stay. Variables are written in double braces, such as {{animal_name}}; unknown ones are refused.',
    access: adminOnly,
    input: z.object({
      ...which,
      subject: line(200).optional().meta({ description: 'For an email' }),
      body: requiredLines(5000, 'Enter the message text.').optional(),
      enabled: formFlag.optional(),
    }),
    output: done,
    errors: [],
    invalidates: ['message_templates'],
    paid: true,
    audit,
  },
  message_template_reset: {
    kind: 'command',
    group: 'Practice',
    summary: 'Restores the standard text.',
    access: adminOnly,
    input: z.object(which),
    output: done,
    errors: [],
    invalidates: ['message_templates'],
    paid: true,
    audit,
  },
});

export type MessageTemplateRecord = z.output<typeof messageTemplateRecord>;
