import { describe, expect, it } from 'vitest';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  internationalPhone,
  maskedPhone,
  normalisedPhone,
  phoneInput,
  portalPhone,
  takesCodes,
} from './phone-number.ts';

describe('a phone number', () => {
  it.each([
    ['07700 900001', '07700900001'],
    ['07700-900-001', '07700900001'],
    ['(07700) 900001', '07700900001'],
    ['+44 7700 900001', '07700900001'],
    ['+44 (0)7700 900001', '07700900001'],
    ['0044 7700 900001', '07700900001'],
    ['7700900001', '07700900001'],
    ['07700 900999', '07700900999'],
    ['020 7946 0000', '02079460000'],
    ['01632 960123', '01632960123'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['0033 6 12 34 56 78', '+33612345678'],
    ['+1 (213) 373-4253', '+12133734253'],
  ])('%s is stored by a British practice as %s', (typed, kept) => {
    expect(normalisedPhone(typed, 'en-GB')).toBe(kept);
  });

  it.each([
    ['04 91 57 00 00', 'fr-FR', '0491570000'],
    ['+33 4 91 57 00 00', 'fr-FR', '0491570000'],
    ['(213) 373-4253', 'en-US', '2133734253'],
    ['087 123 4567', 'en-IE', '0871234567'],
    ['07700 900001', 'en-XX', '07700900001'],
  ])('%s is parsed by the country of %s', (typed, locale, kept) => {
    expect(normalisedPhone(typed, locale)).toBe(kept);
  });

  it.each([
    ['07700900001', 'en-GB', '+447700900001'],
    ['+44 (0)7700 900001', 'en-GB', '+447700900001'],
    ['+33612345678', 'en-GB', '+33612345678'],
    ['0491570000', 'fr-FR', '+33491570000'],
    ['2133734253', 'en-US', '+12133734253'],
    ['12', 'en-GB', null],
    ['07700 900001 ext. 4', 'en-GB', null],
  ])('%s of a practice in %s is dialled internationally as %s', (kept, locale, dialled) => {
    expect(internationalPhone(kept, locale)).toBe(dialled);
  });

  it('stays as it is when it is normalised again', () => {
    for (const phone of ['07700900001', '02079460000', '+33612345678']) {
      expect(normalisedPhone(phone, 'en-GB')).toBe(phone);
    }
  });

  it.each([
    'none',
    '12345',
    '999',
    '07700 90000100000',
    '+44',
    '+999 1234567',
    'ring 07700 900001 after six',
    '07700 900001 ext. 4',
    '07700 900001 / 07700 900002',
  ])('%s is invalid', (typed) => {
    expect(normalisedPhone(typed, 'en-GB')).toBeNull();
  });

  it.each([
    ['en-GB', 'Enter a phone number such as 07700 900001.'],
    ['fr-FR', 'Enter a phone number such as 06 12 34 56 78.'],
  ])('that is invalid is refused with an example of %s', (locale, message) => {
    expect(() => phoneInput('12', locale, 'mobile')).toThrow(
      expect.objectContaining({ code: 'invalid_input', extra: { message, fields: { mobile: message } } }),
    );
  });
});

describe('a mobile number for the portal', () => {
  it.each([
    ['07700 900001', 'en-GB', '07700900001'],
    [' 077 0090 0001 ', 'en-GB', '07700900001'],
    ['07000000000', 'en-GB', '07000000000'],
    ['06 12 34 56 78', 'fr-FR', '0612345678'],
  ])('%j is stored in a practice of %s as %s', (typed, locale, kept) => {
    expect(portalPhone(typed, locale)).toBe(kept);
  });

  it.each(['020 7946 0000', '+44 7700 900001', '07700-900001', '0770090000', '077009000011', '', 'none'])(
    '%j is invalid in a British practice',
    (typed) => {
      const message = 'Please enter a valid UK mobile number.';
      expect(() => portalPhone(typed, 'en-GB')).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          message,
          extra: { message, fields: { phone: message } },
        }),
      );
    },
  );

  it.each([
    ['0151 23456789', 'de-DE', '015123456789'],
    ['+49 151 23456789', 'de-DE', '015123456789'],
    ['(415) 555-2671', 'en-US', '4155552671'],
    ['312 345 6789', 'it-IT', '3123456789'],
  ])('%j in a practice of %s is one phone, %s', (typed, locale, phone) => {
    expect(portalPhone(typed, locale)).toBe(phone);
    expect(portalPhone(internationalPhone(phone, locale) ?? '', locale)).toBe(phone);
  });

  it.each([
    ['000382', 'de-DE'],
    ['030 1234567', 'de-DE'],
    ['+33 6 12 34 56 78', 'de-DE'],
    ['0151 23456789 ext 3', 'de-DE'],
    ['ring 0151 23456789', 'de-DE'],
    ['416 555 2671', 'en-US'],
    ['0900 123456', 'nl-NL'],
  ])('%j is invalid in a practice of %s', (typed, locale) => {
    expect(() => portalPhone(typed, locale)).toThrow(/^Enter a mobile number such as /);
  });

  it('is requested elsewhere with an example', () => {
    expect(() => portalPhone('12', 'fr-FR')).toThrow('Enter a mobile number such as 06 12 34 56 78.');
  });

  it('is stored as the desk stores the same number', () => {
    expect(portalPhone('07700 900001', 'en-GB')).toBe(normalisedPhone('07700 900001', 'en-GB'));
  });
});

describe('a number that gets codes', () => {
  const withoutIslands = { withIslands: false };

  it('is in Britain one that the numbering plan calls a mobile, in each range that begins with 07', () => {
    const counts = { mainland: 0, islands: 0, others: 0 };
    for (let range = 70_000; range <= 79_999; range += 1) {
      const phone = `0${range}51234`;
      const planned = parsePhoneNumberFromString(phone, { defaultCountry: 'GB' });
      const isMobile = planned?.isValid() === true && planned.getType() === 'MOBILE';
      const isMainland = isMobile && planned.country === 'GB';
      counts[isMainland ? 'mainland' : isMobile ? 'islands' : 'others'] += 1;
      expect([phone, takesCodes(phone, 'en-GB', withoutIslands)]).toEqual([phone, isMainland]);
      expect([phone, takesCodes(phone, 'en-GB', { withIslands: true })]).toEqual([phone, isMobile]);
    }
    // 070 and 076 are among the others.
    expect(counts.mainland).toBeGreaterThan(7000);
    expect(counts.islands).toBeGreaterThan(50);
    expect(counts.others).toBeGreaterThan(1500);
  });

  it.each([
    ['01632960123', 'en-GB'],
    ['+33612345678', 'en-GB'],
    ['07012345678', 'en-GB'],
    ['08001234567', 'en-GB'],
    ['0142345678', 'fr-FR'],
    ['+447400123456', 'fr-FR'],
    ['0899123456', 'fr-FR'],
  ])('is not %s in a practice of %s, though the desk may have stored it', (phone, locale) => {
    expect(takesCodes(phone, locale, { withIslands: true })).toBe(false);
  });

  it.each([
    ['07700900123', 'en-GB'],
    ['07400123456', 'cy-GB'],
    ['0612345678', 'fr-FR'],
    ['4155552671', 'en-US'],
  ])('is %s in a practice of %s', (phone, locale) => {
    expect(takesCodes(phone, locale, withoutIslands)).toBe(true);
  });
});

it.each([
  ['07700900001', '07••• ••• 001'],
  ['+33612345678', '+3••• ••• 678'],
])('%s is masked as %s', (phone, masked) => {
  expect(maskedPhone(phone)).toBe(masked);
});
