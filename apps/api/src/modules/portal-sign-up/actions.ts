import type { codeSignInActions } from '@burrow/contracts/code-sign-in';
import type { portalAccessActions } from '@burrow/contracts/portal-access';
import type { Handlers } from '../../context/handlers.ts';
import { completeCodeSignUp } from './code-sign-up.ts';
import { completeRegistration, startRegistration, verifyPhone } from './sign-up.ts';

type SignUpActions = Pick<
  typeof portalAccessActions,
  'cp/register/start' | 'cp/register/verify' | 'cp/register/complete'
> &
  Pick<typeof codeSignInActions, 'cp/code/complete'>;

export const portalSignUpHandlers: Handlers<SignUpActions> = {
  'cp/register/start': (ctx, input) => startRegistration(ctx, input),
  'cp/register/verify': (ctx, input) => verifyPhone(ctx, input),
  'cp/register/complete': (ctx, input) => completeRegistration(ctx, input),
  'cp/code/complete': (ctx, input) => completeCodeSignUp(ctx, input),
};
