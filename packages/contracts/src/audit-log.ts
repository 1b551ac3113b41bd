import { z } from 'zod';
import { defineActionsIn } from './action.ts';
import { date, formInt, id, text } from './form.ts';
import { flag, instant, optionalText, recordId } from './wire.ts';

/** Who did what to which record. */
const auditLogEntry = z.object({
  id: recordId,
  at: instant,
  user_id: recordId.nullable(),
  user_name: optionalText,
  client_id: recordId.nullable(),
  client_name: optionalText,
  action: z.string(),
  entity: z.string(),
  entity_id: recordId.nullable(),
  entity_name: optionalText.meta({ description: 'The record’s current name, if it has one' }),
  details: optionalText.meta({ description: 'JSON text' }),
});

export const auditLogActions = defineActionsIn(null, {
  audit_log: {
    kind: 'query',
    group: 'Practice',
    summary: 'The audit log, newest first. `cursor` is the id of the last row of the previous page.',
    access: ['admin'],
    input: z.object({
      staff_id: id.optional().meta({ description: 'Only what this person did' }),
      entity: text(50).optional().meta({ description: 'Only records of this kind', example: 'booking' }),
      entity_id: id.optional().meta({ description: 'With entity: only this record' }),
      date_from: date.optional(),
      date_to: date.optional(),
      limit: formInt(1, 200).default(50),
      cursor: text(20).optional(),
    }),
    output: z.array(auditLogEntry),
    errors: ['not_found'],
  },
  audit_log_people: {
    kind: 'query',
    group: 'Practice',
    summary:
      'Everyone who has entries in the audit log, including former staff and support; support comes last.',
    access: ['admin'],
    input: z.object({}),
    output: z.array(
      z.object({
        id: recordId,
        name: z.string(),
        support: flag.meta({ description: "'1' for support access, also if it has ended" }),
      }),
    ),
    errors: [],
  },
});

export type AuditLogEntry = z.output<typeof auditLogEntry>;
