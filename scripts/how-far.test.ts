import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assumptions, reckon, tables } from './how-far.ts';
import { checkout } from './source-files.ts';

const page = readFileSync(join(checkout, 'docs/how-far-it-goes.md'), 'utf8');

/** A list or table as one line an item, without alignment and line breaks of the formatter. */
const plain = (text: string): string[] =>
  text
    .replaceAll(/\n {2}(?=\S)/g, ' ')
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'));

describe('docs/how-far-it-goes.md', () => {
  it('contains the tables and assumptions that npm run how-far prints', () => {
    const lines = new Set(plain(page));
    const printed = plain([...assumptions(), ...tables()].join('\n'));
    expect(printed.filter((line) => !lines.has(line))).toEqual([]);
  });

  it('calculates more of everything for more practices, in proportion where nothing is left to chance', () => {
    const [few, many] = [reckon(100), reckon(1000)];
    expect(many.databaseGbPerYear).toBeCloseTo(10 * few.databaseGbPerYear);
    expect(many.callsPerSecond).toBeGreaterThan(8 * few.callsPerSecond);
    expect(many.callsPerSecond).toBeLessThan(10 * few.callsPerSecond);
  });
});
