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

export const teamHandlers: Handlers<typeof teamActions> = {
  team: (ctx) => listTeam(ctx),
  'team/invite': (ctx, input) => invite(ctx, input),
  'team/invite_again': (ctx, input) => inviteAgain(ctx, input.staff_id),
  'team/invite_cancel': (ctx, input) => cancelInvitation(ctx, input.staff_id),
  'team/update': (ctx, { staff_id, ...changes }) => changeMember(ctx, staff_id, changes),
  'team/disable': (ctx, input) => disableMember(ctx, input.staff_id),
  'team/enable': (ctx, input) => enableMember(ctx, input.staff_id),
  'team/reset_password': (ctx, input) => resetPassword(ctx, input.staff_id),
  'team/second_factor_remove': (ctx, input) => removeSecondFactor(ctx, input.staff_id),
  'team/sessions': (ctx, input) => listSessions(ctx, input.staff_id),
  'team/session_revoke': (ctx, input) => revokeSessions(ctx, input.staff_id, input.session_id),
  'password/reset/start': (ctx, input) => startPasswordReset(ctx, input.email),
  'setup_link/check': (ctx, input) => checkLink(ctx, input.token),
  'setup_link/use': (ctx, input) => redeemLink(ctx, input),
};
