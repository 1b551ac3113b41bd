import { describe, expect, it } from 'vitest';
import { readReplyAddress, replyAddress } from './reply-address.ts';

const settings = {
  INBOUND_MAIL_DOMAIN: 'reply.burrow.example',
  INBOUND_MAIL_SECRET: 'a-secret-of-more-than-thirty-two-letters',
};
const target = { tenantId: 7, clientId: 123_456_789_012 };
/** Of an installation with a number. */
const numbered = { tenantId: 2_000_000_000_007, clientId: 2_000_000_000_009 };

describe('a reply address', () => {
  it('names practice and client, in any case, and fits into 64 characters', () => {
    const shortest = { tenantId: 1, clientId: 1 };
    const lastShort = { tenantId: 2 ** 40 - 1, clientId: 2 ** 48 - 1 };
    const largest = { tenantId: 999_999_999_999_999, clientId: 999_999_999_999_999 };
    const lengths = [target, shortest, lastShort, numbered, largest].map((one) => {
      const address = replyAddress(settings, one)!;
      expect(address).toMatch(/^r-[a-z2-7]+@reply\.burrow\.example$/);
      expect(readReplyAddress(settings, address)).toEqual(one);
      expect(readReplyAddress(settings, ` ${address.toUpperCase()} `)).toEqual(one);
      return address.indexOf('@');
    });
    expect(lengths).toEqual([42, 42, 42, 50, 50]);
  });

  it('stays the same in later releases', () => {
    const sent = 'r-aaaaaaahaaol5gi2cr6staet27cvtx36dly3o7sh@reply.burrow.example';
    expect(replyAddress(settings, target)).toBe(sent);
  });

  it.each([target, numbered])('cannot be changed in any letter', (one) => {
    const address = replyAddress(settings, one)!;
    for (let at = 2; at < address.indexOf('@'); at += 1) {
      const other = address[at] === 'a' ? 'b' : 'a';
      const forged = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
      expect(readReplyAddress(settings, forged)).toBeNull();
    }
  });

  it('is valid for its own domain and secret only', () => {
    const address = replyAddress(settings, target)!;
    const [local] = address.split('@');
    const wrong = [
      `${local}@burrow.example`,
      `${local}@reply.burrow.example@evil.example`,
      `${local}x@reply.burrow.example`,
      `x${address}`,
      local,
      `r-@reply.burrow.example`,
      'desk@willow.example',
      '',
    ];
    for (const one of wrong) expect(readReplyAddress(settings, one!)).toBeNull();
    const later = { ...settings, INBOUND_MAIL_SECRET: 'another-secret-of-more-than-thirty-two-letters' };
    expect(readReplyAddress(later, address)).toBeNull();
  });

  it('does not exist without both settings', () => {
    const address = replyAddress(settings, target)!;
    for (const name of ['INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_SECRET'] as const) {
      const part = { ...settings, [name]: undefined };
      expect(replyAddress(part, target)).toBeNull();
      expect(readReplyAddress(part, address)).toBeNull();
    }
  });
});
