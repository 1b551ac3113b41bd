import type { fileActions } from '@burrow/contracts/file';
import { prepared, staged, type Handlers } from '../../context/handlers.ts';
import { prepareLogo, replaceLogo } from './logo.ts';
import { ownFilesOf, ownLocatedFile, ownThumbnailsOf } from './portal-read-model.ts';
import { filesOf, locatedFile, practiceLogo, thumbnailsOf, type LocatedFile } from './read-model.ts';
import { deletePracticeLogo, type ReadyFile } from './repository.ts';
import {
  clearUp,
  createFile,
  prepareUpload,
  removeFile,
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
    answerOf: ({ answer }) => answer,
    undo: undoUpload,
  }),
  'file/delete': staged<'file/delete', undefined, Leftovers<{ success: true }>>({
    run: (ctx, input) => removeFile(ctx, input.file_id),
    finish: clearUp,
  }),
  'files/cp_by_entity': (ctx, input) => ownFilesOf(ctx, input.entity_type, input.entity_id),
  'file/cp_get': staged<'file/cp_get', undefined, Awaited<ReturnType<typeof ownLocatedFile>>>({
    run: (ctx, input) => ownLocatedFile(ctx, input.file_id),
    finish: withContent,
  }),
  'file/cp_thumbnails': (ctx, input) => ownThumbnailsOf(ctx, input.file_ids),
  'file/cp_upload': staged<'file/cp_upload', ReadyFile, Leftovers<{ file_id: number }>>({
    prepare: prepareUpload,
    run: createFile,
    finish: clearUp,
    answerOf: ({ answer }) => answer,
    undo: undoUpload,
  }),
  'file/cp_delete': staged<'file/cp_delete', undefined, Leftovers<{ success: true }>>({
    run: (ctx, input) => removeFile(ctx, input.file_id),
    finish: clearUp,
  }),
  'tenant/logo': (ctx) => practiceLogo(ctx),
  'tenant/logo_upload': prepared<'tenant/logo_upload', ReadyFile>({
    prepare: prepareLogo,
    run: (ctx, _input, file) => replaceLogo(ctx, file),
  }),
  'tenant/logo_remove': (ctx) => deletePracticeLogo(ctx),
};
