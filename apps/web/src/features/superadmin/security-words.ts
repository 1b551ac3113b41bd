import type { SecurityEvent } from './queries.ts';

/** What happened, for people. */
const events: Readonly<Record<string, string>> = {
  sign_in_succeeded: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_limited: 'Sign-in blocked for a time',
  sign_in_link_required: 'New devices blocked',
  new_device: 'Signed in from a new device',
  password_changed: 'Password changed',
  second_factor_added: 'Sign-in method added',
  second_factor_removed: 'Sign-in method removed',
  recovery_codes_replaced: 'Recovery codes replaced',
  recovery_code_used: 'Recovery code used',
  sso_connected: 'Single sign-on connected',
  sso_disconnected: 'Single sign-on disconnected',
  set_password: 'Chose a new password',
  'session/revoke': 'Ended a session',
  'superadmin/practice_create': 'Created a practice',
  'superadmin/practice_update': 'Changed a practice',
  'superadmin/practice_suspend': 'Suspended a practice',
  'superadmin/practice_resume': 'Resumed a practice',
  'superadmin/practice_extend_trial': 'Extended a trial',
  'superadmin/practice_admin_link': 'Created a sign-in link for an admin',
  'superadmin/support_access': 'Started support access',
  'superadmin/account_reset': 'Reset a sign-in',
};

const reasons: Readonly<Record<string, string>> = {
  wrong_password: 'Wrong password',
  unknown_email: 'No account has this email',
  account_limit: 'Too many attempts for this account',
  network_limit: 'Too many attempts from this network',
  link_required: '100 wrong passwords in a row: link by email needed',
};

/** What happened, in words. */
export const eventText = ({ event }: Pick<SecurityEvent, 'event'>): string =>
  events[event] ?? event.replace(/^superadmin\//, '').replaceAll(/[_/]/g, ' ');

/** The reason of a refusal, the practice, the device, and how often it happened within the hour. */
export function resultText({ reason, practice_name, device, times }: SecurityEvent): string {
  const why = reason === null ? null : (reasons[reason] ?? reason.replaceAll('_', ' '));
  const often = times > 1 ? `${times} times within an hour` : null;
  return [why, practice_name, device, often].filter(Boolean).join(' · ') || '–';
}

/** The person, or that the email belongs to no account. */
export const personText = ({ name, reason }: SecurityEvent): string =>
  name ?? (reason === 'unknown_email' || reason === 'link_required' ? 'Unknown email' : 'Several');
