import type { Env } from '../config/env.ts';
import type { Finding } from './findings.ts';

/** Whether messages and money go to real providers, to something that stands in for them, or nowhere. */
export function providerFindings(env: Env): Finding[] {
  return [
    publicUrlFinding(env),
    provider('text messages', env.TWILIO_ACCOUNT_SID, env.TWILIO_API_URL, {
      real: 'through Twilio',
      none: 'none can be sent: nobody can sign up in the portal',
    }),
    provider('card payments', env.STRIPE_SECRET_KEY, env.STRIPE_API_URL ?? testMode(env), {
      real: 'through Stripe',
      none: 'none: no deposit can be asked for',
    }),
    {
      what: 'email',
      state: env.SMTP_URL ? 'ok' : 'note',
      said: env.SMTP_URL ? 'through the server of SMTP_URL' : 'none can be sent',
    },
  ];
}

const testMode = ({ STRIPE_SECRET_KEY: key }: Env): string | undefined =>
  key?.includes('_test_') ? 'Stripe’s test mode' : undefined;

function provider(
  what: string,
  account: string | undefined,
  standIn: string | undefined,
  said: { real: string; none: string },
): Finding {
  if (!account) return { what, state: 'note', said: said.none };
  if (standIn) return { what, state: 'note', said: `simulated: nothing is really sent or charged` };
  return { what, state: 'ok', said: said.real };
}

function publicUrlFinding({ PUBLIC_URL: url, TRUST_PROXY: proxies }: Env): Finding {
  const what = 'public address';
  if (!url) return { what, state: 'note', said: 'PUBLIC_URL is not given: providers cannot call back' };
  if (!url.startsWith('https:')) return { what, state: 'note', said: 'PUBLIC_URL is not https' };
  if (proxies === 0) {
    const said = 'https, with TRUST_PROXY=0: behind a proxy everybody would look like one caller';
    return { what, state: 'note', said };
  }
  return { what, state: 'ok', said: 'https, behind a proxy' };
}
