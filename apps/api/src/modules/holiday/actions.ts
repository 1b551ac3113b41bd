import type { holidayActions } from '@burrow/contracts/holiday';
import type { Handlers } from '../../context/handlers.ts';
import { listHolidays } from './read-model.ts';
import { addHoliday, changeHoliday, removeHoliday } from './service.ts';

export const holidayHandlers: Handlers<typeof holidayActions> = {
  holidays: (ctx) => listHolidays(ctx),
  holiday_create: (ctx, input) => addHoliday(ctx, input),
  holiday_update: (ctx, input) => changeHoliday(ctx, input),
  holiday_delete: (ctx, input) => removeHoliday(ctx, input.holiday_id),
};
