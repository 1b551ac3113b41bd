import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { secondFactorActions } from '@burrow/contracts/second-factor';
import type { PublicContext } from '../../context/context.ts';
import { prepared, type Handlers } from '../../context/handlers.ts';
import { openSessions, recordAccountChange } from '../session/public.ts';
import { challengePasskey, makeRecoveryCodes, proveSecondStep } from '../sign-in-proof/public.ts';
import {
  beginFactor,
  checkFactor,
  describeOwnFactors,
  removeOwnFactor,
  requireOfPractice,
  storeFactor,
  storeRecoveryCodes,
} from './service.ts';
import { proveAgain, startStepUp, stepUp, type Proof } from './step-up.ts';

const done = { success: true } as const;

/** Signs in a person who has answered a challenge. */
async function finishSignIn(
  ctx: PublicContext,
  answer: ParsedInputOf<'auth/verify'>,
): Promise<OutputOf<'auth/verify'>> {
  const { account, factors, recoveryCodesLeft } = await proveSecondStep(ctx, answer, 'sign_in');
  if (recoveryCodesLeft !== null) await recordAccountChange(ctx, account.account_id, 'recovery_code_used');
  return { ...(await openSessions(ctx, account, factors)), recovery_codes_left: recoveryCodesLeft };
}

export const secondFactorHandlers: Handlers<typeof secondFactorActions> = {
  'auth/challenge': (ctx) => challengePasskey(ctx),
  'auth/verify': (ctx, input) => finishSignIn(ctx, input),
  'auth/step_up/start': prepared<'auth/step_up/start', OutputOf<'auth/step_up/start'>>({
    prepare: (ctx) => startStepUp(ctx),
    run: (_ctx, _input, started) => Promise.resolve(started),
  }),
  'auth/step_up': prepared<'auth/step_up', Proof>({
    prepare: (ctx, input) => proveAgain(ctx, input),
    run: (ctx, _input, proof) => stepUp(ctx, proof),
  }),
  second_factor: (ctx) => describeOwnFactors(ctx),
  'second_factor/add': prepared<'second_factor/add', OutputOf<'second_factor/add'>>({
    prepare: (ctx, input) => beginFactor(ctx, input.kind),
    run: (_ctx, _input, begun) => Promise.resolve(begun),
  }),
  'second_factor/confirm': prepared<'second_factor/confirm', Awaited<ReturnType<typeof checkFactor>>>({
    prepare: (ctx, input) => checkFactor(ctx, input),
    run: async (ctx, _input, checked) => ({ ...done, recovery_codes: await storeFactor(ctx, checked) }),
  }),
  'second_factor/remove': async (ctx, input) => {
    await removeOwnFactor(ctx, input.factor_id);
    return done;
  },
  'second_factor/recovery_codes': prepared<
    'second_factor/recovery_codes',
    Awaited<ReturnType<typeof makeRecoveryCodes>>
  >({
    prepare: () => makeRecoveryCodes(),
    run: async (ctx, _input, codes) => ({ recovery_codes: await storeRecoveryCodes(ctx, codes) }),
  }),
  'second_factor/require': async (ctx, input) => {
    await requireOfPractice(ctx, input.required, input.grace_days);
    return done;
  },
};
