import type { importActions } from '@burrow/contracts/import';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import { prepared, type Handlers } from '../../context/handlers.ts';
import { placeForRows, templateCsv, writeProblemRows } from './problem-rows.ts';
import { findingsOf, importById, listImports } from './read-model.ts';
import {
  beginCheck,
  beginRun,
  beginUndo,
  cancelImport,
  createImport,
  readUpload,
  type ReadyImport,
} from './service.ts';

export const importHandlers: Handlers<typeof importActions> = {
  imports: (ctx) => listImports(ctx),
  import: (ctx, input) => importById(ctx, input.import_id),
  'import/findings': (ctx, input) => findingsOf(ctx, input),
  'import/problem_rows': prepared<'import/problem_rows', DocumentInPieces>({
    prepare: placeForRows,
    run: (ctx, input, place) => writeProblemRows(ctx, input.import_id, place),
  }),
  'import/template': async () => templateCsv(),
  'import/upload': prepared<'import/upload', ReadyImport>({
    prepare: (_ctx, input) => readUpload(input.file_data),
    run: async (ctx, input, ready) => ({ import_id: await createImport(ctx, input, ready) }),
  }),
  'import/check': (ctx, input) => beginCheck(ctx, input),
  'import/run': (ctx, input) => beginRun(ctx, input),
  'import/cancel': (ctx, input) => cancelImport(ctx, input.import_id),
  'import/undo': (ctx, input) => beginUndo(ctx, input.import_id),
};
