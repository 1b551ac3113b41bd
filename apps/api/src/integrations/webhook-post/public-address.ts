import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not public, from IANA's registries of special-purpose addresses. */
const specialIPv4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by the customers of a provider (CGNAT).
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; the metadata service of clouds is at 169.254.169.254.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, and broadcast.
  ['224.0.0.0', 3],
];

/** All other IPv6 addresses are not public: loopback, local, mapped and translated IPv4, multicast. */
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');

/** Inside it: addresses that embed an IPv4 address, which could be any, and those for protocols and examples. */
const specialIPv6: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, prefix] of specialIPv4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of specialIPv6) special.addSubnet(network, prefix, 'ipv6');

/** Whether an address, as text, is public; an invalid address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // The name of an interface (fe80::1%eth0) belongs to addresses that are not public.
  return isIPv6(address) && globalIPv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Ports below this one belong to other services, except for those of the web. */
const firstFreePort = 1024;
const webPorts = new Set(['', '80', '443']);

/** The message about an address that is not on the internet. */
export const privateRefusal =
  'This address isn’t on the internet. Webhooks can’t be sent to private networks.';

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

/** The host of a URL: an IPv6 address without its brackets, a name without the trailing dot. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
