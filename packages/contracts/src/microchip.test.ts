import { describe, expect, it } from 'vitest';
import { microchipDoubt, microchipFrom, spacedMicrochip } from './microchip.ts';

describe('a microchip number', () => {
  it.each([
    ['985112001234567', null],
    ['826000000000001', null],
    ['900274877906943', null],
    ['998000000000000', null],
    ['999000000000001', 'Check this number: 999 is the code of test microchips.'],
    ['003000000000001', 'Check this number: 003 is not the code of a country or manufacturer.'],
    ['895000000000001', 'Check this number: 895 is not the code of a country or manufacturer.'],
    ['900274877906944', 'Check this number: the last 12 digits are too high for a microchip.'],
    ['123456789', 'Check this number: newer microchips have 15 digits.'],
    ['00A4BC1D2F', 'Check this number: newer microchips have 15 digits.'],
  ])('%s is doubted: %s', (chip, doubt) => {
    expect(microchipDoubt(chip)).toBe(doubt);
  });

  it('is read in any spelling, and written in groups of three', () => {
    expect(microchipFrom(' 985.112-001 234*567 ')).toBe('985112001234567');
    expect(microchipFrom('9851120012345678')).toBeNull();
    expect(spacedMicrochip('985112001234567')).toBe('985 112 001 234 567');
    expect(spacedMicrochip('00A4BC1D2F')).toBe('00A 4BC 1D2 F');
  });
});
