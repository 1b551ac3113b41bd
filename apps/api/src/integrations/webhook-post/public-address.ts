import { BlockList, isIPv4, isIPv6 } from 'node:net';

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
