import type { OutputOf } from '@burrow/contracts/actions';
import type { RotaConflict, RotaProblem } from '@burrow/contracts/rota-conflict';
import { maxConflictsListed } from '@burrow/contracts/rota-limits';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import {
  conflictsOf,
  missingFinder,
  problemFinder,
  type AppointmentPart,
  type RotaNames,
  type ServiceNeeds,
} from './conflicts.ts';
import { lastDay, readRota, todayOf, type RotaState } from './rota-state.ts';

const minutesOfClock = (moment: string): string => `(extract(epoch from ${moment}) / 60)::int`;

// $2 today on the practice's clock, $3 now.
const upcomingParts = statement<AppointmentPart>(
  'upcoming_parts',
  `select p.booking_id, p.step, p.service_id, p.user_id, p.resource_id,
          ${minutesOfClock('lower(p.during)')} as starts, ${minutesOfClock('upper(p.during)')} as ends
   from bookings b
   join booking_parts p on p.tenant_id = b.tenant_id and p.booking_id = b.id
   where b.tenant_id = $1 and b.booking_date >= $2 and b.starts_at >= $3 and b.status <> 'cancelled'
   order by b.starts_at, b.id, p.step, p.need`,
);

// A need of which every resource is archived can't be met, so appointments don't lack it.
const rotaNames = statement<{
  people: { id: number; name: string; disabled: boolean }[];
  resources: { id: number; name: string }[];
  needs: { service_id: number; choices: number[] }[];
}>(
  'rota_names',
  `select
     coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name, 'disabled', u.disabled_at is not null))
       from users u where u.tenant_id = $1), '[]') as people,
     coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name))
       from resources r where r.tenant_id = $1), '[]') as resources,
     coalesce((select json_agg(n) from (
       select s.service_id, json_agg(s.resource_id order by e.display_order, e.id) as choices
       from service_resources s join resources e on e.tenant_id = s.tenant_id and e.id = s.resource_id
       where s.tenant_id = $1
       group by s.service_id, s.need having bool_or(e.retired_at is null)
       order by s.service_id, s.need) n), '[]') as needs`,
);

/** A row about an appointment as it was, and the problems it had then. */
const asItWas = (row: string): string => `${row}.tenant_id = b.tenant_id and ${row}.booking_id = b.id
     and ${row}.starts_at = b.starts_at and ${row}.duration_minutes = b.duration_minutes
     and ${row}.staff_id is not distinct from b.staff_id`;

type ConflictRow = Omit<RotaConflict, 'problems'> & { notified_problems: string[] | null };

const conflictDetails = statement<ConflictRow>(
  'rota_conflict_details',
  `select b.id as booking_id, b.booking_date, b.booking_time, b.duration_minutes, b.status, b.staff_id,
          u.name as staff_name, c.name as client_name, a.name as animal_name, s.name as service_name,
          array(select p.resource_id from booking_parts p
            where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null
            order by p.step, p.need) as resource_ids,
          case when b.is_provisional then '1' else '0' end as is_provisional, n.notified_at,
          n.problems as notified_problems
   from bookings b
   left join conflict_notices n on ${asItWas('n')}
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
  needs: ServiceNeeds;
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
    needs: needsByService(names?.needs ?? []),
  };
}

function needsByService(rows: readonly { service_id: number; choices: number[] }[]): ServiceNeeds {
  const needs = new Map<number, number[][]>();
  for (const { service_id: id, choices } of rows) needs.set(id, [...(needs.get(id) ?? []), choices]);
  return needs;
}

/** The conflicts of upcoming appointments with a rota and with what their services need, by appointment, soonest first. */
export function conflictsWith(
  state: RotaState,
  { parts, names, needs }: Upcoming,
): Map<number, RotaProblem[]> {
  const [problemsOf, missingOf] = [problemFinder(state, names), missingFinder(parts, needs, names)];
  return conflictsOf(parts, (part) => [...problemsOf(part), ...missingOf(part)]);
}

/** The first conflicts with the details of their appointments. */
export async function describeConflicts(
  { tx, tenantId }: Ctx,
  conflicts: ReadonlyMap<number, RotaProblem[]>,
): Promise<RotaConflict[]> {
  if (conflicts.size === 0) return [];
  const ids = [...conflicts.keys()].slice(0, maxConflictsListed);
  const rows = await tx.rows(conflictDetails, [tenantId, ids]);
  return rows.map(({ notified_problems: asked, notified_at, ...row }) => {
    const problems = conflicts.get(row.booking_id) ?? [];
    return { ...row, problems, notified_at: isAbout(asked, problems) ? notified_at : null };
  });
}

/** Whether all problems are among those that were kept, or that the client was notified of. */
export const isAbout = (
  known: readonly string[] | null | undefined,
  problems: readonly RotaProblem[],
): boolean => problems.every(({ code }) => known?.includes(code));

// $2 now. Only appointments that are as they were when they were kept.
const keptConflicts = statement<{ booking_id: number; problems: string[] }>(
  'kept_conflicts',
  `select k.booking_id, k.problems from accepted_conflicts k
   join bookings b on ${asItWas('k')}
   where k.tenant_id = $1 and b.starts_at >= $2`,
);

/** All upcoming appointments that do not agree with the rota or lack a resource, soonest first. */
export async function allConflicts(ctx: Ctx): Promise<Map<number, RotaProblem[]>> {
  const [state, upcoming] = await Promise.all([readRota(ctx, todayOf(ctx), lastDay), readUpcoming(ctx)]);
  return conflictsWith(state, upcoming);
}

/** Those of {@link allConflicts} that are not kept so. */
export async function listConflicts(ctx: Ctx): Promise<OutputOf<'rota_conflicts'>> {
  const { tx, tenantId, now } = ctx;
  const [found, rows] = await Promise.all([allConflicts(ctx), tx.rows(keptConflicts, [tenantId, now])]);
  const kept = new Map(rows.map(({ booking_id: id, problems }) => [id, problems]));
  const conflicts = new Map([...found].filter(([id, problems]) => !isAbout(kept.get(id), problems)));
  return { total: conflicts.size, appointments: await describeConflicts(ctx, conflicts) };
}
