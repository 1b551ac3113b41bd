/** Replaces an account with a real provider, or a mail server. */
export interface StandsIn {
  twilio: boolean;
  stripe: boolean;
  mail: boolean;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** The providers that the sandbox replaces, unless a real account is configured. */
export function whatStandsIn(settings: Settings): StandsIn {
  const isGiven = (name: string): boolean => Boolean(settings[name] || settings[`${name}_FILE`]);
  return {
    twilio: !isGiven('TWILIO_ACCOUNT_SID'),
    stripe: !isGiven('STRIPE_SECRET_KEY'),
    mail: !isGiven('SMTP_URL'),
  };
}

/**
 * Where the sandbox listens: anyone who reaches it can read every code and pay without money, so it is reachable from
 * other machines only when configured.
 */
export const sandboxHostOf = (settings: Settings): string => settings['SANDBOX_HOST'] || '127.0.0.1';

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);

/** Whether other machines should reach the server: it listens to them, or its address is not this machine's. */
function isPublic({ HOST: host, PUBLIC_URL: url }: Settings): boolean {
  if (host && !isLoopback(host)) return true;
  return Boolean(url) && !(URL.canParse(url ?? '') && isLoopback(new URL(url ?? '').hostname));
}

/**
 * Refuses real money together with public codes, and real codes together with simulated money, if other machines can
 * connect.
 * @throws Error with a line for the operator
 */
export function refuseHalfReal(settings: Settings, { twilio, stripe }: StandsIn): void {
  if (twilio === stripe || !isPublic(settings)) return;
  const [real, missing] = twilio
    ? ['STRIPE_SECRET_KEY', 'TWILIO_ACCOUNT_SID']
    : ['TWILIO_ACCOUNT_SID', 'STRIPE_SECRET_KEY'];
  throw new Error(
    `${real} is a real account and the sandbox stands in for ${missing}, on a server that others can reach. Set both or neither, or start apps/api/src/main.ts, which has no sandbox.`,
  );
}
