/** What stands in for an account with a real provider, or for a server of mail. */
export interface StandsIn {
  twilio: boolean;
  stripe: boolean;
  mail: boolean;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** What goes to the sandbox, unless an account with a real provider is given. */
export function whatStandsIn(settings: Settings): StandsIn {
  const isGiven = (name: string): boolean => Boolean(settings[name] || settings[`${name}_FILE`]);
  return {
    twilio: !isGiven('TWILIO_ACCOUNT_SID'),
    stripe: !isGiven('STRIPE_SECRET_KEY'),
    mail: !isGiven('SMTP_URL'),
  };
}

/**
 * Where the sandbox listens: whoever reaches it reads every code and pays without money, so it follows the server to other
 * machines only when that is said.
 */
export const sandboxHostOf = (settings: Settings): string => settings['SANDBOX_HOST'] || '127.0.0.1';

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);

/** Whether other machines are meant to reach the server: it listens to them, or its address is not this machine's. */
function isPublic({ HOST: host, PUBLIC_URL: url }: Settings): boolean {
  if (host && !isLoopback(host)) return true;
  return Boolean(url) && !(URL.canParse(url ?? '') && isLoopback(new URL(url ?? '').hostname));
}

/**
 * Refuses real money beside codes that anybody may read, and real codes beside money that is none, where others come.
 * @throws Error with a line for who starts it
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
