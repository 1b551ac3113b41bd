import type { superadminActions } from '@burrow/contracts/superadmin';
import type { Handlers } from '../../context/handlers.ts';
import { countEverything, listActivity, listPractices, listSecurityEvents } from './read-model.ts';
import {
  createPractice,
  extendTrial,
  newAdminLink,
  openSupport,
  resetAccount,
  suspendPractice,
  updatePractice,
} from './service.ts';

export const superadminHandlers: Handlers<typeof superadminActions> = {
  'superadmin/practices': (ctx, input) => listPractices(ctx, input),
  'superadmin/security_events': (ctx, input) => listSecurityEvents(ctx, input),
  'superadmin/totals': (ctx) => countEverything(ctx),
  'superadmin/activity': (ctx, input) => listActivity(ctx, input.weeks),
  'superadmin/practice_create': (ctx, input) => createPractice(ctx, input),
  'superadmin/practice_update': (ctx, input) => updatePractice(ctx, input),
  'superadmin/practice_suspend': (ctx, input) => suspendPractice(ctx, input.practice_id, true),
  'superadmin/practice_resume': (ctx, input) => suspendPractice(ctx, input.practice_id, false),
  'superadmin/practice_extend_trial': (ctx, input) => extendTrial(ctx, input),
  'superadmin/practice_admin_link': (ctx, input) => newAdminLink(ctx, input.practice_id),
  'superadmin/support_access': (ctx, input) => openSupport(ctx, input),
  'superadmin/account_reset': (ctx, input) => resetAccount(ctx, input.email),
};
