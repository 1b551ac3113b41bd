import type { clientActions } from '@burrow/contracts/client';
import type { Handlers } from '../../lib/handlers.ts';
import { clientById, countClients, listClients } from './read-model.ts';

export const clientHandlers: Handlers<typeof clientActions> = {
  clients: (ctx, input) => listClients(ctx, input),
  'clients/count': (ctx, input) => countClients(ctx, input.q),
  client: (ctx, input) => clientById(ctx, input.client_id),
};
