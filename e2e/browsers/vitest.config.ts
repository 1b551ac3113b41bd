import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// `npm run test:browsers`. A configuration of its own: `npm test` must not need Debian's browsers.

const root = join(import.meta.dirname, '../..');

export default defineConfig({
  root,
  test: {
    include: ['e2e/browsers/*.ways.ts'],
    globalSetup: ['apps/api/src/testing/postgres-for-tests.ts', 'e2e/browsers/setup.ts'],
    setupFiles: ['apps/api/src/testing/each-file.ts'],
    reporters: ['verbose', './scripts/count-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // Firefox has one session at a time.
    fileParallelism: false,
    isolate: false,
  },
});
