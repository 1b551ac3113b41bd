import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxResources } from '@burrow/contracts/resource-limits';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { reordered } from '../../lib/ordering.ts';
import { endSolvedNotices } from '../rota/public.ts';
import { useOfResource } from './read-model.ts';
import {
  countResources,
  insertResource,
  lockResource,
  lockResourceOrder,
  markResourceActive,
  markResourceRetired,
  updateResource,
  writeResourceOrder,
} from './repository.ts';

/**
 * Adds a resource after the others.
 * @returns its id
 * @throws AppError `name_taken` when an active one has the name, ignoring case; `too_many_resources`
 */
export async function addResource(
  ctx: Ctx,
  { name, kind, places }: ParsedInputOf<'resource_create'>,
): Promise<number> {
  if ((await countResources(ctx)) >= maxResources) throw new AppError('too_many_resources');
  return insertResource(ctx, { name, kind, places });
}

/**
 * Changes a resource. Omitted fields stay. The audit log gets the names of the changed fields.
 * @throws AppError `not_found`, `name_taken`
 */
export async function changeResource(
  ctx: Ctx,
  { resource_id: resourceId, ...wanted }: ParsedInputOf<'resource_update'>,
): Promise<void> {
  const resource = await lockResource(ctx, resourceId);
  if (!resource) throw new AppError('not_found');
  const changes = changesTo(resource, wanted);
  if (!noteChanges(ctx, changes)) return;
  await updateResource(ctx, resourceId, changes);
}

/**
 * Reorders resources; omitted ones follow as before.
 * @throws AppError `not_found`
 */
export async function orderResources(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await writeResourceOrder(ctx, reordered(ids, await lockResourceOrder(ctx)));
}

/**
 * Archives a resource.
 * @returns how many upcoming appointments keep it, and the services that now lack something they need
 * @throws AppError `not_found`
 */
export async function retireResource(
  ctx: Ctx,
  resourceId: number,
): Promise<Omit<OutputOf<'resource_retire'>, 'success'>> {
  if (!(await markResourceRetired(ctx, resourceId))) throw new AppError('not_found');
  // A need of which everything is archived is not lacked.
  await endSolvedNotices(ctx);
  return useOfResource(ctx, resourceId);
}

/**
 * Restores a resource, at its old place.
 * @throws AppError `not_found`, `name_taken`, `too_many_resources`
 */
export async function restoreResource(ctx: Ctx, resourceId: number): Promise<void> {
  const others = await countResources(ctx, resourceId);
  if (!(await markResourceActive(ctx, resourceId))) throw new AppError('not_found');
  if (others >= maxResources) throw new AppError('too_many_resources');
}
