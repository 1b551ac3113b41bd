import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './scripts/count-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit and api',
          include: [
            'apps/*/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'seeds/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          globalSetup: ['apps/api/src/testing/postgres-for-tests.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['apps/api/src/testing/postgres-for-tests.ts', 'e2e/browser-setup.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // One Chromium at a time is all that two cores carry without stalls that look like failures.
          maxWorkers: 1,
        },
      },
    ],
  },
});
