import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { firstName } from '../../lib/first-name.ts';
import { MailUnavailable } from '../../lib/ports/mail.ts';
import { recordSecurityEvent, traceEvent, type TraceContext } from './security-log.ts';

/** A change to how a person signs in, which they would want to know of. */
export type AccountChange =
  | 'password_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'sso_connected'
  | 'sso_disconnected';

/** The context of a change: a signed-in caller's, in their transaction, or a public action's. */
type ChangeContext = TraceContext & ({ tx: Queryable } | { control: Queryable });

/**
 * Records a change to how a person signs in: in the server's log, the security log and the audit logs of their practices,
 * and emails them. In a transaction, everything except the server's log line depends on its commit.
 * @param isAudited false where the command has its own line in the practice's audit log
 */
export async function recordAccountChange(
  ctx: ChangeContext,
  accountId: number,
  change: AccountChange,
  // A new password already has a line, from the command or the link.
  isAudited = change !== 'password_changed',
): Promise<void> {
  const db = 'tx' in ctx ? ctx.tx : ctx.control;
  traceEvent(ctx, { event: change, accountId });
  const eventId = await recordSecurityEvent(ctx, db, { event: change, accountId, isAudited });
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
  at: string;
  time_zone: string;
  device: string | null;
  network: string;
}

const eventMail = statement<EventMail>('security_event_mail', 'select m.* from security_event_mail($1) m');

const newPassword = 'choose a new password with “Forgot your password?” on the sign-in page';
const endSessions = 'sign out any devices you don’t recognise under My account';

/** The subject, what happened, and what to do if it was someone else. */
const words: Readonly<Record<EventMail['event'], readonly [string, string, string]>> = {
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
      subject: words[mail.event][0],
      text: mailText(mail, address),
      fromName: 'Burrow',
      replyTo: null,
      messageId: `<account-${requestId}@${new URL(address).hostname}>`,
    });
  } catch (error) {
    if (!(error instanceof MailUnavailable && error.isFinal)) throw error;
    deps.log.warn({ err: error, eventId }, 'an email about an account could not be sent');
  }
}

function mailText({ name, event, at, time_zone: timeZone, device, network }: EventMail, address: string) {
  const [, happened, advice] = words[event];
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `Hi ${firstName(name, 'en-GB')},

${happened}

When: ${when.format(new Date(at)).replace(',', '')}
Device: ${device ?? 'not known'}
Network: ${network}

If this was you, you don't need to do anything.

If it wasn't, ${advice}:

${address}/app/login

Then tell an admin at your practice.
`;
}
