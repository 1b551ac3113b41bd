import type { fileActions } from '@burrow/contracts/file';
import type { Handlers } from '../../lib/handlers.ts';
import { fileWithContent, filesOf } from './read-model.ts';

export const fileHandlers: Handlers<typeof fileActions> = {
  'files/by_entity': (ctx, input) => filesOf(ctx, input.entity_type, input.entity_id),
  'file/get': (ctx, input) => fileWithContent(ctx, input.file_id),
};
