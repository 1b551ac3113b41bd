import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { reordered } from '../../lib/ordering.ts';
import { checkFieldOptions } from './field-options.ts';
import {
  insertField,
  lockField,
  lockFields,
  markFieldRetired,
  markFieldsInUse,
  updateField,
  writeFieldOrder,
  type FieldColumns,
} from './repository.ts';

/**
 * Adds a custom field after the others.
 * @returns its id
 * @throws AppError `invalid_input` when its options are invalid for its type
 */
export async function addField(ctx: Ctx, input: ParsedInputOf<'booking_field_create'>): Promise<number> {
  const field = { ...input, field_options: input.field_options ?? {} };
  checkFieldOptions(field.field_type, field.field_options);
  return insertField(ctx, field);
}

/**
 * Changes a custom field. Omitted fields stay, except for the options when the type changes.
 * @throws AppError `not_found`, `field_in_use` when the type of an answered one changes, `invalid_input`
 */
export async function changeField(ctx: Ctx, input: ParsedInputOf<'booking_field_update'>): Promise<void> {
  const field = await lockField(ctx, input.field_id);
  if (!field) throw new AppError('not_found');
  const type = input.field_type ?? field.field_type;
  const retyped = type !== field.field_type;
  if (retyped && field.answered) throw new AppError('field_in_use');
  const options = input.field_options ?? (retyped ? {} : field.field_options);
  if (retyped || input.field_options) checkFieldOptions(type, options);
  const { field_id: _id, ...wanted } = input;
  const changes = changesTo<FieldColumns>(field, { ...wanted, field_options: options });
  if (noteChanges(ctx, changes)) await updateField(ctx, field.id, changes);
}

/**
 * Reorders custom fields; omitted ones follow as before.
 * @throws AppError `not_found`
 */
export async function orderFields(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const fields = await lockFields(ctx);
  const current = fields.map(({ id }) => id);
  await writeFieldOrder(ctx, reordered(ids, current));
}

/** Archives a custom field; its answers stay. @throws AppError `not_found` */
export async function retireField(ctx: Ctx, fieldId: number): Promise<void> {
  if (!(await markFieldRetired(ctx, fieldId))) throw new AppError('not_found');
}

/** Restores an archived custom field, at its old place. @throws AppError `not_found` */
export async function restoreField(ctx: Ctx, fieldId: number): Promise<void> {
  if ((await markFieldsInUse(ctx, [fieldId])) === 0) throw new AppError('not_found');
}
