import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import type { Ctx } from '../../context/context.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import type { Rota } from '../availability/public.ts';
import { tellScreens } from '../notification/public.ts';
import { endNotices } from './conflict-notices.ts';
import { newConflicts, type ServiceNeeds } from './conflicts.ts';
import { conflictsWith, describeConflicts, readUpcoming } from './conflicts-read-model.ts';
import { lockRota } from './repository.ts';
import { lastDay, readRota, todayOf, type RotaState } from './rota-state.ts';

interface Outcome {
  saved: boolean;
  outside: number;
  /** Only of a preview. */
  appointments: RotaConflict[];
}

/** A change to the rota or to the needs of services: what will be different, and the function that stores it. */
interface Change<T> {
  after?: Rota;
  needs?: ServiceNeeds;
  write: () => Promise<T>;
}

/**
 * Changes the rota or the needs of services, unless it is a preview, and finds the upcoming appointments that the change
 * leaves outside, or without a resource. They are found from what is planned, so that a preview writes nothing.
 * @param from a day before today from which to read the rota
 */
export async function changeRota<T>(
  ctx: Ctx,
  { preview, from }: { preview: boolean; from?: string },
  plan: (state: RotaState, needs: ServiceNeeds) => Promise<Change<T>>,
): Promise<Outcome & { written: T | null }> {
  const { tx, tenantId, session } = ctx;
  const today = todayOf(ctx);
  const first = from !== undefined && from < today ? from : today;
  const [, state, upcoming] = await Promise.all([
    preview ? undefined : lockRota(tx, tenantId),
    readRota(ctx, first, lastDay),
    readUpcoming(ctx),
  ]);
  const { after = state.rota, needs = upcoming.needs, write } = await plan(state, upcoming.needs);
  const before = conflictsWith(state, upcoming);
  const planned = conflictsWith({ ...state, rota: after }, { ...upcoming, needs });
  const outside = newConflicts(before, planned);
  if (preview) {
    ctx.skipAudit();
    const isNamed = hasScope(session, 'appointments:read');
    const appointments = isNamed ? await describeConflicts(ctx, outside) : [];
    return { saved: false, outside: outside.size, appointments, written: null };
  }
  const written = await write();
  await endNotices(
    ctx,
    [...before.keys()].filter((id) => !planned.has(id)),
  );
  if (outside.size > 0) ctx.auditDetails({ appointments_outside: outside.size });
  tellScreens(ctx);
  return { saved: true, outside: outside.size, appointments: [], written };
}
