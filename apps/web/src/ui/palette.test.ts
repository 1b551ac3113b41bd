import { expect, it } from 'vitest';
import { palette } from './palette.ts';

it('offers colours in the server’s format, each once', () => {
  expect(palette.every(({ colour }) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
  expect(new Set(palette.map(({ colour }) => colour)).size).toBe(palette.length);
});
