import { expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = new Date('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:30Z', 'Just now'],
  // The server's clock may be ahead of the browser's.
  ['2026-11-21T12:00:20Z', 'Just now'],
  ['2026-11-21T11:55:00Z', '5 min ago'],
  ['2026-11-21T09:00:00Z', '3 hr ago'],
  ['2026-11-20T11:00:00Z', 'Yesterday'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-11-14T12:00:00Z', null],
])('%s is %s', (instant, said) => {
  expect(timeAgo(instant, now, 'en-GB')).toBe(said);
});
