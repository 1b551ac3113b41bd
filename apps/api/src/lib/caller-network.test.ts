import { describe, expect, it } from 'vitest';
import { callerNetwork, shownNetwork, wideNetwork } from './caller-network.ts';

describe("a caller's network", () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(callerNetwork(address)).toBe(network);
  });
});

describe('a caller’s network', () => {
  it.each([
    ['203.0.113.7', undefined, '203.0.113.x'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8:1::/48'],
    ['unknown', undefined, 'unknown'],
  ])('%s belongs to %s, and is shown as %s', (network, wide, shown) => {
    expect([wideNetwork(network), shownNetwork(network)]).toEqual([wide, shown]);
  });
});
