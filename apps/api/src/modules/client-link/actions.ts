import type { clientLinkActions } from '@burrow/contracts/client-link';
import type { Handlers } from '../../context/handlers.ts';
import { describeLink, openOwnLink, startLink, verifyLink } from './service.ts';

export const clientLinkHandlers: Handlers<typeof clientLinkActions> = {
  'cp/link': (ctx, input) => describeLink(ctx, input),
  'cp/link/open': (ctx, input) => openOwnLink(ctx, input),
  'cp/link/start': (ctx, input) => startLink(ctx, input),
  'cp/link/verify': (ctx, input) => verifyLink(ctx, input),
};
