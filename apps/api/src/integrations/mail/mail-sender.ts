import type { Env } from '../../config/env.ts';
import { MailUnavailable, type MailSender } from '../../lib/ports/mail.ts';
import { smtpSender } from './smtp.ts';

/** The mail server from the settings; without settings every message is refused. */
export function createMailSender(env: Env): MailSender {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (url && from) return smtpSender({ url, from });
  return {
    isConfigured: false,
    send: async () => {
      throw new MailUnavailable('No mail server is configured.', { isFinal: false, mayArrive: false });
    },
  };
}
