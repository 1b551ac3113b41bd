import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Ports below this one belong to other services, except for those of the web. */
const firstFreePort = 1024;
const webPorts = new Set(['', '80', '443']);

/**
 * Why an address is not allowed; null when it is, as far as can be known before its name is looked up.
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

/** The message about an address that is not on the internet. */
export const privateRefusal =
  'This address isn’t on the internet. Webhooks can’t be sent to private networks.';

/** The host of a URL: an IPv6 address without its brackets, a name without the trailing dot. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
