import type { Env } from '../../config/env.ts';
import { countryOfPhone } from '../../lib/phone-number.ts';
import { SmsUnavailable, type SmsSender } from '../../lib/ports/sms.ts';
import { twilioSender } from './twilio.ts';

/** The provider from the settings; without settings every message is refused. */
export function createSmsSender(env: Env): SmsSender {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) {
    return withinCountries(
      env.SMS_COUNTRIES,
      twilioSender({ accountSid, authToken, from, apiUrl: env.TWILIO_API_URL }),
    );
  }
  const refuse = async (): Promise<never> => {
    throw new SmsUnavailable('No SMS provider is configured.', { mayArrive: false });
  };
  return { isConfigured: false, send: refuse, find: refuse };
}

/** A sender that sends only to numbers of these countries and refuses all others. */
const withinCountries = (countries: readonly string[], sender: SmsSender): SmsSender => ({
  ...sender,
  send: async (message) => {
    const country = countryOfPhone(message.to);
    if (country !== null && countries.includes(country)) return sender.send(message);
    throw new SmsUnavailable(refusalOf(country), { mayArrive: false, isFinal: true });
  },
});

const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' });

const refusalOf = (country: string | null): string =>
  country === null
    ? 'Text messages can’t be sent to satellite phones and other global numbers.'
    : `Text messages to this number’s country (${countryNames.of(country)}) are turned off here.`;
