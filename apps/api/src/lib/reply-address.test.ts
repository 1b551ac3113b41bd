import { describe, expect, it } from 'vitest';
import { readReplyAddress, replyAddress } from './reply-address.ts';

const settings = {
  INBOUND_MAIL_DOMAIN: 'reply.burrow.example',
  INBOUND_MAIL_SECRET: 'a-secret-of-more-than-thirty-two-letters',
};
const target = { tenantId: 7, clientId: 123_456_789_012 };

describe('a reply address', () => {
  it('names practice and client, in any case, and fits into 64 characters', () => {
    const largest = { tenantId: 2 ** 40 - 1, clientId: 2 ** 48 - 1 };
    for (const one of [target, { tenantId: 1, clientId: 1 }, largest]) {
      const address = replyAddress(settings, one)!;
      expect(address).toMatch(/^r-[a-z2-7]{40}@reply\.burrow\.example$/);
      expect(readReplyAddress(settings, address)).toEqual(one);
      expect(readReplyAddress(settings, ` ${address.toUpperCase()} `)).toEqual(one);
    }
  });

  it('cannot be changed in any letter', () => {
    const address = replyAddress(settings, target)!;
    for (let at = 2; at < 42; at += 1) {
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
