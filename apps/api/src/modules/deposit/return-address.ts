interface ReturnOrigin {
  /** The address that the caller sent, any text. */
  wanted: string | undefined;
  /** The address of this server, if known. */
  publicUrl: string | undefined;
  /**
   * The Host header, which is untrusted: used only if the server's address is not known, or as the IP address of a machine
   * that runs a trial.
   */
  askedHost: string;
  practice: { subdomain: string | null; custom_host: string | null };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an origin is the same server under another name, if its own address is a loopback name, as in a trial: another
 * loopback name, or the machine's IP address, as a phone opens it. Never a host name, which could lead elsewhere.
 */
function isTrialServer(asked: URL, own: URL, askedHost: string): boolean {
  if (!loopback.has(own.hostname) || asked.port !== own.port || asked.protocol !== own.protocol) return false;
  const isNumber = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[[\da-f:.]+\]$/i.test(asked.hostname);
  return loopback.has(asked.hostname) || (isNumber && asked.hostname === askedHost);
}

/**
 * The origin to which a browser returns after paying: the requested one when it is this server's, by its own address, by
 * the practice's own host, by the practice's subdomain, or by another name of the machine that runs a trial; otherwise
 * the server's own. Null when none is known.
 */
export function returnOrigin({ wanted, publicUrl, askedHost, practice }: ReturnOrigin): string | null {
  const asked = originOf(wanted);
  if (publicUrl === undefined) return asked?.hostname === askedHost ? asked.origin : null;
  const own = new URL(publicUrl);
  if (asked === null || asked.origin === own.origin) return own.origin;
  if (isTrialServer(asked, own, askedHost)) return asked.origin;
  const hosts = [practice.custom_host, practice.subdomain && `${practice.subdomain}.${own.hostname}`];
  const isPractices = hosts.some((host) => host?.toLowerCase() === asked.hostname);
  // An encrypted page never leads to an unencrypted one, and ports are the server's to choose.
  const isServed = asked.protocol === own.protocol && (asked.port === '' || asked.port === own.port);
  return isPractices && isServed ? asked.origin : own.origin;
}

function originOf(url: string | undefined): URL | null {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed : null;
}

/** Where the provider redirects the browser: after paying, and after cancelling. */
export const returnAddresses = (
  origin: string,
  tenantId: number,
): { successUrl: string; cancelUrl: string } => ({
  // The provider fills in the braces, so they must not be encoded.
  successUrl: `${origin}/app/cp/booking/payment-callback?tenant=${tenantId}&checkout_id={CHECKOUT_SESSION_ID}`,
  cancelUrl: `${origin}/app/cp/booking/create?tenant=${tenantId}&payment=cancelled`,
});
