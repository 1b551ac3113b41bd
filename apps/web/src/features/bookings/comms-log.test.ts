import { expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import { isStillFresh, lastReadyCall, messageState } from './comms-log.ts';

const formats = formatsFor(defaultPracticeLocale);
const now = new Date('2026-11-21T06:30:00Z');
type Message = Parameters<typeof messageState>[0];
type Booking = Parameters<typeof messageState>[1];
const said = (change: Partial<Message>, booking: Partial<Booking> = {}): string =>
  messageState(
    { status: 'pending', kind: 'booking_change', due_at: null, last_error: null, ...change },
    { status: 'confirmed', is_provisional: 0, ...booking },
    now,
    formats,
  ).label;

it('says when a message is sent', () => {
  expect(said({ due_at: '2026-11-21T08:00:00Z' })).toBe('Scheduled for 08:00');
  expect(said({ due_at: '2026-11-22T08:00:00Z' })).toBe('Scheduled for 22 Nov 2026, 08:00');
  expect(said({ due_at: '2026-11-21T06:35:00Z', last_error: 'Timed out' })).toBe('Retrying at 06:35');
  expect(said({ due_at: '2026-11-21T06:30:00Z' })).toBe('Sending');
  expect(said({ due_at: '2026-11-21T06:30:04Z' })).toBe('Sending');
  expect(said({ due_at: '2026-11-21T06:31:00Z' })).toBe('Scheduled for 06:31');
  expect(said({})).toBe('Sending');
});

it('shows the outcome of a message', () => {
  expect(said({ status: 'sent' })).toBe('Sent');
  expect(said({ status: 'confirmed' })).toBe('Delivered');
  expect(said({ status: 'failed' })).toBe('Failed');
});

it('says that a queued message will not be sent', () => {
  const due_at = '2026-11-21T08:00:00Z';
  const cancelled = { status: 'cancelled' } as const;
  expect(said({ due_at }, cancelled)).toBe('Not sent: appointment cancelled');
  expect(said({ due_at, kind: 'booking_cancellation' }, cancelled)).toBe('Scheduled for 08:00');
  expect(said({ due_at, kind: 'deposit_returned' }, cancelled)).toBe('Scheduled for 08:00');
  expect(said({ due_at, kind: 'request_received' })).toBe('Not sent: request answered');
  expect(said({ due_at, kind: 'request_received' }, { status: 'pending', is_provisional: 1 })).toBe(
    'Scheduled for 08:00',
  );
});

const readyCall = {
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

it('finds the last collection notice, ignoring failed ones', () => {
  const failed = { ...readyCall, status: 'failed' } as const;
  const other = { ...readyCall, kind: 'booking_reminder' } as const;
  expect(lastReadyCall({ comms_log: [other, failed] })).toBeNull();
  expect(lastReadyCall({ comms_log: [failed, { ...readyCall, sent_at: '2026-11-21T10:00:02Z' }] })).toEqual({
    created: '2026-11-21T10:00:00Z',
    sent: '2026-11-21T10:00:02Z',
  });
});

it('treats a collection notice as recent for a minute', () => {
  const call = { created: '2026-11-21T10:00:00Z' };
  expect(isStillFresh(call, new Date('2026-11-21T10:00:59Z'))).toBe(true);
  expect(isStillFresh(call, new Date('2026-11-21T10:01:00Z'))).toBe(false);
  expect(isStillFresh(null, new Date())).toBe(false);
});
