import { describe, expect, it } from 'vitest';
import { password } from './form.ts';

const staffPassword = password(8, 'Too short');
const problemOf = (typed: string): string | undefined =>
  staffPassword.safeParse(typed).error?.issues[0]?.message;

describe('a password', () => {
  it.each([
    '  Spaces around  ',
    'MiXed CaSe',
    'all lower case',
    '12345 67890',
    'Καλημέρα σας',
    '🐇 and the 🐈',
  ])('accepts any characters, unchanged: %j', (typed) => {
    expect(staffPassword.parse(typed)).toBe(typed);
  });

  it('accepts 72 Latin letters, and refuses more than 72 bytes instead of truncating', () => {
    expect(staffPassword.parse('a'.repeat(72))).toHaveLength(72);
    expect(problemOf('a'.repeat(73))).toBe('Use at most 72 bytes.');
    expect(problemOf('é'.repeat(37))).toBe('Use at most 72 bytes.');
  });
});
