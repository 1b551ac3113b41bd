import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import { endSolvedNotices } from '../rota/public.ts';
import { upcomingBookingsOn } from './read-model.ts';
import {
  deleteHoliday,
  insertHoliday,
  lockHoliday,
  updateHoliday,
  type HolidayColumns,
} from './repository.ts';

/**
 * Adds days on which the practice is closed.
 * @returns the id, and how many upcoming appointments fall on these days; they stay as they are
 * @throws AppError `invalid_input` for days that end before they begin or are more than a year
 */
export async function addHoliday(
  ctx: Ctx,
  input: ParsedInputOf<'holiday_create'>,
): Promise<OutputOf<'holiday_create'>> {
  const holiday: HolidayColumns = {
    name: input.holiday_name,
    start_date: input.start_date,
    end_date: input.end_date ?? input.start_date,
    is_recurring: input.is_recurring,
  };
  checkDays(holiday);
  ctx.auditDetails(namedInLog(holiday));
  const [id, bookings] = await Promise.all([insertHoliday(ctx, holiday), upcomingBookingsOn(ctx, holiday)]);
  return { holiday_id: id, bookings };
}

/**
 * Changes days on which the practice is closed; omitted fields stay.
 * @returns how many upcoming appointments fall on the days that it has now; they stay as they are
 * @throws AppError `not_found`, `invalid_input`
 */
export async function changeHoliday(
  ctx: Ctx,
  input: ParsedInputOf<'holiday_update'>,
): Promise<OutputOf<'holiday_update'>> {
  const holiday = await lockedHoliday(ctx, input.holiday_id);
  const changes = changesTo(holiday, {
    name: input.holiday_name,
    start_date: input.start_date,
    end_date: input.end_date,
    is_recurring: input.is_recurring,
  });
  const changed = { ...holiday, ...changes };
  checkDays(changed);
  if (noteChanges(ctx, changes, { name: 'holiday_name' })) {
    await updateHoliday(ctx, input.holiday_id, changes);
    await endSolvedNotices(ctx);
  }
  return { success: true, bookings: await upcomingBookingsOn(ctx, changed) };
}

/** @throws AppError `not_found` */
export async function removeHoliday(ctx: Ctx, holidayId: number): Promise<void> {
  // Log the name, because the row is deleted.
  ctx.auditDetails(namedInLog(await lockedHoliday(ctx, holidayId)));
  await deleteHoliday(ctx, holidayId);
  await endSolvedNotices(ctx);
}

async function lockedHoliday(ctx: Ctx, holidayId: number): Promise<HolidayColumns> {
  const holiday = await lockHoliday(ctx, holidayId);
  if (!holiday) throw new AppError('not_found', { message: 'Holiday not found.' });
  return holiday;
}

function checkDays({ start_date: start, end_date: end }: HolidayColumns): void {
  if (end < start) throw invalidField('end_date', 'The last day can’t be before the first.');
  // Compared as text, so 29 February of a year without one is still after the 28th.
  const anniversary = `${Number(start.slice(0, 4)) + 1}${start.slice(4)}`;
  if (end >= anniversary) throw invalidField('end_date', 'A holiday can last up to a year.');
}

const namedInLog = ({ name, start_date, end_date }: HolidayColumns): Record<string, unknown> => ({
  name,
  start_date,
  end_date,
});
