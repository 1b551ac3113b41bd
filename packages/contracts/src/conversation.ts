import { z } from 'zod';
import { defineActionsIn, perCaller } from './action.ts';
import {
  conversationFilters,
  maxAttachments,
  maxEmailLength,
  maxSubjectLength,
  maxTextMessageLength,
} from './conversation-limits.ts';
import { formFlag, formInt, id, idList, line, oneOf, requiredLines, text } from './form.ts';
import { messageChannels, sentKinds } from './message-text.ts';
import { practiceStaff } from './roles.ts';
import { done, flag, instant, optionalText, recordId } from './wire.ts';
import { maxSearchLength } from './text-lengths.ts';

const statuses = ['queued', 'sent', 'delivered', 'failed', 'received'] as const;

const conversationRow = z.object({
  client_id: recordId,
  client_name: z.string(),
  archived: flag,
  unread: flag,
  assignee_id: recordId.nullable(),
  assignee: optionalText,
  last_at: instant,
  last_direction: z.enum(['in', 'out']),
  last_channel: z.enum(messageChannels),
  last_status: z.enum(statuses).meta({ description: 'How far the latest message got' }),
  last_text: z.string().meta({ description: 'Beginning of the latest message' }),
});

const conversationMessage = z.object({
  message_id: recordId,
  at: instant.meta({ description: 'When it was received, sent or written' }),
  direction: z.enum(['in', 'out']),
  channel: z.enum(messageChannels),
  status: z.enum(statuses).meta({ description: 'How far it got' }),
  automatic: flag.meta({
    description:
      'Whether a program wrote it: Burrow, such as a reminder, or the client’s mailbox, such as an out-of-office reply',
  }),
  kind: z
    .enum(sentKinds)
    .nullable()
    .meta({ description: 'Of one to the client: its occasion; null for an answer to a text' }),
  author: optionalText.meta({ description: 'Which staff member wrote it' }),
  subject: optionalText,
  body: optionalText.meta({
    description: 'Null while an automatic message is queued: it is written when sent',
  }),
  due_at: instant.nullable().meta({ description: 'Of a queued message: when it is sent at the earliest' }),
  last_error: optionalText.meta({ description: 'Why it could not be sent' }),
  booking_id: recordId.nullable(),
  files: z.array(
    z.object({ file_id: recordId, filename: z.string(), file_size: z.int().meta({ description: 'Bytes' }) }),
  ),
  deleted_files: z
    .array(z.string())
    .meta({ description: 'Names of files that were attached and have been deleted since' }),
});

const channelState = z.object({
  channel: z.enum(messageChannels),
  recipient: optionalText.meta({ description: 'The client’s number or address' }),
  problem: optionalText.meta({ description: 'Why nothing can be sent this way now; null if it can' }),
  left_today: z
    .int()
    .meta({ description: 'How many more can be sent today, or on the day on which the quiet hours end' }),
});

const group = 'Messages';
const audit = { entity: 'client', id: 'client_id' } as const;
const invalidates = ['conversations', 'conversation'] as const;
const marks = { kind: 'command', group, access: practiceStaff, invalidates, audit } as const;
const changes = { ...marks, paid: true } as const;

export const conversationActions = defineActionsIn('messages', {
  conversations: {
    kind: 'query',
    group,
    summary: 'Conversations with clients, the latest message first, and how many are unread.',
    access: practiceStaff,
    input: z.object({
      filter: oneOf(conversationFilters).default('all'),
      search: text(maxSearchLength)
        .optional()
        .meta({ description: 'Part of the client’s name, number or email' }),
      limit: formInt(1, 100).default(30),
      cursor: text(60).optional().meta({ description: 'next_cursor of the previous page' }),
    }),
    output: z.object({
      unread: z.int().meta({ description: 'Of all conversations; at most 100: more are not counted' }),
      conversations: z.array(conversationRow),
      next_cursor: optionalText,
    }),
    errors: [],
  },
  conversation: {
    kind: 'query',
    group,
    summary:
      'The texts and emails to and from a client, newest first, and how they can be written to. Also for a client without any.',
    access: practiceStaff,
    effects: { 'animals:read': 'for `animals`, empty without it' },
    input: z.object({
      client_id: id,
      limit: formInt(1, 100).default(50),
      cursor: text(20)
        .optional()
        .meta({ description: 'The message_id of the last row of the previous page' }),
    }),
    output: z.object({
      client_id: recordId,
      client_name: z.string(),
      client_first_name: z.string(),
      archived: flag,
      unread: flag,
      assignee_id: recordId.nullable(),
      assignee: optionalText,
      channels: z.array(channelState),
      quiet_until: instant
        .nullable()
        .meta({ description: 'Texts written now are sent then; null outside the quiet hours' }),
      animals: z.array(z.string()).meta({ description: 'Names of their animals, for templates' }),
      email_replies: flag.meta({
        description: 'Whether replies to emails arrive here; otherwise in the practice’s own mailbox',
      }),
      messages: z.array(conversationMessage),
      has_more: flag,
    }),
    errors: ['not_found'],
  },
  message_send: {
    ...changes,
    summary:
      'Sends a client a text message or an email in the practice’s own words. Texts wait for the end of the quiet hours. Limits, STOP and preferences apply as to all messages.',
    effects: { 'files:read': 'with `file_ids`' },
    input: z.object({
      client_id: id,
      channel: oneOf(messageChannels),
      subject: line(maxSubjectLength)
        .optional()
        .meta({ description: 'Of an email, which needs one; ignored for a text message' }),
      body: requiredLines(maxEmailLength, 'Enter the message.').meta({
        description: `At most ${maxTextMessageLength} characters for a text message`,
      }),
      file_ids: idList(maxAttachments, 0)
        .optional()
        .meta({ description: 'Files of the client, their animals or appointments, sent with an email' }),
    }),
    output: z.object({ success: z.literal(true), message_id: recordId, due_at: instant }),
    errors: ['not_found', 'no_channel', 'daily_limit_reached', 'attachments_too_large'],
    limit: [perCaller(30)],
    idempotent: true,
  },
  message_cancel: {
    ...changes,
    summary: 'Cancels a message in the practice’s own words that is still queued.',
    input: z.object({ message_id: id }),
    output: done,
    errors: ['not_found', 'message_not_queued'],
    audit: { entity: 'message', id: 'message_id' },
    idempotent: true,
  },
  conversation_mark: {
    ...marks,
    summary: 'Marks the conversation with a client as read or unread, for the whole practice.',
    input: z.object({ client_id: id, unread: formFlag }),
    output: done,
    errors: ['not_found'],
    audit: false,
  },
  conversation_assign: {
    ...changes,
    summary: 'Assigns the conversation with a client to a staff member, or to none.',
    input: z.object({ client_id: id, staff_id: id.nullish().meta({ description: 'Empty for none' }) }),
    output: done,
    errors: ['not_found'],
  },
});

export type ConversationRow = z.output<typeof conversationRow>;
export type ConversationMessage = z.output<typeof conversationMessage>;
