import type { customFieldActions } from '@burrow/contracts/custom-field';
import type { Handlers } from '../../context/handlers.ts';
import { answerFields } from './answers.ts';
import { applyTemplate, listTemplates } from './field-templates.ts';
import { fieldAnswers, listFields } from './read-model.ts';
import { addField, changeField, orderFields, restoreField, retireField } from './service.ts';

export const customFieldHandlers: Handlers<typeof customFieldActions> = {
  booking_field_templates: async () => listTemplates(),
  booking_field_template_apply: async (ctx, input) => ({
    success: true,
    added: await applyTemplate(ctx, input.template_id),
  }),
  booking_custom_fields: (ctx, input) => listFields(ctx, input.include_retired ?? false),
  booking_custom_field_values: (ctx, input) => fieldAnswers(ctx, input.booking_id),
  booking_custom_field_values_set: (ctx, input) => answerFields(ctx, input),
  booking_field_create: async (ctx, input) => ({ field_id: await addField(ctx, input) }),
  booking_field_update: (ctx, input) => changeField(ctx, input),
  booking_fields_order: (ctx, input) => orderFields(ctx, input.field_ids),
  booking_field_retire: (ctx, input) => retireField(ctx, input.field_id),
  booking_field_restore: (ctx, input) => restoreField(ctx, input.field_id),
};
