import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Ports below this one belong to services that are not webhooks, apart from those of the web. */
const firstFreePort = 1024;
const webPorts = new Set(['', '80', '443']);

/**
 * Why nothing may be posted to an address; null when it may, as far as can be told before its name is looked up.
 * @param toPrivateNetworks whether the installation's own networks, and plain HTTP, are allowed
 */
export function refusalOfUrl(text: string, toPrivateNetworks: boolean): string | null {
  if (!URL.canParse(text)) return 'Enter a URL such as https://example.com/webhooks.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && toPrivateNetworks)) {
    return 'Enter a URL that starts with https://.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'Remove the username and password: every request is signed instead.';
  }
  if (url.hash !== '') return 'Remove the part after #: it wouldn’t be sent.';
  if (!webPorts.has(url.port) && Number(url.port) < firstFreePort) {
    return `Use port 443, or one from ${firstFreePort} on.`;
  }
  const host = hostOf(url);
  const isInside =
    host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && !isPublicAddress(host));
  return isInside && !toPrivateNetworks ? privateRefusal : null;
}

/** What is said of an address that is not on the internet. */
export const privateRefusal =
  'This address isn’t on the internet. Webhooks can’t be sent to private networks.';

/** The name or address of a URL's host: that of IPv6 without its brackets, a name without the dot at its end. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
