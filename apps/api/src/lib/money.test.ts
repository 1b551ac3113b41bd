import { moneyInput } from '@burrow/contracts/form';
import { describe, expect, it } from 'vitest';
import { moneyFromPence } from './money.ts';

describe('an amount in the output', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [4500, '45.00'],
    [-5, '-0.05'],
    [-4500, '-45.00'],
    [100_000_000, '1000000.00'],
    [2_147_483_647, '21474836.47'],
  ])('%i pence is %s', (pence, text) => {
    expect(moneyFromPence(pence)).toBe(text);
  });
});

describe('an amount in the input', () => {
  it.each([
    ['45', 4500],
    ['45.5', 4550],
    ['45.00', 4500],
    [' 45.05 ', 4505],
    ['0', 0],
    ['0.01', 1],
    ['007.10', 710],
    ['1000000', 100_000_000],
    [45, 4500],
    [45.5, 4550],
    // Pennies without an exact binary fraction.
    [1.1, 110],
    [4.35, 435],
    [1.15, 115],
    [0.07, 7],
    [1_000_000, 100_000_000],
    [-0, 0],
  ])('of %j is %i pence', (written, pence) => {
    expect(moneyInput.parse(written)).toBe(pence);
  });

  it.each([
    ['1000000.01', 'Enter 1,000,000 or less.'],
    ['9999999', 'Enter 1,000,000 or less.'],
    // A number too large for pounds must not be taken for pence.
    [12_345_678, 'Enter 1,000,000 or less.'],
    [100_000_000, 'Enter 1,000,000 or less.'],
    ['12345678', 'Enter 1,000,000 or less.'],
    ...[
      '-1',
      '-0',
      '-0.01',
      '45.005',
      '45,00',
      '£45',
      '4 5',
      '1e3',
      '.5',
      '5.',
      '',
      'free',
      '٤٥',
      '0x10',
      '1_000',
      '--1',
      '+1',
    ].map((written): [unknown, string] => [written, 'Enter an amount such as 45.00.']),
    ...[-5, 1.005, 1e21, 1e-7, NaN, Infinity, null, true, [45], { pounds: 45 }, undefined].map(
      (written): [unknown, string] => [written, 'Enter an amount such as 45.00.'],
    ),
  ])('%j is refused', (written, sentence) => {
    const { error } = moneyInput.safeParse(written);
    expect(error?.issues.map((issue) => issue.message)).toEqual([sentence]);
  });

  it('survives a round trip, for every amount of a day', () => {
    for (let pence = 0; pence <= 20_000; pence += 1) {
      expect(moneyInput.parse(moneyFromPence(pence))).toBe(pence);
      expect(moneyInput.parse(Number(moneyFromPence(pence)))).toBe(pence);
    }
  });
});
