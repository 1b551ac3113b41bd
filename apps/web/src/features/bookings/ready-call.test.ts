import { expect, it } from 'vitest';
import { isStillAhead, isStillFresh, lastReadyCall, strangeToBeReady } from './ready-call.ts';

const now = '2026-11-21T10:00';

it.each([
  [{ booking_date: '2026-11-21', booking_time: '11:00', status: 'confirmed' }, null],
  [{ booking_date: '2026-11-21', booking_time: '09:00', status: 'pending' }, null],
  [{ booking_date: '2026-11-21', booking_time: '11:01', status: 'confirmed' }, 'later-today'],
  [{ booking_date: '2026-11-21', booking_time: '15:00', status: 'in-progress' }, null],
  [{ booking_date: '2026-12-03', booking_time: '10:00', status: 'confirmed' }, 'another-day'],
  [{ booking_date: '2026-11-20', booking_time: '10:00', status: 'completed' }, 'another-day'],
] as const)('of %j at ten on 21 November finds %j', (booking, strange) => {
  expect(strangeToBeReady(booking, now)).toBe(strange);
});

it.each([
  ['2026-11-22', '09:00', 'confirmed', true],
  ['2027-11-21', '10:00', 'in-progress', true],
  ['2026-11-21', '11:01', 'confirmed', true],
  ['2026-11-21', '15:00', 'in-progress', false],
  ['2026-11-21', '11:00', 'confirmed', false],
  ['2026-11-20', '10:00', 'confirmed', false],
] as const)(
  'at ten on 21 November, %s %s (%s) lies ahead: %j',
  (booking_date, booking_time, status, ahead) => {
    expect(isStillAhead({ booking_date, booking_time, status }, now)).toBe(ahead);
  },
);

const message = {
  id: 1,
  type: 'sms',
  status: 'pending',
  body: '',
  created_at: '2026-11-21T10:00:00Z',
  provider: null,
  kind: 'ready_for_collection',
  direction: 'out',
  recipient: '07700900001',
  subject: null,
  due_at: null,
  sent_at: null,
  last_error: null,
} as const;

it('finds the last call in the log, and not one that failed', () => {
  const failed = { ...message, status: 'failed' } as const;
  const other = { ...message, kind: 'booking_reminder' } as const;
  expect(lastReadyCall({ comms_log: [other, failed] })).toBeNull();
  expect(lastReadyCall({ comms_log: [failed, { ...message, sent_at: '2026-11-21T10:00:02Z' }] })).toEqual({
    created: '2026-11-21T10:00:00Z',
    told: '2026-11-21T10:00:02Z',
  });
});

it('holds a call for fresh for a minute', () => {
  const call = { created: '2026-11-21T10:00:00Z' };
  expect(isStillFresh(call, new Date('2026-11-21T10:00:59Z'))).toBe(true);
  expect(isStillFresh(call, new Date('2026-11-21T10:01:00Z'))).toBe(false);
  expect(isStillFresh(null, new Date())).toBe(false);
});
