import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { addDays, timeOf } from '@burrow/contracts/calendar-day';
import type { AbsenceRecord } from '@burrow/contracts/absence';
import type { RotaPersonDay, RotaPracticeDay } from '@burrow/contracts/rota';
import { weekdayKeyOf } from '@burrow/contracts/weekdays';
import { intersection, type Span } from '@burrow/contracts/spans';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { holidayNameOn, isOfPractice, minutesFrom, plannedDay, type Rota } from '../availability/public.ts';
import { patternsOfUser, findPerson } from './repository.ts';
import { openOver, readRota, todayOf, workOver, type RotaState } from './rota-state.ts';
import { shownRange, shownWeeks } from './work-hours.ts';

interface PersonRow {
  staff_id: number;
  name: string;
  color: string | null;
  takes_bookings: '1' | '0';
}

// $2 the first day, $3 the last.
const rotaPeople = statement<PersonRow>(
  'rota_people',
  `select u.id as staff_id, u.name, u.colour as color,
          case when u.takes_bookings then '1' else '0' end as takes_bookings
   from users u
   where u.tenant_id = $1 and u.disabled_at is null and u.support_until is null
     and (u.takes_bookings
       or exists (select from work_patterns p where p.tenant_id = u.tenant_id and p.user_id = u.id
                  and p.valid_from <= $3 and (p.valid_until is null or p.valid_until >= $2))
       or exists (select from shifts s where s.tenant_id = u.tenant_id and s.user_id = u.id
                  and s.date >= $2 and s.date <= $3))
   order by lower(u.name), u.id`,
);

/** Who works when on some days. */
export async function rotaOf(ctx: Ctx, { from, days }: ParsedInputOf<'rota'>): Promise<OutputOf<'rota'>> {
  const { tx, tenantId } = ctx;
  const dates = Array.from({ length: days }, (_, n) => addDays(from, n));
  const last = dates.at(-1) ?? from;
  const [state, people] = await Promise.all([
    readRota(ctx, from, last),
    tx.rows(rotaPeople, [tenantId, from, last]),
  ]);
  const { business_hours: hours } = state;
  const rota = { ...state.rota, absences: state.rota.absences.map(reasonFor(ctx)) };
  const open = openOver(state, from, last);
  return {
    practice: dates.map((date) => practiceDay({ ...state, rota }, date)),
    people: people.map((person) => {
      const userId = person.staff_id;
      const working = workOver(state, userId, { open, first: from, last });
      return {
        ...person,
        days: dates.map((date, n): RotaPersonDay => {
          const { source, ranges } = plannedDay(rota, userId, date, hours);
          return {
            date,
            source,
            ranges: ranges.map(shownRange),
            working: shownSpans(intersection(working, [[n * 1440, (n + 1) * 1440]]), n * 1440),
            absences: absencesOn(rota, date, ({ user_id: id }) => id === userId),
          };
        }),
      };
    }),
  };
}

function practiceDay(state: RotaState, date: string): RotaPracticeDay {
  const { rota, business_hours: hours } = state;
  return {
    date,
    opening: (hours[weekdayKeyOf(date)] ?? []).map(([from, to]) => ({ from, to })),
    holiday: holidayNameOn(date, state.holidays),
    absences: absencesOn(rota, date, isOfPractice),
  };
}

const shownSpans = (spans: readonly Span[], midnight: number): { from: string; to: string }[] =>
  spans.map(([from, to]) => ({ from: timeOf(from - midnight), to: timeOf(to - midnight) }));

/** The absences that touch a day, with the part of them that lies on it. */
function absencesOn(
  { absences }: Rota,
  date: string,
  isOf: (absence: Rota['absences'][number]) => boolean,
): RotaPersonDay['absences'] {
  return absences.filter(isOf).flatMap((absence) => {
    const [start, end] = [minutesFrom(date, absence.starts), minutesFrom(date, absence.ends)];
    const [span] = shownSpans(intersection([[start, end]], [[0, 1440]]), 0);
    const kind = absence.kind as RotaPersonDay['absences'][number]['kind'];
    return span ? [{ ...span, absence_id: absence.id, kind, note: absence.note }] : [];
  });
}

/**
 * A person's working hours, by first day.
 * @throws AppError `not_found`
 */
export async function listPatterns(ctx: Ctx, userId: number): Promise<OutputOf<'work_patterns'>> {
  const { tx, tenantId } = ctx;
  const [, patterns] = await Promise.all([findPerson(ctx, userId), patternsOfUser(tx, tenantId, userId)]);
  return patterns.map(({ id, user_id, ranges, ...pattern }) => ({
    pattern_id: id,
    staff_id: user_id,
    ...pattern,
    hours: shownWeeks(pattern.weeks, ranges),
  }));
}

const endsAtMidnight = "upper(a.during)::time = '00:00'";

const absencesFrom = statement<AbsenceRecord>(
  'absences_from',
  `select a.id as absence_id, a.user_id as staff_id, u.name as staff_name, a.resource_id, r.name as resource_name,
          lower(a.during)::date as from_date, to_char(lower(a.during), 'HH24:MI') as from_time,
          case when ${endsAtMidnight} then upper(a.during)::date - 1 else upper(a.during)::date end as until_date,
          case when ${endsAtMidnight} then '24:00' else to_char(upper(a.during), 'HH24:MI') end as until_time,
          a.kind, a.note
   from absences a
   left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
   left join resources r on r.tenant_id = a.tenant_id and r.id = a.resource_id
   where a.tenant_id = $1 and a.during && tsrange($2::date::timestamp, null)
   order by lower(a.during), a.id
   limit $3`,
);

/** Absences that have not ended by a day, soonest first. */
export async function listAbsences(
  ctx: Ctx,
  { from, limit }: ParsedInputOf<'absences'>,
): Promise<AbsenceRecord[]> {
  const rows = await ctx.tx.rows(absencesFrom, [ctx.tenantId, from ?? todayOf(ctx), limit]);
  return rows.map(reasonFor(ctx));
}

/** Hides why someone is absent from an API key that may not read appointments, such as a website's. */
function reasonFor({ session }: Ctx): <T extends { kind: string; note: string | null }>(absence: T) => T {
  if (hasScope(session, 'appointments:read')) return (absence) => absence;
  return (absence) => ({ ...absence, kind: 'other', note: null });
}
