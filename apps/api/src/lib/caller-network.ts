import { isIPv4, isIPv6 } from 'node:net';

/** An address without its IPv6 zone: 'fe80::1' for 'fe80::1%eth0'. */
export const withoutZone = (address: string): string => address.split('%', 1)[0] ?? '';

/**
 * The unit in which callers are counted: the address itself, or of an IPv6 address its /64 network, because its
 * holder has all addresses in it. 'unknown' for none: a closed connection.
 */
export function callerNetwork(address: string | undefined): string {
  if (!address) return 'unknown';
  const plain = withoutZone(address).toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** The /48 around an IPv6 /64, because one subscriber may have all of its 65,536 networks. Undefined for IPv4. */
export function wideNetwork(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : undefined;
}

/** A network as people see it, without its last part: '203.0.113.x', '2001:db8:1::/48'. */
export function shownNetwork(network: string): string {
  const wide = wideNetwork(network);
  if (wide !== undefined) return wide;
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.x` : network;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[] | undefined,
  ];
  const left = Array.from({ length: 8 - head.length - (tail?.length ?? 0) }, () => '0');
  return [...head, ...(tail ? left : []), ...(tail ?? [])].map((group) => group.replace(/^0+(?=.)/, ''));
}
