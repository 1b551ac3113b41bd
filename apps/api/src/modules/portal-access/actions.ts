import type { portalAccessActions } from '@burrow/contracts/portal-access';
import type { Handlers } from '../../context/handlers.ts';
import { completePasswordReset, startPasswordReset } from './password-reset-service.ts';
import { practiceOfHost, publicPractice } from './read-model.ts';
import { signInClient } from './sign-in-service.ts';
import { completeRegistration, startRegistration, verifyPhone } from './sign-up-service.ts';

export const portalAccessHandlers: Handlers<typeof portalAccessActions> = {
  bootstrap: (ctx) => practiceOfHost(ctx),
  tenant_public: (ctx, input) => publicPractice(ctx, input.tenant_id),
  auth_customer: (ctx, input) => signInClient(ctx, input),
  'cp/register/start': (ctx, input) => startRegistration(ctx, input),
  'cp/register/verify': (ctx, input) => verifyPhone(ctx, input),
  'cp/register/complete': (ctx, input) => completeRegistration(ctx, input),
  'cp/password/reset/start': (ctx, input) => startPasswordReset(ctx, input),
  'cp/password/reset/complete': (ctx, input) => completePasswordReset(ctx, input),
};
