import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { careQueries } from './booking-queries.ts';
import { careDue } from './care.ts';
import { recallObstacles } from './care-limits.ts';
import { formFlag, formInt, id, listQuery, oneOf } from './form.ts';
import { messageChannels } from './message-text.ts';
import { practiceAdmins, practiceStaff } from './roles.ts';
import { day, done, optionalText, recordId } from './wire.ts';

const recallItem = z.object({
  care_due_id: recordId,
  animal_id: recordId,
  animal_name: z.string(),
  care_type: z.string(),
  due_on: day,
});

const recallRow = careDue.extend({
  animal_id: recordId,
  animal_name: z.string(),
  client_id: recordId,
  client_name: z.string(),
  client_phone: optionalText,
  last_message: z
    .object({
      sent_on: day,
      type: z.enum(messageChannels).nullable(),
      status: z.enum(['queued', 'sent', 'failed', 'withdrawn']),
    })
    .nullable()
    .meta({ description: 'The latest recall about it' }),
  silent: z.enum(['1', '0']).meta({
    description:
      "'1' if it was overdue when it was recorded or when recalls were turned on: no message is sent about it",
  }),
});

const group = 'Recalls';
const switching = {
  kind: 'command',
  group,
  access: practiceAdmins,
  output: done,
  errors: [],
  invalidates: [...careQueries, 'tenant'],
  audit: { entity: 'practice' },
} as const;

export const recallActions = defineActionsIn('messages', {
  recall_preview: {
    kind: 'query',
    group,
    summary:
      'What recalls would send if they were turned on now: how many, to whom, about what, by which channel, and to whom not and why.',
    access: practiceStaff,
    input: z.object({
      include_overdue: formFlag
        .default(false)
        .meta({ description: "'1' includes animals that are already overdue" }),
    }),
    output: z.object({
      on: z.enum(['1', '0']),
      can_send: z.boolean().meta({ description: 'Whether text messages or emails are set up' }),
      due: z.int().meta({ description: 'Due dates of active animals that have no appointment' }),
      overdue: z
        .int()
        .meta({ description: 'Of these, overdue ones: no messages are sent about them unless you choose' }),
      too_old: z.int().meta({
        description: 'Overdue ones beyond the limit of their type: no messages are sent about them',
      }),
      today: z.int().meta({ description: 'Households that would get a message today' }),
      households: z
        .array(
          z.object({
            client_id: recordId,
            client_name: z.string(),
            channel: z.enum(messageChannels).nullable(),
            why_not: z.enum(recallObstacles).nullable(),
            items: z.array(recallItem),
          }),
        )
        .meta({ description: 'The first 100 with a message due: those who get one first' }),
    }),
    errors: [],
  },
  recall_switch_on: {
    ...switching,
    summary:
      'Starts sending recalls. No messages are sent about animals that are already overdue, unless `include_overdue` says so.',
    input: z.object({ include_overdue: formFlag.default(false) }),
    paid: true,
  },
  recall_switch_off: {
    ...switching,
    summary: 'Stops sending recalls. Queued ones are withdrawn.',
    input: z.object({}),
  },
  recalls: {
    kind: 'query',
    group,
    summary:
      'Due dates with their latest recall, soonest first. `overdue` and `month` (the next 30 days) have no appointment; `told`, `booked`, `done` and `dismissed` are by state, those that ended latest first.',
    access: practiceStaff,
    input: z.object({
      show: oneOf(['overdue', 'month', 'told', 'booked', 'done', 'dismissed'] as const).default('overdue'),
      care_type_id: id.optional(),
      limit: formInt(1, 100).default(50),
      cursor: listQuery.cursor,
    }),
    output: z.object({
      on: z.enum(['1', '0']),
      rows: z.array(recallRow),
    }),
    errors: ['not_found'],
  },
});

export type RecallPreview = z.output<(typeof recallActions)['recall_preview']['output']>;
export type RecallRow = z.output<typeof recallRow>;
