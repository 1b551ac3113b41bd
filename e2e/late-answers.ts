import type { Page } from 'playwright-core';

/** Delay of the answer by action, in milliseconds; the server does the work at once. */
export type Delays = Readonly<Record<string, number>>;

/** Delays answers of the server from now on; replaces earlier delays. */
export async function answerLate(page: Page, delays: Delays): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const [action, late] of Object.entries(delays))
    await page.route(`**/api/${action}`, async (route) => {
      // Once more if the server has just closed the idle connection.
      const response = await route.fetch({ maxRetries: 1 });
      await new Promise((resolve) => setTimeout(resolve, late));
      await route.fulfill({ response });
    });
}

/** Delays of the answer to a command and of the refetch after it: every order of the two. */
export const moments = [
  { command: 0, reading: 0 },
  { command: 0, reading: 700 },
  { command: 700, reading: 0 },
  { command: 350, reading: 350 },
  { command: 1500, reading: 200 },
  { command: 200, reading: 1500 },
];
