import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// `retry: 1`: a test that passes at its second attempt does not stop a change from landing, but the last lines of the run
// name it. Treat it as a bug: find what it raced against.

/** Tests in which very many ask for one thing at the same moment. */
const storms = 'apps/api/src/testing/attacks/*-storm.test.ts';

/** A page, its server and the database keep two cores busy: on two cores, two files at once take longer than in turn. */
const browserWorkers = Math.max(1, Math.floor(availableParallelism() / 2));

export default defineConfig({
  test: {
    // One PostgreSQL for all projects of a run.
    globalSetup: ['apps/api/src/testing/postgres-for-tests.ts'],
    reporters: ['default', './scripts/count-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit and api',
          sequence: { groupOrder: 0 },
          include: ['apps/*/src/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'seeds/**/*.test.ts'],
          exclude: ['**/node_modules/**', storms],
          testTimeout: 30_000,
          // The default second is too little on a busy machine.
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          setupFiles: ['apps/api/src/testing/each-file.ts'],
          retry: 1,
          // Reading and compiling a server's modules takes longer than most files' tests: a worker does it once.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'scripts',
          sequence: { groupOrder: 1 },
          include: ['scripts/**/*.test.ts'],
          retry: 1,
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'storms',
          sequence: { groupOrder: 2 },
          include: [storms],
          retry: 1,
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          // A thousand at once need the whole machine, so they run by themselves: beside other tests the last of them
          // would wait too long, and be told so.
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 3 },
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/browser-setup.ts'],
          testTimeout: 90_000,
          // A second is too little for a screen on a slow machine.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 120_000,
          setupFiles: ['apps/api/src/testing/each-file.ts'],
          isolate: false,
          retry: 1,
          maxWorkers: browserWorkers,
        },
      },
    ],
  },
});
