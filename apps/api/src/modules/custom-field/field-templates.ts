import type { OutputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { insertFields, lockFields, markFieldsInUse, noteBusinessType } from './repository.ts';
import { fieldTemplates, type Question } from './template-catalogue.ts';

export const listTemplates = (): OutputOf<'booking_field_templates'> =>
  fieldTemplates.map(({ id, name, description, questions }) => ({
    id,
    template_name: name,
    template_description: description,
    fields: questions.map(({ label, type, options, required }) => ({
      field_label: label,
      field_type: type,
      field_options: JSON.stringify(options),
      required: required ? '1' : '0',
    })),
  }));

const sameLabel = (label: string): string => label.trim().toLowerCase();

const toColumns = ({ label, type, options, required }: Question) => ({
  field_label: label,
  field_type: type,
  field_options: options,
  required,
});

/**
 * Applies a template, and its type of practice during the setup or if the practice has none: existing custom fields stay as they are, archived ones are restored, the
 * others are added after all. Idempotent.
 * @returns how many custom fields are active now that were not
 * @throws AppError `not_found`
 */
export async function applyTemplate(ctx: Ctx, templateId: number): Promise<number> {
  const template = fieldTemplates.find(({ id }) => id === templateId);
  if (!template) throw new AppError('not_found');
  // Also the lock: of two simultaneous calls, the second sees the first one's custom fields.
  await noteBusinessType(ctx, template.businessType);
  const fields = await lockFields(ctx);
  const byLabel = (retired: boolean) =>
    new Map(
      fields
        .filter((field) => field.retired === retired)
        .map((field) => [sameLabel(field.field_label), field.id]),
    );
  const [inUse, retired] = [byLabel(false), byLabel(true)];
  const missing = template.questions.filter(({ label }) => !inUse.has(sameLabel(label)));
  const restored = missing.flatMap(({ label }) => retired.get(sameLabel(label)) ?? []);
  const added = missing.filter(({ label }) => !retired.has(sameLabel(label)));
  if (restored.length > 0) await markFieldsInUse(ctx, restored);
  if (added.length > 0) {
    const last = Math.max(0, ...fields.map((field) => field.display_order));
    await insertFields(ctx, added.map(toColumns), last + 1);
  }
  ctx.auditDetails({ template: template.name, added: added.length, restored: restored.length });
  return missing.length;
}
