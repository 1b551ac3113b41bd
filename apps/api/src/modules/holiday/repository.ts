import { columns, type RowOf } from '../../db/columns.ts';
import { inserter, locker, remover, updater } from '../../db/rows.ts';

const holidayColumns = columns('holidays', 'name, start_date, end_date, is_recurring');

/** The last day is included. */
export type HolidayColumns = RowOf<typeof holidayColumns>;

export const lockHoliday = locker('lock_holiday', holidayColumns);
export const insertHoliday = inserter(holidayColumns);
export const updateHoliday = updater('holidays');
export const deleteHoliday = remover('holidays');
