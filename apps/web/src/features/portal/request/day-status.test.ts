import type { PortalDay } from '@burrow/contracts/portal-booking';
import { describe, expect, it } from 'vitest';
import { dayStatus, shownSlots } from './day-status.ts';

const day: PortalDay = {
  date: '2026-11-24',
  state: 'open',
  holiday: null,
  times: [
    { time: '09:00', free: false },
    { time: '10:00', free: false },
    { time: '11:00', free: true },
  ],
};
const status = (changes: Partial<PortalDay>, now = '2026-11-21T12:00') =>
  dayStatus({ ...day, ...changes }, now, 'Tuesday 24 November');

it('does not show a time that has started as busy', () => {
  expect(shownSlots(day, '2026-11-24T09:30').map(({ time }) => time)).toEqual(['10:00', '11:00']);
});

describe('the status of the chosen day', () => {
  it('is that its times are loading', () => {
    expect(dayStatus(undefined, '', '')).toEqual({ text: 'Loading available times...', isSeen: false });
  });

  it('is the number of its times', () => {
    expect(status({})).toEqual({ text: '1 time available on Tuesday 24 November', isSeen: false });
    const free = day.times.map(({ time }) => ({ time, free: true }));
    expect(status({ times: free }).text).toBe('3 times available on Tuesday 24 November');
    const taken = day.times.map(({ time }) => ({ time, free: false }));
    expect(status({ state: 'full', times: taken }).text).toBe('No times available on Tuesday 24 November');
  });

  it('is why it has none', () => {
    expect(status({ state: 'closed', times: [] }).text).toBe('Business is closed on this day');
    expect(status({ state: 'holiday', times: [] }).text).toBe('Business is closed on this day');
    expect(status({ state: 'full', times: [] })).toEqual({ text: 'No time slots available', isSeen: true });
  });
});
