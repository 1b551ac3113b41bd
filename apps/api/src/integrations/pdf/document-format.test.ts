import { describe, expect, it } from 'vitest';
import { accentOnPaper, contrastWithWhite } from '@burrow/contracts/accent-colour';
import { ageOn, documentFormat } from './document-format.ts';
import { addressLines, printableLine, printableText } from './printable-text.ts';

describe('formatting', () => {
  const format = documentFormat('en-GB', 'GBP');

  it('writes pence as money', () => {
    expect(format.money(123_456)).toBe('£1,234.56');
    expect(format.money(-5)).toBe('−£0.05');
    expect(format.money(-0)).toBe('£0.00');
  });

  it('formats days and times, and keeps invalid ones unchanged', () => {
    expect(format.day('2026-02-28')).toBe('28 February 2026');
    expect(format.day('2026-02-30')).toBe('2026-02-30');
    expect(format.time('09:05')).toBe('09:05');
    expect(format.time('24:00')).toBe('24:00');
  });

  it('refuses a malformed locale or currency', () => {
    expect(() => documentFormat('not a locale', 'GBP')).toThrow(RangeError);
    expect(() => documentFormat('en-GB', 'pounds')).toThrow(RangeError);
  });

  it.each([
    ['2022-06-03', '2026-11-21', '4 years 5 months'],
    ['2025-11-21', '2026-11-21', '1 year'],
    ['2026-09-22', '2026-11-21', '1 month'],
    ['2026-11-01', '2026-11-21', 'Under 1 month'],
    ['2026-11-22', '2026-11-21', ''],
    ['2024-02-29', '2025-02-28', '11 months'],
  ])('an animal born %s is on %s: %s', (born, day, age) => {
    expect(ageOn(born, day)).toBe(age);
  });
});

describe('printable text', () => {
  it('drops characters that cannot be printed and keeps the others', () => {
    expect(printableText('a\u0000b\u200bc\u00add')).toBe('abcd');
    expect(printableText('Rex 🐶 & 👩🏽‍⚕️ ✓ © 10 €')).toBe('Rex  &  ✓ © 10 €');
    expect(printableText('e\u0301 A\u030a')).toBe('é Å');
    expect(printableText('one\r\n\r\n\r\n\r\ntwo\u2028three')).toBe('one\n\ntwo\nthree');
    expect(printableText(`Z${'\u0316'.repeat(200)}a`)).toBe('Z\u0316\u0316\u0316a');
    expect(printableText('\ud83d half')).toBe('half');
    expect(printableLine(' a \n b ')).toBe('a b');
  });

  it('splits an address into lines', () => {
    expect(addressLines('1 High Street, Bath, BA1')).toEqual(['1 High Street', 'Bath', 'BA1']);
    expect(addressLines('Flat 2, The Mill,\n\nBath')).toEqual(['Flat 2, The Mill', 'Bath']);
    expect(addressLines(null)).toEqual([]);
  });
});

describe("a practice's colour", () => {
  it.each(['#ffffff', '#ffff00', '#e8a33d', '#0a0', '#1d5a4c', '7a2f5c', 'red', '', null])(
    '%s is legible on paper',
    (colour) => {
      expect(contrastWithWhite(accentOnPaper(colour))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('is kept when it is dark enough', () => {
    expect(accentOnPaper('#7a2f5c')).toEqual([0x7a, 0x2f, 0x5c]);
  });
});
