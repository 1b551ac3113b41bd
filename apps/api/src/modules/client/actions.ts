import type { clientActions } from '@burrow/contracts/client';
import { staged, type Handlers } from '../../context/handlers.ts';
import { tellScreens } from '../notification/public.ts';
import { tellFormerPhone } from '../portal-access/public.ts';
import { clientById, countClients, listClients } from './read-model.ts';
import { archiveClient, changeClient, createClient, restoreClient } from './service.ts';

export const clientHandlers: Handlers<typeof clientActions> = {
  clients: (ctx, input) => listClients(ctx, input),
  'clients/count': (ctx, input) => countClients(ctx, input),
  client: (ctx, input) => clientById(ctx, input.client_id),
  client_create: async (ctx, input) => ({ client_id: await createClient(ctx, input) }),
  client_update: staged({
    run: async (ctx, input) => {
      const formerPhone = await changeClient(ctx, input);
      tellScreens(ctx);
      return formerPhone;
    },
    finish: async (ctx, formerPhone) => {
      if (formerPhone) await tellFormerPhone(ctx, formerPhone);
    },
    answerOf: () => ({ success: true }),
  }),
  client_archive: (ctx, input) => archiveClient(ctx, input),
  client_restore: (ctx, input) => restoreClient(ctx, input.client_id),
};
