import type { fileActions } from '@burrow/contracts/file';
import { prepared, staged, type Handlers } from '../../lib/handlers.ts';
import { filesOf, locatedFile, practiceLogo, thumbnailsOf, type LocatedFile } from './read-model.ts';
import type { ReadyFile } from './repository.ts';
import {
  clearUp,
  createFile,
  prepareLogo,
  prepareUpload,
  removeFile,
  removeLogo,
  replaceLogo,
  undoUpload,
  withContent,
  type Leftovers,
} from './service.ts';

export const fileHandlers: Handlers<typeof fileActions> = {
  'files/by_entity': (ctx, input) => filesOf(ctx, input.entity_type, input.entity_id),
  'file/get': staged<'file/get', undefined, LocatedFile>({
    run: (ctx, input) => locatedFile(ctx, input.file_id),
    finish: withContent,
  }),
  'file/thumbnails': (ctx, input) => thumbnailsOf(ctx, input.file_ids),
  'file/upload': staged<'file/upload', ReadyFile, Leftovers<{ file_id: number }>>({
    prepare: prepareUpload,
    run: createFile,
    finish: clearUp,
    undo: undoUpload,
  }),
  'file/delete': staged<'file/delete', undefined, Leftovers<{ success: true }>>({
    run: (ctx, input) => removeFile(ctx, input.file_id),
    finish: clearUp,
  }),
  'tenant/logo': (ctx) => practiceLogo(ctx),
  'tenant/logo_upload': prepared<'tenant/logo_upload', ReadyFile>({
    prepare: prepareLogo,
    run: (ctx, _input, file) => replaceLogo(ctx, file),
  }),
  'tenant/logo_remove': (ctx) => removeLogo(ctx),
};
