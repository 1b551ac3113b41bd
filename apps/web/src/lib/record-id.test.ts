import { expect, test } from 'vitest';
import { recordIdFrom } from './record-id.ts';

test('an id is a whole number from 1', () => {
  expect(recordIdFrom('1')).toBe(1);
  expect(recordIdFrom('20481')).toBe(20481);
});

test.each([undefined, null, '', '0', '-3', '1.5', '12abc', '007', '1e3', '99999999999999999999'])(
  '%s is no id',
  (text) => {
    expect(recordIdFrom(text)).toBeNull();
  },
);
