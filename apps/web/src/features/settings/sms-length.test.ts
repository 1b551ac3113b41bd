import { describe, expect, it } from 'vitest';
import { smsLength } from './sms-length.ts';

describe('the length of a text message', () => {
  it.each([
    ['', 0, 0],
    ['a'.repeat(160), 160, 1],
    ['a'.repeat(161), 161, 2],
    ['a'.repeat(307), 307, 3],
    ['€'.repeat(80), 160, 1],
    ['’'.repeat(70), 70, 1],
    ['’'.repeat(71), 71, 2],
  ])('%# is counted as the networks do', (text, characters, segments) => {
    expect(smsLength(text)).toMatchObject({ characters, segments });
  });

  it('names the sign that makes it dear', () => {
    expect(smsLength('It’s time').costly).toBe('’');
    expect(smsLength("It's time").costly).toBeNull();
  });
});
