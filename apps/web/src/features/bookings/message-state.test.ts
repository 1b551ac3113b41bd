import { expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import { messageState } from './message-state.ts';

const formats = formatsFor(defaultPracticeLocale);
const now = new Date('2026-11-21T06:30:00Z');
const said = (change: Partial<Parameters<typeof messageState>[0]>): string =>
  messageState({ status: 'pending', due_at: null, last_error: null, ...change }, now, formats).label;

it('says when a message is sent', () => {
  expect(said({ due_at: '2026-11-21T08:00:00Z' })).toBe('Scheduled for 08:00');
  expect(said({ due_at: '2026-11-22T08:00:00Z' })).toBe('Scheduled for 22 Nov 2026, 08:00');
  expect(said({ due_at: '2026-11-21T06:35:00Z', last_error: 'Timed out' })).toBe('Retrying at 06:35');
  expect(said({ due_at: '2026-11-21T06:30:00Z' })).toBe('Being sent');
  expect(said({ due_at: '2026-11-21T06:30:04Z' })).toBe('Being sent');
  expect(said({ due_at: '2026-11-21T06:31:00Z' })).toBe('Scheduled for 06:31');
  expect(said({})).toBe('Being sent');
});

it('says what became of a message', () => {
  expect(said({ status: 'sent' })).toBe('Sent');
  expect(said({ status: 'confirmed' })).toBe('Delivered');
  expect(said({ status: 'failed' })).toBe('Failed');
});
