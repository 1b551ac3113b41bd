import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

describe('a truncated text', () => {
  it.each([
    ['Bella', 5, 'Bella'],
    ['Gwendolyn Featherstonehaugh Bartholomew', 30, 'Gwendolyn Featherstonehaugh…'],
    ['Gwendolyn Featherstonehaugh', 27, 'Gwendolyn Featherstonehaugh'],
    ['Bartholomewandsoforthwithoutend', 10, 'Bartholom…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦…'],
    ['Zoe\u0301 Zoe\u0301', 4, 'Zoe\u0301…'],
  ])('%j to %i characters is %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });

  it('takes linear time for a character with 100,000 marks', () => {
    const began = performance.now();
    expect(cutText(`a${'\u0301'.repeat(100_000)}`, 60).length).toBeLessThan(1000);
    expect(performance.now() - began).toBeLessThan(200);
  });
});
