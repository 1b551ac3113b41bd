import { z } from 'zod';
import { defineActions } from './action.ts';
import { formFlag, id, idList, jsonValue, oneOf, requiredText } from './form.ts';
import { practiceStaff, type Role } from './roles.ts';
import { done, flag, optionalText, recordId } from './wire.ts';

const bookingFieldTypes = ['text', 'textarea', 'number', 'slider', 'select', 'checkbox', 'date'] as const;

/**
 * What a field's type allows besides: rows of a textarea (4 when omitted), min, max and step of a number or a slider
 * (a slider's are 0 and 10 when omitted), options of a select.
 */
const bookingFieldOptions = z.strictObject({
  rows: z.int().min(1).max(20).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().positive().optional(),
  options: z.array(requiredText(200)).min(1).max(100).optional(),
});

/** {@link bookingFieldOptions} as JSON text in a form, or as a record in JSON. */
const optionsInput = jsonValue(bookingFieldOptions).meta({
  description: 'JSON with rows, min, max, step, options',
});

/** A question the practice asks about its appointments. */
const bookingFieldRecord = z.object({
  id: recordId,
  field_label: z.string(),
  field_type: z.enum(bookingFieldTypes),
  field_options: z.string().meta({ description: 'JSON text with rows, min, max, step, options' }),
  required: flag,
  display_order: z.int(),
  value: optionalText,
  retired: flag,
});

const adminOnly: readonly Role[] = ['admin'];
const label = requiredText(200, 'Enter a label.');
const fieldQueries = ['booking_custom_fields', 'booking_custom_field_values', 'booking'] as const;
const audit = { entity: 'booking_field', id: 'field_id' } as const;

/** What the commands on custom fields share. */
const change = {
  kind: 'command',
  group: 'Custom fields',
  scope: 'practice',
  invalidates: fieldQueries,
  paid: true,
  audit,
} as const;

export const customFieldActions = defineActions({
  booking_field_templates: {
    kind: 'query',
    group: 'Custom fields',
    summary: 'Templates of custom fields by type of practice.',
    access: practiceStaff,
    scope: 'practice',
    input: z.object({}),
    output: z.array(
      z.object({
        id: recordId,
        template_name: z.string(),
        template_description: z.string(),
        fields: z.array(
          z.object({
            field_label: z.string(),
            field_type: z.enum(bookingFieldTypes),
            field_options: z.string(),
            required: flag,
          }),
        ),
      }),
    ),
    errors: [],
  },
  booking_field_template_apply: {
    kind: 'command',
    group: 'Custom fields',
    summary:
      'Adds a template’s fields that the practice doesn’t have yet. Sets its type of practice too, during the first-time setup or if it has none.',
    access: adminOnly,
    scope: 'practice',
    input: z.object({ template_id: id }),
    output: z.object({ success: z.literal(true), added: z.int() }),
    errors: ['not_found'],
    invalidates: [...fieldQueries, 'tenant'],
    paid: true,
    audit: { entity: 'booking_field' },
    idempotent: true,
  },
  booking_custom_fields: {
    kind: 'query',
    group: 'Custom fields',
    summary: 'The practice’s custom fields, in order.',
    access: practiceStaff,
    scope: 'practice',
    input: z.object({
      include_retired: formFlag.optional().meta({ description: "'1' includes archived ones, last" }),
    }),
    output: z.array(bookingFieldRecord),
    errors: [],
  },
  booking_custom_field_values: {
    kind: 'query',
    group: 'Custom fields',
    summary: 'An appointment’s custom field answers.',
    access: practiceStaff,
    scope: 'appointments',
    input: z.object({ booking_id: id }),
    output: z.array(z.object({ field_id: recordId, value: optionalText })),
    errors: ['not_found'],
  },
  booking_custom_field_values_set: {
    kind: 'command',
    group: 'Custom fields',
    summary:
      'Sets an appointment’s custom field answers: values keyed by the field’s id, as fields of the form (`12=Yes`) or together in `values`. Omitted answers stay; an empty value in `values` (or null) clears.',
    access: practiceStaff,
    scope: 'appointments',
    input: z
      .object({
        booking_id: id,
        values: jsonValue(
          z.record(z.string().regex(/^\d{1,15}$/, 'Key the values by field id.'), z.unknown()),
        )
          .optional()
          .meta({ type: 'object', description: 'JSON: field id → value', example: { 12: 'Yes' } }),
      })
      .catchall(z.unknown()),
    output: done,
    errors: ['not_found', 'booking_closed', 'client_erased'],
    invalidates: fieldQueries,
    paid: true,
    audit: { entity: 'booking', id: 'booking_id' },
  },
  booking_field_create: {
    ...change,
    summary: 'Adds a custom field at the end.',
    access: adminOnly,
    input: z.object({
      field_label: label,
      field_type: oneOf(bookingFieldTypes),
      field_options: optionsInput.optional(),
      required: formFlag.default(false),
    }),
    output: z.object({ field_id: recordId }),
    errors: [],
    idempotent: true,
  },
  booking_field_update: {
    ...change,
    summary: 'Updates a custom field. Its type can’t change once it has answers.',
    access: adminOnly,
    input: z.object({
      field_id: id,
      field_label: label.optional(),
      field_type: oneOf(bookingFieldTypes).optional(),
      field_options: optionsInput.optional(),
      required: formFlag.optional(),
    }),
    output: done,
    errors: ['not_found', 'field_in_use'],
  },
  booking_fields_order: {
    ...change,
    summary: 'Reorders the custom fields; omitted ones follow in their current order.',
    access: adminOnly,
    input: z.object({ field_ids: idList(500) }),
    output: done,
    errors: ['not_found'],
    audit: { entity: 'booking_field' },
  },
  booking_field_retire: {
    ...change,
    summary: 'Archives a custom field. Existing answers stay.',
    access: adminOnly,
    input: z.object({ field_id: id }),
    output: done,
    errors: ['not_found'],
  },
  booking_field_restore: {
    ...change,
    summary: 'Restores an archived custom field.',
    access: adminOnly,
    input: z.object({ field_id: id }),
    output: done,
    errors: ['not_found'],
  },
});

export type BookingFieldRecord = z.output<typeof bookingFieldRecord>;
export type BookingFieldOptions = z.output<typeof bookingFieldOptions>;
