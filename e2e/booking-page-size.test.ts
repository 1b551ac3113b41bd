import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bookRoot } from '../scripts/build-web.ts';

const root = bookRoot(join(import.meta.dirname, '..'));
const kilobyte = 1000;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const manifest = () => JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The scripts and style sheets that entries can't run without. */
function filesOf(entries: readonly string[]): Set<string> {
  const chunks = manifest();
  const files = new Set<string>();
  const queue = [...entries];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = chunks[name];
    if (chunk === undefined || files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const sheet of chunk.css ?? []) files.add(sheet);
    queue.push(...(chunk.imports ?? []));
  }
  return files;
}

const gzipped = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file))).length, 0) / kilobyte;

it('the booking page is at most 60 kB until a time is picked, with its style sheet', () => {
  const first = filesOf(['src/book/main.tsx']);
  expect([...first].some((file) => file.endsWith('.css'))).toBe(true);
  expect(gzipped(first)).toBeLessThanOrEqual(60);
  // Room for the steps that follow is not taken from it.
  expect(gzipped(first)).toBeLessThanOrEqual(35);
});

it('its last steps are loaded when a time is picked', () => {
  const first = filesOf(['src/book/main.tsx']);
  const later = manifest()['src/book/main.tsx']?.dynamicImports ?? [];
  expect(later).toEqual(
    expect.arrayContaining(['src/book/finish.tsx', 'src/book/confirmation.tsx', 'src/book/paid-return.tsx']),
  );
  for (const entry of later) expect(first).not.toContain(manifest()[entry]?.file);
  expect(gzipped(filesOf(['src/book/main.tsx', ...later]))).toBeLessThanOrEqual(60);
});

it('the script for other websites is at most 2 kB', () => {
  expect(gzipped(['widget.js'])).toBeLessThanOrEqual(2);
});
