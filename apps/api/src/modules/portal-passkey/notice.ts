import type { OutsideContext } from '../../context/context.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { internationalPhone } from '../../lib/phone-number.ts';
import { replyAddress } from '../../lib/reply-address.ts';
import type { PasskeyPractice } from './repository.ts';

/** A client who is notified of a new passkey. */
export interface Notified {
  phone: string | null;
  email: string | null;
  practice: PasskeyPractice;
}

/**
 * Notifies a client of a new passkey by text, or by email if no text can be sent: another person may have used their
 * session. The passkey stands, whether or not the notice can be sent.
 */
export async function notifyOfPasskey(
  ctx: OutsideContext,
  { phone, email, practice }: Notified,
): Promise<void> {
  const name = nameInText(practice.tenant_name);
  const body = `A passkey was added to your account at ${name}. If this wasn't you, please contact the practice.`;
  if (await sendText(ctx, phone, body)) return;
  if (email !== null) await sendMail(ctx, email, practice, body);
}

async function sendText(
  { deps, log, session }: OutsideContext,
  phone: string | null,
  body: string,
): Promise<boolean> {
  const to = phone === null ? null : internationalPhone(phone, session.locale);
  if (to === null || !deps.sms.isConfigured) return false;
  try {
    await deps.sms.send({ to, body });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a client could not be texted about a new passkey');
    return false;
  }
}

async function sendMail(
  { deps, log, requestId, session: { tenantId, clientId } }: OutsideContext,
  to: string,
  { tenant_name: fromName }: PasskeyPractice,
  text: string,
): Promise<void> {
  const { PUBLIC_URL: publicUrl } = deps.env;
  if (!deps.mail.isConfigured) return;
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  const replies = tenantId && clientId ? replyAddress(deps.env, { tenantId, clientId }) : null;
  const messageId = `<passkey-${requestId}@${host}>`;
  try {
    await deps.mail.send({
      to,
      subject: 'A passkey was added to your account',
      text,
      fromName,
      replyTo: replies === null ? null : { name: fromName, address: replies },
      messageId,
    });
  } catch (error) {
    log.warn({ err: error }, 'a client could not be emailed about a new passkey');
  }
}
