import type { OutputOf } from '@burrow/contracts/actions';
import type { RotaConflict, RotaProblem } from '@burrow/contracts/rota-conflict';
import { maxConflictsListed } from '@burrow/contracts/rota-limits';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { conflictsOf, problemFinder, type AppointmentPart, type RotaNames } from './conflicts.ts';
import { lastDay, readRota, todayOf, type RotaState } from './rota-state.ts';

const minutesOfClock = (moment: string): string => `(extract(epoch from ${moment}) / 60)::int`;

// $2 today on the practice's clock, $3 now.
const upcomingParts = statement<AppointmentPart>(
  'upcoming_parts',
  `select p.booking_id, p.user_id, p.resource_id,
          ${minutesOfClock('lower(p.during)')} as starts, ${minutesOfClock('upper(p.during)')} as ends
   from bookings b
   join booking_parts p on p.tenant_id = b.tenant_id and p.booking_id = b.id
   where b.tenant_id = $1 and b.booking_date >= $2 and b.starts_at >= $3 and b.status <> 'cancelled'
   order by b.starts_at, b.id, p.step, p.need`,
);

const rotaNames = statement<{
  people: { id: number; name: string; disabled: boolean }[];
  resources: { id: number; name: string }[];
}>(
  'rota_names',
  `select
     coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name, 'disabled', u.disabled_at is not null))
       from users u where u.tenant_id = $1), '[]') as people,
     coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name))
       from resources r where r.tenant_id = $1), '[]') as resources`,
);

const conflictDetails = statement<Omit<RotaConflict, 'problems'>>(
  'rota_conflict_details',
  `select b.id as booking_id, b.booking_date, b.booking_time, b.duration_minutes, b.status, b.staff_id,
          u.name as staff_name, c.name as client_name, a.name as animal_name, s.name as service_name
   from bookings b
   join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
   join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
   left join users u on u.tenant_id = b.tenant_id and u.id = b.staff_id
   left join services s on s.tenant_id = b.tenant_id and s.id = b.service_id
   where b.tenant_id = $1 and b.id = any($2::bigint[])
   order by b.starts_at, b.id`,
);

/** The upcoming appointments, and the names of people and resources. */
interface Upcoming {
  parts: AppointmentPart[];
  names: RotaNames;
}

/** Everything an appointment occupies from now on, soonest first. */
export async function readUpcoming(ctx: Ctx): Promise<Upcoming> {
  const { tx, tenantId, now } = ctx;
  const [parts, names] = await Promise.all([
    tx.rows(upcomingParts, [tenantId, todayOf(ctx), now]),
    tx.row(rotaNames, [tenantId]),
  ]);
  return {
    parts,
    names: {
      people: new Map(names?.people.map(({ id, ...person }) => [id, person])),
      resources: new Map(names?.resources.map(({ id, name }) => [id, name])),
    },
  };
}

/** The conflicts of upcoming appointments with a rota, by appointment, soonest first. */
export const conflictsWith = (state: RotaState, { parts, names }: Upcoming): Map<number, RotaProblem[]> =>
  conflictsOf(parts, problemFinder(state, names));

/** The first conflicts with the details of their appointments. */
export async function describeConflicts(
  { tx, tenantId }: Ctx,
  conflicts: ReadonlyMap<number, RotaProblem[]>,
): Promise<RotaConflict[]> {
  if (conflicts.size === 0) return [];
  const ids = [...conflicts.keys()].slice(0, maxConflictsListed);
  const rows = await tx.rows(conflictDetails, [tenantId, ids]);
  return rows.map((row) => ({ ...row, problems: conflicts.get(row.booking_id) ?? [] }));
}

// $2 now. Only appointments that are as they were when they were kept.
const keptConflicts = statement<{ booking_id: number; problems: string[] }>(
  'kept_conflicts',
  `select k.booking_id, k.problems from accepted_conflicts k
   join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
   where k.tenant_id = $1 and b.starts_at >= $2 and b.starts_at = k.starts_at
     and b.duration_minutes = k.duration_minutes and b.staff_id is not distinct from k.staff_id`,
);

/** All upcoming appointments that do not agree with the rota, soonest first. */
export async function allConflicts(ctx: Ctx): Promise<Map<number, RotaProblem[]>> {
  const [state, upcoming] = await Promise.all([readRota(ctx, todayOf(ctx), lastDay), readUpcoming(ctx)]);
  return conflictsWith(state, upcoming);
}

/** The upcoming appointments that do not agree with the rota and are not kept so, soonest first. */
export async function listConflicts(ctx: Ctx): Promise<OutputOf<'rota_conflicts'>> {
  const { tx, tenantId, now } = ctx;
  const [found, rows] = await Promise.all([allConflicts(ctx), tx.rows(keptConflicts, [tenantId, now])]);
  const kept = new Map(rows.map(({ booking_id: id, problems }) => [id, problems]));
  const conflicts = new Map(
    [...found].filter(([id, problems]) => problems.some(({ code }) => !kept.get(id)?.includes(code))),
  );
  return { total: conflicts.size, appointments: await describeConflicts(ctx, conflicts) };
}
