import type { authActions } from '@burrow/contracts/auth';
import type { Handlers } from '../../http/handlers.ts';
import { checkNewPassword, endOwnSession, replaceOwnPassword, signIn } from './service.ts';

export const sessionHandlers: Handlers<typeof authActions> = {
  auth: (ctx, input) => signIn(ctx, input.email, input.password),
  logout: async (ctx) => {
    await endOwnSession(ctx);
    return { success: true };
  },
  set_password: {
    prepare: async ({ deps }, input) => {
      checkNewPassword(input.password);
      return deps.passwords.hash(input.password);
    },
    run: async (ctx, _input, hash) => {
      await replaceOwnPassword(ctx, hash as string);
      return { success: true };
    },
  },
};
