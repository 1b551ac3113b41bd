import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { eventLabel, webhookEventTypes } from '@burrow/contracts/webhook-event-types';
import { failingDays } from '@burrow/contracts/webhook-limits';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The host and what follows it: what tells one address from another. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** How an endpoint is doing, in a word. */
export function stateOf({ is_on, failing_since }: Pick<WebhookEndpoint, 'is_on' | 'failing_since'>): {
  label: string;
  tone: BadgeTone;
} {
  if (is_on === '0') return { label: 'Off', tone: 'void' };
  return failing_since === null
    ? { label: 'On', tone: 'confirmed' }
    : { label: 'Failing', tone: 'attention' };
}

/** Which events an endpoint is told of: 'All events', or their names. */
export const eventsInWords = (events: WebhookEndpoint['events']): string =>
  events.length === webhookEventTypes.length ? 'All events' : events.map(eventLabel).join(', ');

/** Why an endpoint needs somebody to look; null when it does not. `dateTime` writes an instant as the reader does. */
export function troubleOf(
  { is_on, off_reason, failing_since, next_try_at }: WebhookEndpoint,
  dateTime: (instant: string) => string,
): string | null {
  if (off_reason === 'gone')
    return 'It answered that it wants no more events (410 Gone), so it was turned off. What waited for it was given up.';
  if (off_reason === 'failing')
    return `It took nothing for ${failingDays} days, so it was turned off. What waited for it was given up.`;
  if (is_on === '0') return 'It is turned off and is told of nothing.';
  if (failing_since === null) return null;
  const next = next_try_at === null ? '' : ` It is tried again at ${dateTime(next_try_at)}.`;
  return `Nothing has been delivered since ${dateTime(failing_since)}.${next} Events wait meanwhile.`;
}
