import type { sessionActions } from '@burrow/contracts/session';
import { prepared, type Handlers } from '../../context/handlers.ts';
import {
  checkNewPassword,
  describeSession,
  endOwnSession,
  listOwnSessions,
  replaceOwnPassword,
  revokeOwnSessions,
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
  set_password: prepared<'set_password', string>({
    prepare: async (ctx, input) => {
      await checkNewPassword(ctx, input.password, input.current_password);
      return ctx.deps.passwords.hash(input.password);
    },
    run: async (ctx, _input, hash) => {
      await replaceOwnPassword(ctx, hash);
      return { success: true };
    },
  }),
};
