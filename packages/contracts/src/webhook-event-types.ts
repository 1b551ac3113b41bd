/**
 * The events of outgoing webhooks in words: a short label for a list, and a sentence. The payload of each is declared
 * in `webhook-events.ts`.
 */
export const webhookEvents = {
  'booking.created': {
    label: 'Appointment made',
    summary: 'An appointment was made, at the desk or, as a request, in the portal.',
  },
  'booking.updated': {
    label: 'Appointment changed',
    summary: 'An appointment was moved, reassigned or edited. Status changes have their own event.',
  },
  'booking.status_changed': {
    label: 'Status changed',
    summary:
      'An appointment’s status changed, for example to confirmed or completed. Cancellation has its own event.',
  },
  'booking.cancelled': {
    label: 'Appointment cancelled',
    summary: 'An appointment was cancelled, or a request declined. This is final.',
  },
  'booking.payment_changed': {
    label: 'Payment changed',
    summary: 'The amount paid for an appointment changed: a payment, a deposit, a refund or a correction.',
  },
  'entry.created': {
    label: 'Record entry added',
    summary: 'An entry was added to an animal’s health record.',
  },
  'entry.amended': {
    label: 'Record entry changed',
    summary:
      'An entry of a health record was changed, added to, shared or struck through. Changes to its content are sent as one event, five minutes after the first.',
  },
  'entry.discarded': {
    label: 'Record entry discarded',
    summary: 'A draft of a health record was deleted by its author or an admin.',
  },
  'client.created': {
    label: 'Client added',
    summary: 'A client was added at the desk, or signed up in the portal.',
  },
  'client.updated': {
    label: 'Client changed',
    summary: 'A client’s details were changed.',
  },
  'client.archived': {
    label: 'Client archived',
    summary: 'A client was archived.',
  },
  'client.restored': {
    label: 'Client restored',
    summary: 'An archived client was restored.',
  },
  'client.erased': {
    label: 'Client erased',
    summary:
      'A client was erased permanently, or their import was undone. Erase your copy of their data too.',
  },
  'message.received': {
    label: 'Message received',
    summary: 'A client replied to a message, by text or email.',
  },
} as const satisfies Record<string, { label: string; summary: string }>;

/** The events an endpoint can subscribe to. */
export type WebhookEventType = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]];

/** Sent on request, whichever events the endpoint has chosen. */
export const testEventType = 'webhook.test';
export const testEvent = {
  label: 'Test',
  summary: 'A test sent from Settings. Nothing has changed.',
};

/** The types in the log of an endpoint. */
export type SentEventType = WebhookEventType | typeof testEventType;

export const eventLabel = (type: SentEventType): string =>
  type === testEventType ? testEvent.label : webhookEvents[type].label;
