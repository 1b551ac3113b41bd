import type { portalAccessActions } from '@burrow/contracts/portal-access';
import type { Handlers } from '../../context/handlers.ts';
import { completeRegistration, startRegistration, verifyPhone } from './sign-up.ts';

type SignUpActions = Pick<
  typeof portalAccessActions,
  'cp/register/start' | 'cp/register/verify' | 'cp/register/complete'
>;

export const portalSignUpHandlers: Handlers<SignUpActions> = {
  'cp/register/start': (ctx, input) => startRegistration(ctx, input),
  'cp/register/verify': (ctx, input) => verifyPhone(ctx, input),
  'cp/register/complete': (ctx, input) => completeRegistration(ctx, input),
};
