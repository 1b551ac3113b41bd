import type { teamActions } from '@burrow/contracts/team';
import type { Handlers } from '../../context/handlers.ts';
import { startPasswordReset } from './forgotten-password.ts';
import { checkLink, redeemLink } from './one-time-links.ts';
import { listSessions, listTeam } from './read-model.ts';
import {
  cancelInvitation,
  changeMember,
  disableMember,
  enableMember,
  invite,
  inviteAgain,
  removeSecondFactor,
  resetPassword,
  revokeSessions,
} from './service.ts';

const done = { success: true } as const;

export const teamHandlers: Handlers<typeof teamActions> = {
  team: (ctx) => listTeam(ctx),
  'team/invite': (ctx, input) => invite(ctx, input),
  'team/invite_again': (ctx, input) => inviteAgain(ctx, input.staff_id),
  'team/invite_cancel': async (ctx, input) => {
    await cancelInvitation(ctx, input.staff_id);
    return done;
  },
  'team/update': async (ctx, { staff_id, ...changes }) => {
    await changeMember(ctx, staff_id, changes);
    return done;
  },
  'team/disable': async (ctx, input) => {
    await disableMember(ctx, input.staff_id);
    return done;
  },
  'team/enable': async (ctx, input) => {
    await enableMember(ctx, input.staff_id);
    return done;
  },
  'team/reset_password': (ctx, input) => resetPassword(ctx, input.staff_id),
  'team/second_factor_remove': async (ctx, input) => {
    await removeSecondFactor(ctx, input.staff_id);
    return done;
  },
  'team/sessions': (ctx, input) => listSessions(ctx, input.staff_id),
  'team/session_revoke': async (ctx, input) => {
    await revokeSessions(ctx, input.staff_id, input.session_id);
    return done;
  },
  'password/reset/start': async (ctx, input) => {
    await startPasswordReset(ctx, input.email);
    return done;
  },
  'setup_link/check': (ctx, input) => checkLink(ctx, input.token),
  'setup_link/use': (ctx, input) => redeemLink(ctx, input),
};
