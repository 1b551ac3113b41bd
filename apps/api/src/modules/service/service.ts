import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { reordered } from '../../lib/ordering.ts';
import { wholeKeepRules } from '../booking-terms/public.ts';
import {
  insertService,
  lockService,
  lockServices,
  markServiceOffered,
  markServiceRetired,
  updateService,
  writeServiceOrder,
  type TermColumns,
} from './repository.ts';

/** The sent terms; null where the practice's apply. */
const termsOf = (input: ParsedInputOf<'booking_type_insert'> | ParsedInputOf<'booking_type_update'>) => ({
  self_change: input.self_change,
  cancel_free_hours: input.cancel_free_hours,
  cancel_keep: input.cancel_keep,
  cancel_keep_value: input.cancel_keep_value,
  no_show_keep: input.no_show_keep,
  no_show_keep_value: input.no_show_keep_value,
  move_limit: input.move_limit,
  move_notice_hours: input.move_notice_hours,
});

/** The terms of a service without any of its own. */
const noTerms = {
  self_change: null,
  cancel_free_hours: null,
  cancel_keep: null,
  cancel_keep_value: null,
  no_show_keep: null,
  no_show_keep_value: null,
  move_limit: null,
  move_notice_hours: null,
};

/**
 * Adds a service after the others.
 * @returns its id
 * @throws AppError `name_taken` when an active one has the name, ignoring case
 */
export function addService(ctx: Ctx, input: ParsedInputOf<'booking_type_insert'>): Promise<number> {
  const terms: TermColumns = { ...noTerms, ...changesTo<TermColumns>(noTerms, termsOf(input)) };
  return insertService(ctx, {
    name: input.name,
    description: input.description ?? null,
    base_price_pence: input.base_price,
    duration_minutes: input.duration_minutes,
    colour: input.color ?? null,
    online: input.online,
    before_minutes: input.before_minutes,
    after_minutes: input.after_minutes,
    min_notice_hours: input.min_notice_hours,
    max_days_ahead: input.max_days_ahead ?? null,
    ...terms,
    ...wholeKeepRules(terms),
  });
}

/**
 * Changes a service for new appointments. Omitted fields stay. The audit log gets the names of the changed fields.
 * @throws AppError `not_found`, `name_taken`
 */
export async function changeService(ctx: Ctx, input: ParsedInputOf<'booking_type_update'>): Promise<void> {
  const service = await lockService(ctx, input.service_id);
  if (!service) throw new AppError('not_found');
  const changes = changesTo(service, {
    name: input.name,
    description: input.description,
    base_price_pence: input.base_price,
    duration_minutes: input.duration_minutes,
    colour: input.color,
    online: input.online,
    before_minutes: input.before_minutes,
    after_minutes: input.after_minutes,
    min_notice_hours: input.min_notice_hours,
    max_days_ahead: input.max_days_ahead,
    ...termsOf(input),
  });
  Object.assign(changes, wholeKeepRules({ ...service, ...changes }));
  if (!noteChanges(ctx, changes, { base_price_pence: 'base_price', colour: 'color' })) return;
  await updateService(ctx, input.service_id, changes);
}

/**
 * Reorders services; omitted ones follow as before.
 * @throws AppError `not_found`
 */
export async function orderServices(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await writeServiceOrder(ctx, reordered(ids, await lockServices(ctx)));
}

/** Archives a service. @throws AppError `not_found` */
export async function retireService(ctx: Ctx, serviceId: number): Promise<void> {
  if (!(await markServiceRetired(ctx, serviceId))) throw new AppError('not_found');
}

/** Restores a service, at its old place. @throws AppError `not_found`, `name_taken` */
export async function restoreService(ctx: Ctx, serviceId: number): Promise<void> {
  if (!(await markServiceOffered(ctx, serviceId))) throw new AppError('not_found');
}
