import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { maxResources } from '@burrow/contracts/resource-limits';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { reordered } from '../../lib/ordering.ts';
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
  { tx, tenantId, now }: Ctx,
  { name, kind, places }: ParsedInputOf<'resource_create'>,
): Promise<number> {
  if ((await countResources(tx, tenantId)) >= maxResources) throw new AppError('too_many_resources');
  return insertResource(tx, tenantId, { name, kind, places }, now);
}

/**
 * Changes a resource. Omitted fields stay. The audit log gets the names of the changed fields.
 * @throws AppError `not_found`, `name_taken`
 */
export async function changeResource(
  ctx: Ctx,
  { resource_id: resourceId, ...wanted }: ParsedInputOf<'resource_update'>,
): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const resource = await lockResource(tx, tenantId, resourceId);
  if (!resource) throw new AppError('not_found');
  const changes = changesTo(resource, wanted);
  if (!noteChanges(ctx, changes)) return;
  await updateResource(tx, tenantId, resourceId, changes, now);
}

/**
 * Reorders resources; omitted ones follow as before.
 * @throws AppError `not_found`
 */
export async function orderResources({ tx, tenantId }: Ctx, ids: readonly number[]): Promise<void> {
  await writeResourceOrder(tx, tenantId, reordered(ids, await lockResourceOrder(tx, tenantId)));
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
  const { tx, tenantId, now } = ctx;
  if (!(await markResourceRetired(tx, tenantId, resourceId, now))) throw new AppError('not_found');
  return useOfResource(ctx, resourceId);
}

/**
 * Restores a resource, at its old place.
 * @throws AppError `not_found`, `name_taken`, `too_many_resources`
 */
export async function restoreResource({ tx, tenantId, now }: Ctx, resourceId: number): Promise<void> {
  const others = await countResources(tx, tenantId, resourceId);
  if (!(await markResourceActive(tx, tenantId, resourceId, now))) throw new AppError('not_found');
  if (others >= maxResources) throw new AppError('too_many_resources');
}
