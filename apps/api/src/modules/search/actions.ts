import type { searchActions } from '@burrow/contracts/search';
import type { Handlers } from '../../context/handlers.ts';
import { recordsByIds, searchRecords } from './read-model.ts';

export const searchHandlers: Handlers<typeof searchActions> = {
  search: (ctx, input) => (input.q === undefined ? recordsByIds(ctx, input) : searchRecords(ctx, input.q)),
};
