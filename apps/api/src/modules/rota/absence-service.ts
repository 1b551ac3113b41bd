import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { addDays } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import type { Rota } from '../availability/public.ts';
import {
  deleteAbsence,
  findAbsence,
  findPerson,
  findResource,
  insertAbsence,
  lockRota,
  updateAbsence,
  type AbsenceColumns,
} from './repository.ts';
import { changeRota } from './rota-change.ts';
import { minutesBetween, momentOf } from './work-hours.ts';

/**
 * Adds an absence of a person, of a resource, or of the whole practice.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function addAbsence(
  ctx: Ctx,
  input: ParsedInputOf<'absence_create'>,
): Promise<OutputOf<'absence_create'>> {
  const { staff_id: user_id = null, resource_id = null, kind, note = null, preview } = input;
  const absence: AbsenceColumns = {
    user_id,
    resource_id,
    starts: momentOf(input.from_date, input.from_time),
    ends: endOf(input.until_date ?? input.from_date, input.until_time),
    kind,
    note,
  };
  checkTimes(absence);
  if (user_id !== null && resource_id !== null) {
    throw invalidField('resource_id', 'Choose a person or a resource, not both.');
  }
  await nameIn(ctx, absence);
  const { written, ...outcome } = await changeRota(ctx, { preview }, async ({ rota }) => ({
    after: withAbsence(rota, newId, absence),
    write: () => insertAbsence(ctx, absence),
  }));
  ctx.auditDetails(daysInLog(absence));
  return { ...outcome, absence_id: written };
}

/**
 * Changes an absence; omitted fields stay.
 * @throws AppError `not_found`, `invalid_input`
 */
export async function changeAbsence(
  ctx: Ctx,
  input: ParsedInputOf<'absence_update'>,
): Promise<OutputOf<'absence_update'>> {
  const { absence_id: id, preview } = input;
  // Before it is read, so that two changes of one absence do not undo each other.
  if (!preview) await lockRota(ctx.tx, ctx.tenantId);
  const existing = await findAbsence(ctx, id);
  const { date: lastDate, time: lastTime } = lastOf(existing.ends);
  const changes = changesTo(existing, {
    starts: momentOf(
      input.from_date ?? existing.starts.slice(0, 10),
      input.from_time ?? existing.starts.slice(11, 16),
    ),
    ends: endOf(input.until_date ?? lastDate, input.until_time ?? lastTime),
    kind: input.kind,
    note: input.note,
  });
  const absence = { ...existing, ...changes };
  checkTimes(absence);
  const { written: _none, ...outcome } = await changeRota(ctx, { preview }, async ({ rota }) => ({
    after: withAbsence(rota, id, absence),
    write: () => updateAbsence(ctx, id, absence),
  }));
  noteChanges(ctx, changes, { starts: 'from_date', ends: 'until_date' });
  return outcome;
}

/** @throws AppError `not_found` */
export async function removeAbsence(
  ctx: Ctx,
  { absence_id: id, preview }: ParsedInputOf<'absence_delete'>,
): Promise<OutputOf<'absence_delete'>> {
  if (!preview) await lockRota(ctx.tx, ctx.tenantId);
  const absence = await findAbsence(ctx, id);
  const { written: _none, ...outcome } = await changeRota(ctx, { preview }, async ({ rota }) => ({
    after: withAbsence(rota, id, null),
    write: () => deleteAbsence(ctx.tx, ctx.tenantId, id),
  }));
  // Log whose it was, because the row is deleted.
  ctx.auditDetails({ ...(await nameIn(ctx, absence)), ...daysInLog(absence) });
  return outcome;
}

/** The id of an absence that is not stored yet. */
const newId = 0;

/** The rota with an absence changed, added, or (null) removed. */
function withAbsence(rota: Rota, id: number, absence: AbsenceColumns | null): Rota {
  const others = rota.absences.filter((one) => one.id !== id);
  return { ...rota, absences: absence ? [...others, { id, ...absence }] : others };
}

/** The end of an absence: 24:00 is midnight of the next day. */
const endOf = (date: string, time: string): string =>
  time === '24:00' ? momentOf(addDays(date, 1), '00:00') : momentOf(date, time);

/** The last day of an absence and its time on it; midnight is 24:00 of the day before. */
function lastOf(ends: string): { date: string; time: string } {
  const [date, time] = [ends.slice(0, 10), ends.slice(11, 16)];
  return time === '00:00' ? { date: addDays(date, -1), time: '24:00' } : { date, time };
}

const maxMinutes = 366 * 1440;

/** @throws AppError `invalid_input` */
function checkTimes({ starts, ends }: AbsenceColumns): void {
  const minutes = minutesBetween(starts, ends);
  const field = starts.slice(0, 10) > lastOf(ends).date ? 'until_date' : 'until_time';
  if (minutes <= 0) throw invalidField(field, 'The end must be after the start.');
  if (minutes > maxMinutes) throw invalidField('until_date', 'An absence can last up to a year.');
}

/**
 * The name of the person or the resource; none for the practice.
 * @throws AppError `not_found`
 */
async function nameIn(ctx: Ctx, { user_id, resource_id }: AbsenceColumns): Promise<{ name?: string }> {
  if (user_id !== null) return { name: await findPerson(ctx, user_id) };
  return resource_id === null ? {} : { name: await findResource(ctx, resource_id) };
}

const daysInLog = ({ starts, ends }: AbsenceColumns): Record<string, unknown> => ({
  start_date: starts.slice(0, 10),
  end_date: lastOf(ends).date,
});
