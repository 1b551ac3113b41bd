import type { sessionActions } from '@burrow/contracts/session';
import { prepared, type Handlers } from '../../context/handlers.ts';
import { callingDevice } from '../sign-in-proof/public.ts';
import {
  checkNewPassword,
  describeSession,
  endOwnSession,
  listOwnSessions,
  replaceOwnPassword,
  revokeOwnSessions,
  type NewPassword,
} from './service.ts';
import { signIn } from './sign-in.ts';

export const sessionHandlers: Handlers<typeof sessionActions> = {
  auth: (ctx, input) => signIn(ctx, input.email, input.password),
  logout: async (ctx) => {
    await endOwnSession(ctx);
    return { success: true };
  },
  session: (ctx) => describeSession(ctx),
  'session/list': (ctx) => listOwnSessions(ctx),
  'session/revoke': async (ctx, input) => {
    await revokeOwnSessions(ctx, input.session_id);
    return { success: true };
  },
  set_password: prepared<'set_password', NewPassword>({
    prepare: async (ctx, input) => {
      await checkNewPassword(ctx, input.password, input.current_password);
      return { hash: await ctx.deps.passwords.hash(input.password), device: callingDevice(ctx) };
    },
    run: async (ctx, _input, chosen) => {
      await replaceOwnPassword(ctx, chosen);
      return { success: true };
    },
  }),
};
