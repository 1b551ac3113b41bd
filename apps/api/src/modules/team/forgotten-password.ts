import type { Dependencies, PublicContext } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { hashKey, newKey } from '../../lib/api-key.ts';
import { AppError } from '../../lib/app-error.ts';
import { emailedLinkDays, endOfLink, setupLinkPath } from '../../lib/one-time-link.ts';
import { MailUnavailable } from '../../lib/ports/mail.ts';
import { traceEvent } from '../security-log/public.ts';

const accountOfEmail = statement<{ id: number | null }>(
  'account_of_email',
  'select account_of_email($1::citext) as id',
);
const makeOwnerLink = statement<{ email: string; name: string }>(
  'make_owner_link',
  'select l.email, l.name from make_owner_link($1, $2, $3, $4) l',
);

/** Represents an unknown email, so that a request for it takes the same steps. */
const noAccount = 0;

/**
 * Emails a link to choose a new password. The answer and its timing are the same for an unknown email, because a job makes
 * and sends the link.
 * @throws AppError `password_mail_off` if email or PUBLIC_URL is not set up
 */
export async function startPasswordReset(ctx: PublicContext, email: string): Promise<void> {
  const { control, deps } = ctx;
  if (!deps.mail.isConfigured || !deps.env.PUBLIC_URL) throw new AppError('password_mail_off');
  const accountId = (await control.row(accountOfEmail, [email]))?.id ?? noAccount;
  await deps.jobs.enqueue(control, 'password_mail', { accountId });
  traceEvent(ctx, { event: 'link_requested', identity: email, accountId: accountId || null });
}

/**
 * Makes a link and emails it. A retry sends another link; both are valid until one is used.
 * @param requestId of the job, the same for all retries
 * @throws MailUnavailable if a retry may help
 */
export async function mailPasswordLink(
  deps: Dependencies,
  { accountId }: { accountId: number },
  requestId: string,
): Promise<void> {
  const { PUBLIC_URL: address } = deps.env;
  if (accountId === noAccount || !address) return;
  const token = newKey();
  const person = await storeLink(deps.database.control, accountId, token, deps.clock.now());
  if (!person) return;
  try {
    await deps.mail.send({
      to: person.email,
      subject: 'Choose a new password for Burrow',
      text: mailText(person.name, `${address}${setupLinkPath(token)}`),
      fromName: 'Burrow',
      replyTo: null,
      messageId: `<password-${requestId}@${new URL(address).hostname}>`,
    });
  } catch (error) {
    if (!(error instanceof MailUnavailable && error.isFinal)) throw error;
    deps.log.warn({ err: error, accountId }, 'a link for a new password could not be mailed');
  }
}

const storeLink = (control: Queryable, accountId: number, token: string, now: Date) =>
  control.row(makeOwnerLink, [accountId, hashKey(token), now, endOfLink(now, emailedLinkDays)]);

const mailText = (name: string, link: string): string => `Hi ${name},

We received a request for a new password for your Burrow account. To choose one, open this link within an hour:

${link}

The link works once. Using it signs you out everywhere else.

If you didn’t ask for this, you can ignore this email: your password has not changed. If you get more of these emails, tell an admin at your practice.
`;
