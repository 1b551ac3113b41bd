import type { diaryActions } from '@burrow/contracts/diary';
import type { Handlers } from '../../context/handlers.ts';
import { readMonth } from './month-read-model.ts';
import { readDiary } from './read-model.ts';

export const diaryHandlers: Handlers<typeof diaryActions> = {
  calendar_month: (ctx, input) => readMonth(ctx, input),
  diary: (ctx, input) => readDiary(ctx, input),
};
