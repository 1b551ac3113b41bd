/**
 * What other systems of a practice can be told of, in words: a few for a list, and a sentence. What is sent for each is
 * declared beside it, in `webhook-events.ts`.
 */
export const webhookEvents = {
  'booking.created': {
    label: 'Appointment made',
    summary: 'An appointment was made, at the desk or, as a request, in the portal.',
  },
  'booking.updated': {
    label: 'Appointment changed',
    summary:
      'An appointment was moved, given to somebody else or otherwise changed. Its status has events of its own.',
  },
  'booking.status_changed': {
    label: 'Status changed',
    summary:
      'An appointment was accepted, confirmed, begun, completed or put back. Cancelling has an event of its own.',
  },
  'booking.cancelled': {
    label: 'Appointment cancelled',
    summary: 'An appointment was cancelled, or a request declined. This is final.',
  },
  'booking.payment_changed': {
    label: 'Payment changed',
    summary: 'What has been paid for an appointment changed: a payment, a deposit, a refund or a correction.',
  },
  'client.created': {
    label: 'Client added',
    summary: 'A client was added at the desk, or signed up in the portal.',
  },
  'client.updated': {
    label: 'Client changed',
    summary: 'Something about a client changed.',
  },
  'client.archived': {
    label: 'Client archived',
    summary: 'A client was archived.',
  },
  'client.restored': {
    label: 'Client restored',
    summary: 'An archived client was taken back.',
  },
  'client.erased': {
    label: 'Client erased',
    summary:
      'A client was erased for good, or the import that brought them was undone. Erase what you have of them too.',
  },
} as const satisfies Record<string, { label: string; summary: string }>;

/** What an endpoint can ask to be told of. */
export type WebhookEventType = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]];

/** Sent when somebody asks for it, whatever the endpoint has chosen. */
export const testEventType = 'webhook.test';
export const testEvent = {
  label: 'Test',
  summary: 'Somebody asked for it in the settings. Nothing has happened.',
};

/** What is in the log of an endpoint. */
export type SentEventType = WebhookEventType | typeof testEventType;

/** What an event is called. */
export const eventLabel = (type: SentEventType): string =>
  type === testEventType ? testEvent.label : webhookEvents[type].label;
