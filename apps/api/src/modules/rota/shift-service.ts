import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { addDays, daysBetween } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { plannedDay, type Rota, type Shift } from '../availability/public.ts';
import { findPeople, findPerson, replaceShifts, type PersonDay } from './repository.ts';
import { changeRota } from './rota-change.ts';
import type { RotaState } from './rota-state.ts';
import { haveSameHours, rangeOf } from './work-hours.ts';

/**
 * Sets a person's hours on single days, or returns these days to their pattern.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function setShifts(
  ctx: Ctx,
  input: ParsedInputOf<'shifts_set'>,
): Promise<OutputOf<'shifts_set'>> {
  const { staff_id: user_id, dates, ranges: hours, clear, preview } = input;
  if (clear === (hours !== undefined)) {
    throw invalidField('ranges', 'Enter the hours, [] for a day off, or clear=1 for the pattern.');
  }
  const ranges = (hours ?? []).map(rangeOf).toSorted((a, b) => a.starts - b.starts);
  refuseNightsIntoDays(dates, ranges);
  await findPerson(ctx, user_id);
  const days = dates.map((date) => ({ user_id, date }));
  const shifts = clear ? [] : days.map((day) => ({ ...day, ranges }));
  const { written: _none, ...outcome } = await changeRota(ctx, { preview }, async ({ rota }) => ({
    after: withShifts(rota, days, shifts),
    write: () => replaceShifts(ctx, days, shifts),
  }));
  ctx.auditDetails({ dates: dates.toSorted() });
  return outcome;
}

/** @throws AppError `invalid_input` if a night shift of one of the days ends after the hours of the next begin */
function refuseNightsIntoDays(dates: readonly string[], ranges: Shift['ranges']): void {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || last.ends - 1440 <= first.starts) return;
  const days = new Set(dates);
  if (!dates.some((date) => days.has(addDays(date, 1)))) return;
  throw invalidField(
    'ranges',
    'These hours overlap those of the next day. Change them, or choose other days.',
  );
}

/**
 * Copies the hours of a week to another: afterwards each person's days are as in the first. A day whose pattern has the
 * same hours gets no shift.
 * @throws AppError `not_found`, `invalid_input`, `shifts_exist` if it replaces shifts and `replace` is not set
 */
export async function copyShifts(
  ctx: Ctx,
  input: ParsedInputOf<'shifts_copy'>,
): Promise<OutputOf<'shifts_copy'>> {
  const { from_week: from, to_week: to, staff_ids: userIds, replace, preview } = input;
  if (from === to) throw invalidField('to_week', 'Choose a different week to copy to.');
  if (userIds) await findPeople(ctx, userIds, 'staff_ids');
  const earliest = from < to ? from : to;
  const counts = { changed_days: 0, replaced_days: 0 };
  const { written: _none, ...outcome } = await changeRota(ctx, { preview, from: earliest }, async (state) => {
    const copied = copyOfWeek(state, { from, to, userIds });
    const replaced = copied.filter(({ replaces }) => replaces).length;
    Object.assign(counts, { changed_days: copied.length, replaced_days: replaced });
    if (replaced > 0 && !replace && !preview) throw shiftsExist(replaced);
    const shifts = copied.flatMap(({ shift }) => shift ?? []);
    return {
      after: withShifts(state.rota, copied, shifts),
      write: () => replaceShifts(ctx, copied, shifts),
    };
  });
  ctx.auditDetails({ from_week: from, to_week: to, ...counts });
  return { ...outcome, ...counts };
}

const shiftsExist = (days: number): AppError =>
  new AppError('shifts_exist', {
    message: `${days === 1 ? 'One day of that week already has' : `${days} days of that week already have`} other shifts. Replace them, or choose another week.`,
  });

interface CopiedDay extends PersonDay {
  /** Null for a day that returns to its pattern. */
  shift: Shift | null;
  /** Whether the day has another shift. */
  replaces: boolean;
}

/** The days that the copy of a week changes. */
function copyOfWeek(
  { rota, business_hours: hours }: RotaState,
  { from, to, userIds }: { from: string; to: string; userIds: readonly number[] | undefined },
): CopiedDay[] {
  const distance = daysBetween(from, to);
  const sources = Array.from({ length: 7 }, (_, n) => addDays(from, n));
  const inWeek = rota.shifts.filter(({ date }) => sources.includes(date)).map(({ user_id: id }) => id);
  const people = new Set([...rota.with_pattern, ...inWeek]);
  return [...people]
    .filter((userId) => !userIds || userIds.includes(userId))
    .flatMap((user_id) =>
      sources.flatMap((source): CopiedDay[] => {
        const date = addDays(source, distance);
        const { source: kind, ranges: planned } = plannedDay(rota, user_id, source, hours);
        // Without hours of their own there is nothing to copy.
        if (kind === 'opening_hours') return [];
        const ranges = planned.map(({ starts, ends, online }) => ({ starts, ends, online }));
        const existing = rota.shifts.find((one) => one.user_id === user_id && one.date === date);
        const pattern = plannedDay(withShifts(rota, [{ user_id, date }], []), user_id, date, hours);
        const isPattern = pattern.source === 'pattern' && haveSameHours(pattern.ranges, ranges);
        if (existing ? haveSameHours(existing.ranges, ranges) : isPattern) return [];
        const shift = isPattern ? null : { user_id, date, ranges };
        return [{ user_id, date, shift, replaces: existing !== undefined }];
      }),
    );
}

/** The rota with other shifts on some days. */
function withShifts(rota: Rota, days: readonly PersonDay[], shifts: readonly Shift[]): Rota {
  const keys = new Set(days.map(({ user_id: id, date }) => `${id} ${date}`));
  const others = rota.shifts.filter(({ user_id: id, date }) => !keys.has(`${id} ${date}`));
  return { ...rota, shifts: [...others, ...shifts] };
}
