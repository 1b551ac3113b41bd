import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { eventLabel, webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import { failingDays } from '@burrow/contracts/webhook-limits';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The host and what follows it, which differs from address to address. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** The status of an endpoint in a word. */
export function stateOf({ is_on, failing_since }: Pick<WebhookEndpoint, 'is_on' | 'failing_since'>): {
  label: string;
  tone: BadgeTone;
} {
  if (is_on === '0') return { label: 'Off', tone: 'void' };
  return failing_since === null
    ? { label: 'On', tone: 'confirmed' }
    : { label: 'Failing', tone: 'attention' };
}

/** The events an endpoint receives: 'All events', or their names. */
export const eventsInWords = (events: WebhookEndpoint['events']): string =>
  events.length === webhookEventTypes.length ? 'All events' : events.map(eventLabel).join(', ');

/** Why an endpoint needs attention; null if it does not. `dateTime` formats an instant. */
export function troubleOf(
  { is_on, off_reason, failing_since, next_try_at }: WebhookEndpoint,
  dateTime: (instant: string) => string,
): string | null {
  if (off_reason === 'gone')
    return 'It refused further events (410 Gone), so it was turned off. Queued events were cancelled.';
  if (off_reason === 'failing')
    return `It failed for ${failingDays} days, so it was turned off. Queued events were cancelled.`;
  if (is_on === '0') return 'It is turned off and receives no events.';
  if (failing_since === null) return null;
  const next = next_try_at === null ? '' : ` Next attempt at ${dateTime(next_try_at)}.`;
  return `Nothing has been delivered since ${dateTime(failing_since)}.${next} New events are queued.`;
}
