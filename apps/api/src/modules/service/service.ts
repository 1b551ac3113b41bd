import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { reordered } from '../../lib/ordering.ts';
import {
  insertService,
  lockService,
  lockServices,
  markServiceOffered,
  markServiceRetired,
  updateService,
  writeServiceOrder,
} from './repository.ts';

/**
 * Adds a service after the others.
 * @returns its id
 * @throws AppError `name_taken` when an active one has the name, ignoring case
 */
export const addService = (ctx: Ctx, input: ParsedInputOf<'booking_type_insert'>): Promise<number> =>
  insertService(ctx, {
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
  });

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
  });
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
