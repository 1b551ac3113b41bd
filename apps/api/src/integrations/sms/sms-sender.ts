import type { Env } from '../../config/env.ts';
import { SmsUnavailable, type SmsSender } from './sms.ts';
import { twilioSender } from './twilio.ts';

/** The sender that the settings ask for; without settings every message is refused. */
export function createSmsSender(env: Env): SmsSender {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) {
    return twilioSender({ accountSid, authToken, from, apiUrl: env.TWILIO_API_URL });
  }
  const refuse = async (): Promise<never> => {
    throw new SmsUnavailable('No provider of SMS is configured.', { mayArrive: false });
  };
  return { isConfigured: false, send: refuse, find: refuse };
}
