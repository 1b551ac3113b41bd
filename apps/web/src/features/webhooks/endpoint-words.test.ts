import { webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import { describe, expect, it } from 'vitest';
import { eventsInWords, shortUrl, stateOf, troubleOf } from './endpoint-words.ts';

const endpoint = {
  id: 1,
  url: 'https://example.com/hook',
  description: null,
  events: [...webhookEventTypes],
  is_on: '1' as const,
  off_reason: null,
  failing_since: null,
  next_try_at: null,
  waiting: 0,
  failed: 0,
  last_delivered_at: null,
  old_secret_until: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const failing = { ...endpoint, failing_since: '2026-11-21T10:00:00.000Z' };
const off = { ...endpoint, is_on: '0' as const };
const plain = (instant: string): string => instant.slice(11, 16);

describe('an endpoint', () => {
  it('is on, failing or off', () => {
    expect([endpoint, failing, off].map((one) => stateOf(one).label)).toEqual(['On', 'Failing', 'Off']);
  });

  it('is named by the distinctive part of its address', () => {
    expect(shortUrl('https://example.com/')).toBe('example.com');
    expect(shortUrl('http://10.0.0.1:9000/a/b?c=1')).toBe('10.0.0.1:9000/a/b?c=1');
  });

  it('lists its events', () => {
    expect(eventsInWords(endpoint.events)).toBe('All events');
    expect(eventsInWords(['booking.created', 'client.erased'])).toBe('Appointment made, Client erased');
  });

  it('explains its problem and the next step', () => {
    expect(troubleOf(endpoint, plain)).toBe(null);
    expect(troubleOf(failing, plain)).toBe('Nothing has been delivered since 10:00. New events are queued.');
    expect(troubleOf({ ...failing, next_try_at: '2026-11-21T11:30:00.000Z' }, plain)).toContain(
      'Next attempt at 11:30.',
    );
    expect(troubleOf(off, plain)).toContain('turned off');
    expect(troubleOf({ ...off, off_reason: 'gone' }, plain)).toContain('410');
    expect(troubleOf({ ...off, off_reason: 'failing' }, plain)).toContain('5 days');
  });
});
