import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { keepResources } from '../resource/public.ts';
import { changeRota } from '../rota/public.ts';
import {
  keptStaff,
  needsOfService,
  replaceNeeds,
  replaceStaff,
  staffOfService,
} from './providing-repository.ts';
import { lockService } from './repository.ts';

/**
 * Sets who provides a service; an empty list means everyone. A person who is disabled or takes no appointments can be
 * kept, but not added.
 * @throws AppError `not_found`
 */
export async function setServiceStaff(
  ctx: Ctx,
  { service_id: serviceId, staff }: ParsedInputOf<'service_staff_set'>,
): Promise<void> {
  if (!(await lockService(ctx, serviceId))) throw new AppError('not_found');
  const current = await staffOfService(ctx, serviceId);
  const wanted = staff
    .map(({ user_id, duration_minutes, price }) => ({
      user_id,
      duration_minutes: duration_minutes ?? null,
      price_pence: price ?? null,
    }))
    .toSorted((one, other) => one.user_id - other.user_id);
  const kept = new Set(current.map(({ user_id: userId }) => userId));
  const people = await keptStaff(
    ctx,
    wanted.map(({ user_id: userId }) => userId),
  );
  const allowed = people.filter(({ id, takes_bookings: takesBookings }) => takesBookings || kept.has(id));
  if (allowed.length < wanted.length) throw new AppError('not_found', { message: 'Staff member not found.' });
  const changes = changesTo({ staff: current }, { staff: wanted });
  if (noteChanges(ctx, changes)) await replaceStaff(ctx, serviceId, wanted);
}

/**
 * Sets what each appointment of a service uses: one resource of each list. An archived resource can be kept, but not
 * added. Existing appointments stay as they are: those that now lack something are found.
 * @throws AppError `not_found`
 */
export async function setServiceNeeds(
  ctx: Ctx,
  input: ParsedInputOf<'service_resources_set'>,
): Promise<OutputOf<'service_resources_set'>> {
  const { service_id: serviceId, needs, preview } = input;
  const { written: _none, ...outcome } = await changeRota(ctx, { preview }, async (_rota, before) => {
    const { active, write } = await plannedNeeds(ctx, serviceId, needs);
    return { needs: new Map(before).set(serviceId, active), write };
  });
  return { success: true, ...outcome };
}

/** The needs that can be met, and the function that stores all of them. */
async function plannedNeeds(
  ctx: Ctx,
  serviceId: number,
  needs: readonly (readonly number[])[],
): Promise<{ active: (readonly number[])[]; write: () => Promise<void> }> {
  const ids = [...new Set(needs.flat())];
  // Before the service: every change takes the locks in this order.
  const resources = await keepResources(ctx, ids);
  if (!(await lockService(ctx, serviceId))) throw new AppError('not_found');
  const current = await needsOfService(ctx, serviceId);
  const kept = new Set(current.flat());
  const allowed = resources.filter(({ id, retired }) => !retired || kept.has(id));
  if (allowed.length < ids.length)
    throw new AppError('not_found', { message: 'Room or equipment not found.' });
  const wanted = needs.map((choices) => choices.toSorted((one, other) => one - other));
  const changes = changesTo({ needs: current }, { needs: wanted });
  const isActive = (id: number): boolean => resources.some((one) => one.id === id && !one.retired);
  return {
    active: needs.filter((choices) => choices.some(isActive)),
    write: async () => {
      if (noteChanges(ctx, changes)) await replaceNeeds(ctx, serviceId, wanted);
    },
  };
}
