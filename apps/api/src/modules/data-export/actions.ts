import type { dataProtectionActions } from '@burrow/contracts/data-protection';
import { staged, type Handlers } from '../../context/handlers.ts';
import { beginExport, makeExport, mustHaveClient, type BegunExport } from './service.ts';
import { exportSize } from './size-read-model.ts';

type ExportActions = Pick<
  typeof dataProtectionActions,
  'practice_export/size' | 'practice_export' | 'client_export'
>;

export const dataExportHandlers: Handlers<ExportActions> = {
  'practice_export/size': (ctx) => exportSize(ctx),
  practice_export: staged<'practice_export', () => void, BegunExport>({
    prepare: beginExport,
    run: async (_ctx, _input, release) => ({ clientId: null, release }),
    finish: makeExport,
  }),
  client_export: staged<'client_export', () => void, BegunExport>({
    prepare: (ctx) => ctx.beginLargeAnswer('table'),
    run: async (ctx, { client_id: clientId }, release) => {
      await mustHaveClient(ctx, clientId);
      return { clientId, release };
    },
    finish: makeExport,
  }),
};
