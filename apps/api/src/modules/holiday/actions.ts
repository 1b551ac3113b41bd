import type { holidayActions } from '@burrow/contracts/holiday';
import type { Handlers } from '../../context/handlers.ts';
import { listHolidays } from './read-model.ts';
import { addHoliday, changeHoliday, removeHoliday } from './service.ts';

export const holidayHandlers: Handlers<typeof holidayActions> = {
  holidays: (ctx) => listHolidays(ctx),
  holiday_create: (ctx, input) => addHoliday(ctx, input),
  holiday_update: async (ctx, input) => {
    await changeHoliday(ctx, input);
    return { success: true };
  },
  holiday_delete: async (ctx, input) => {
    await removeHoliday(ctx, input.holiday_id);
    return { success: true };
  },
};
