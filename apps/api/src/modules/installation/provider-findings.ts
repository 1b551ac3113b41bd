import type { ProviderName } from '@burrow/contracts/installation';
import type { Env } from '../../config/env.ts';
import type { Finding } from './finding.ts';

/** Whether messages, money and files use real providers, stand-ins, or none. */
export type ProviderState = 'real' | 'simulated' | 'off';

/** The configuration of a provider, and its route. */
export interface ProviderSetting {
  state: ProviderState;
  through: string;
}

const setting = (account: string | undefined, standIn: string | undefined): ProviderState =>
  account ? (standIn ? 'simulated' : 'real') : 'off';

const testMode = ({ STRIPE_SECRET_KEY: key }: Env): string | undefined =>
  key?.includes('_test_') ? 'Stripe’s test mode' : undefined;

const stores = { database: 'The database', disk: 'A folder', s3: 'An S3 store' } as const;

/** The configuration of each provider. */
export const providerSettings = (env: Env): Record<ProviderName, ProviderSetting> => ({
  sms: { state: setting(env.TWILIO_ACCOUNT_SID, env.TWILIO_API_URL), through: 'Twilio' },
  mail: { state: setting(env.SMTP_URL, undefined), through: 'SMTP' },
  payments: { state: setting(env.STRIPE_SECRET_KEY, env.STRIPE_API_URL ?? testMode(env)), through: 'Stripe' },
  storage: { state: 'real', through: stores[env.FILE_STORAGE] },
});

/** The settings of messages and money, and of the public address. */
export function providerFindings(env: Env): Finding[] {
  const { sms, mail, payments } = providerSettings(env);
  const simulated = 'simulated: nothing is sent or charged';
  const said = (
    what: string,
    { state }: ProviderSetting,
    words: { real: string; off: string; todo: string },
  ): Finding => ({
    what,
    state: state === 'real' ? 'ok' : 'note',
    said: state === 'simulated' ? simulated : words[state],
    ...(state === 'off' ? { todo: words.todo } : {}),
  });
  return [
    publicUrlFinding(env),
    said('text messages', sms, {
      real: 'through Twilio',
      off: 'not set up: clients can’t sign up to the portal',
      todo: 'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.',
    }),
    said('card payments', payments, {
      real: 'through Stripe',
      off: 'not set up: deposits can’t be taken',
      todo: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    }),
    said('email', mail, {
      real: 'sent through SMTP_URL',
      off: 'not set up',
      todo: 'Set SMTP_URL and MAIL_FROM.',
    }),
  ];
}

function publicUrlFinding({ PUBLIC_URL: url, TRUST_PROXY: proxies }: Env): Finding {
  const what = 'public address';
  if (!url) {
    const todo = 'Set PUBLIC_URL to the address people use for this server.';
    return { what, state: 'note', said: 'PUBLIC_URL is not set: provider callbacks can’t arrive', todo };
  }
  if (!url.startsWith('https:')) {
    const todo = 'Use https: passwords cross the network.';
    return { what, state: 'note', said: 'PUBLIC_URL is not https', todo };
  }
  if (proxies === 0) {
    const said = 'https, with TRUST_PROXY=0: behind a proxy all callers would share one address';
    return {
      what,
      state: 'note',
      said,
      todo: 'Set TRUST_PROXY to the number of proxies in front of the server.',
    };
  }
  return { what, state: 'ok', said: 'https, behind a proxy' };
}
