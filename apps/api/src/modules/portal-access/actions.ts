import type { codeSignInActions } from '@burrow/contracts/code-sign-in';
import type { portalAccessActions } from '@burrow/contracts/portal-access';
import type { Handlers } from '../../context/handlers.ts';
import { startCodeSignIn, verifySignInCode } from './code-sign-in.ts';
import { completePasswordReset, startPasswordReset } from './password-reset.ts';
import { practiceOfHost, publicPractice } from './read-model.ts';
import { signInClient } from './sign-in.ts';

/** Signing up makes clients, which know of their access: `portal-sign-up` handles it. */
type AccessActions = Omit<typeof portalAccessActions, `cp/register/${string}`> &
  Omit<typeof codeSignInActions, 'cp/code/complete'>;

export const portalAccessHandlers: Handlers<AccessActions> = {
  bootstrap: (ctx) => practiceOfHost(ctx),
  tenant_public: (ctx, input) => publicPractice(ctx, input.tenant_id),
  auth_customer: (ctx, input) => signInClient(ctx, input),
  'cp/code/start': (ctx, input) => startCodeSignIn(ctx, input),
  'cp/code/verify': (ctx, input) => verifySignInCode(ctx, input),
  'cp/password/reset/start': (ctx, input) => startPasswordReset(ctx, input),
  'cp/password/reset/complete': (ctx, input) => completePasswordReset(ctx, input),
};
