import { describe, expect, it } from 'vitest';
import { isWithin } from './admit-program.ts';

describe('an address', () => {
  it.each([
    [['203.0.113.7'], '203.0.113.7'],
    [['203.0.113.0/24'], '203.0.113.255'],
    // Written with host bits set.
    [['203.0.113.77/24'], '203.0.113.1'],
    [['10.0.0.0/8', '203.0.113.7/32'], '203.0.113.7'],
    [['2001:db8::/32'], '2001:db8:ffff::1'],
    [['2001:DB8:0:0::1'], '2001:db8::1'],
    [['fe80::/10'], 'fe80::1%eth0'],
    // An IPv4 caller as seen by a server that listens on IPv6.
    [['203.0.113.0/24'], '::ffff:203.0.113.7'],
    [['0.0.0.0/0'], '198.51.100.1'],
  ])('in %j: %s', (allowed, address) => {
    expect(isWithin(allowed, address)).toBe(true);
  });

  it.each([
    [['203.0.113.7'], '203.0.113.8'],
    [['203.0.113.0/24'], '203.0.114.0'],
    [['203.0.113.0/24'], '2001:db8::1'],
    [['2001:db8::/32'], '203.0.113.7'],
    [['203.0.113.0/24'], '::ffff:203.0.114.7'],
    [['0.0.0.0/0', '::/0'], undefined],
    [['0.0.0.0/0', '::/0'], 'unknown'],
    [['0.0.0.0/0', '::/0'], '203.0.113.7, 203.0.113.8'],
    [[], '203.0.113.7'],
  ])('not in %j: %s', (allowed, address) => {
    expect(isWithin(allowed, address)).toBe(false);
  });
});
