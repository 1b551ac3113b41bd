import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { firstName } from '../../lib/first-name.ts';
import { MailUnavailable } from '../../lib/ports/mail.ts';
import { recordSecurityEvent, traceEvent, type TraceContext } from '../security-log/public.ts';

/** A change to how a person signs in, which they would want to know of. */
export type AccountChange =
  | 'password_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'sso_connected'
  | 'sso_disconnected'
  | 'account_reset';

/** A detail of a change that its email explains. */
type ChangeReason = 'sso_disconnected' | 'first_factor' | 'operator_command' | 'ways_in_removed';

/** The context of a change: a signed-in caller's, in their transaction, or a public action's. */
type ChangeContext = TraceContext & ({ tx: Queryable } | { control: Queryable });

interface ChangeDetails {
  /** What else the change did, or who made it. */
  reason?: ChangeReason | undefined;
  /** False where the command has its own line in the practice's audit log. */
  isAudited?: boolean;
}

/**
 * Records a change to how a person signs in: in the server's log, the security log and the audit logs of their practices,
 * and emails them. In a transaction, everything except the server's log line depends on its commit.
 */
export async function recordAccountChange(
  ctx: ChangeContext,
  accountId: number,
  change: AccountChange,
  // A new password already has a line, from the command or the link.
  { reason, isAudited = change !== 'password_changed' }: ChangeDetails = {},
): Promise<void> {
  const db = 'tx' in ctx ? ctx.tx : ctx.control;
  traceEvent(ctx, { event: change, reason, accountId });
  const eventId = await recordSecurityEvent(ctx, db, { event: change, reason, accountId, isAudited });
  await mailAboutEvent(ctx.deps, db, eventId);
}

/** Enqueues the email about an event; does nothing if email is not set up. */
export async function mailAboutEvent(
  { mail, env, jobs }: Dependencies,
  db: Queryable,
  eventId: number,
): Promise<void> {
  if (mail.isConfigured && env.PUBLIC_URL) await jobs.enqueue(db, 'account_mail', { eventId });
}

interface EventMail {
  email: string;
  name: string;
  event: AccountChange | 'new_device';
  reason: string | null;
  at: string;
  time_zone: string;
  device: string | null;
  network: string;
}

const eventMail = statement<EventMail>('account_event_mail', 'select m.* from account_event_mail($1) m');

const newPassword = 'choose a new password with “Forgot your password?” on the sign-in page';
const endSessions = 'sign out any devices you don’t recognise under My account';

/** The subject, what happened, and what to do if it was someone else. */
type Words = readonly [string, string, string];

const words: Readonly<Record<Exclude<EventMail['event'], 'account_reset'>, Words>> = {
  new_device: [
    'New sign-in to Burrow',
    'Someone signed in to your Burrow account from a device that we haven’t seen before.',
    `${newPassword}, which signs out every device`,
  ],
  password_changed: [
    'Your Burrow password was changed',
    'The password of your Burrow account was changed, and all other devices were signed out.',
    newPassword,
  ],
  second_factor_added: [
    'A sign-in method was added to your Burrow account',
    'A passkey or an authenticator app was added to your Burrow account.',
    `remove it under My account, then ${newPassword}`,
  ],
  second_factor_removed: [
    'A sign-in method was removed from your Burrow account',
    'A passkey or an authenticator app was removed from your Burrow account.',
    `${newPassword}, then add it again under My account`,
  ],
  recovery_codes_replaced: [
    'Your Burrow recovery codes were replaced',
    'New recovery codes were created for your Burrow account. The old ones no longer work.',
    `${newPassword}, then create new codes under My account`,
  ],
  recovery_code_used: [
    'A recovery code for your Burrow account was used',
    'Someone signed in to your Burrow account with a recovery code. That code no longer works.',
    `${newPassword}, then create new codes under My account`,
  ],
  sso_connected: [
    'Single sign-on was connected to your Burrow account',
    'You can now sign in to your Burrow account with single sign-on.',
    `disconnect it and ${endSessions}`,
  ],
  sso_disconnected: [
    'Single sign-on was disconnected from your Burrow account',
    'You can no longer sign in to your Burrow account with single sign-on.',
    `connect it again and ${endSessions}`,
  ],
};

/** What the reason of an event adds to what happened. */
const additions: Readonly<Record<string, string>> = {
  sso_disconnected:
    ' We also disconnected single sign-on from your account: connect it again under My account to use it.',
  first_factor: ' Other devices that were signed in with only your password were signed out.',
};

/** What the operator of the installation did: the subject, what happened, and what to do now. */
const operatorWords: Readonly<Record<'account_reset' | 'second_factor_removed', Words>> = {
  account_reset: [
    'Your Burrow account was reset',
    'Your system administrator reset your Burrow account. Its password, passkeys, authenticator app, recovery codes and single sign-on were removed, and every device was signed out.',
    'To sign in again, choose a new password with the link that they give you, or with “Forgot your password?” on the sign-in page',
  ],
  second_factor_removed: [
    'Your second factor for Burrow was removed',
    'Your system administrator removed the passkeys, the authenticator app and the recovery codes of your Burrow account, and signed out every device.',
    'To add a new one, sign in with your password and open My account',
  ],
};

/**
 * Emails a person about an event of their account.
 * @param requestId of the job, the same for all retries
 * @throws MailUnavailable if a retry may help
 */
export async function mailAccountEvent(
  deps: Dependencies,
  { eventId }: { eventId: number },
  requestId: string,
): Promise<void> {
  const { PUBLIC_URL: address } = deps.env;
  const mail = await deps.database.control.row(eventMail, [eventId]);
  if (!mail || !address) return;
  try {
    await deps.mail.send({
      to: mail.email,
      ...contentOf(mail, address),
      fromName: 'Burrow',
      replyTo: null,
      messageId: `<account-${requestId}@${new URL(address).hostname}>`,
    });
  } catch (error) {
    if (!(error instanceof MailUnavailable && error.isFinal)) throw error;
    deps.log.warn({ err: error, eventId }, 'an email about an account could not be sent');
  }
}

function contentOf(mail: EventMail, address: string): { subject: string; text: string } {
  const { event, reason, at, time_zone: timeZone } = mail;
  const signInPage = `${address}/app/login`;
  const hello = `Hi ${firstName(mail.name, 'en-GB')},`;
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  const when = `When: ${format.format(new Date(at)).replace(',', '')}`;
  if (event === 'account_reset' || (event === 'second_factor_removed' && reason === 'operator_command')) {
    const [subject, happened, next] = operatorWords[event];
    const otherwise = 'If you didn’t ask for this, tell an admin at your practice.';
    return { subject, text: `${[hello, happened, when, `${next}:`, signInPage, otherwise].join('\n\n')}\n` };
  }
  const [subject, happened, advice] = words[event];
  const where = `Device: ${mail.device ?? 'not known'}\nNetwork: ${mail.network}`;
  const text = `${hello}

${happened}${additions[reason ?? ''] ?? ''}

${when}
${where}

If this was you, you don’t need to do anything.

If it wasn’t, ${advice}:

${signInPage}

Then tell an admin at your practice.
`;
  return { subject, text };
}
