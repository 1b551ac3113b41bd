import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { formFlag, line, oneOf, requiredLines } from './form.ts';
import { messageChannels, messageKinds } from './message-text.ts';
import type { Role } from './roles.ts';
import { done, flag, optionalText } from './wire.ts';

/** What the practice writes to its clients on one occasion, by one channel. */
const messageTemplateRecord = z.object({
  kind: z.enum(messageKinds),
  channel: z.enum(messageChannels),
  subject: optionalText.meta({ description: 'Of an email; null for a text message' }),
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
    summary: 'What the practice writes to its clients, on each occasion by each channel.',
    access: adminOnly,
    input: z.object({}),
    output: z.array(messageTemplateRecord),
    errors: [],
  },
  message_template_update: {
    kind: 'command',
    group: 'Practice',
    summary:
      'Changes what is written on an occasion. Variables stand in double braces, such as {{animal_name}}; an unknown one is refused.',
    access: adminOnly,
    input: z.object({
      ...which,
      subject: line(200).optional().meta({ description: 'Of an email, which needs one' }),
      body: requiredLines(5000, 'Please enter a text.'),
      enabled: formFlag.default(true),
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
    summary: 'Goes back to the standard text.',
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
