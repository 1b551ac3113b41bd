import { describe, expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import { notificationText } from './notification-text.ts';

const formats = formatsFor(defaultPracticeLocale, () => new Date('2026-11-21T12:00:00Z'));
const told = {
  kind: 'booking_request',
  client_name: 'Ann Baker',
  animal_name: 'Biscuit',
  service: 'Vaccination',
  booking_date: '2026-11-24',
  booking_time: '10:00',
  amount: null,
  actor_name: null,
  webhook_host: null,
  text: null,
  waiting: null,
} as const;

/** The sentence as it is read. */
function said(change: Partial<Parameters<typeof notificationText>[0]>): string {
  const { animal, client, what } = notificationText({ ...told, ...change }, formats);
  return `${animal === null ? '' : `${animal} · `}${client}${what}`;
}

describe('a notification says', () => {
  it.each([
    [{}, 'Biscuit · Ann Baker requested Vaccination, Tue 24 Nov 10:00'],
    [
      { amount: '10.00' },
      'Biscuit · Ann Baker requested Vaccination, Tue 24 Nov 10:00 and paid a deposit of £10.00',
    ],
    [
      { kind: 'client_text', text: 'Can I bring Rex at 10?' },
      'Biscuit · Ann Baker: “Can I bring Rex at 10?”',
    ],
    [
      { kind: 'booking_cancelled', actor_name: 'Ada Admin' },
      'Biscuit · Ann Baker: Vaccination, Tue 24 Nov 10:00 was cancelled by Ada Admin',
    ],
    [{ kind: 'booking_cancelled' }, 'Biscuit · Ann Baker cancelled Vaccination, Tue 24 Nov 10:00'],
    [
      { kind: 'payment', amount: '45.00', actor_name: 'Ada Admin' },
      'Biscuit · Ann Baker paid £45.00 for Vaccination, Tue 24 Nov 10:00, taken by Ada Admin',
    ],
    [{ kind: 'payment' }, 'Biscuit · Ann Baker paid for Vaccination, Tue 24 Nov 10:00'],
    [
      {
        kind: 'webhook_off',
        client_name: null,
        animal_name: null,
        service: null,
        booking_date: null,
        booking_time: null,
        webhook_host: 'hooks.example.test',
      },
      'The webhook to hooks.example.test was turned off after repeated failures. Turn it on again in Settings',
    ],
    [
      { kind: 'message_failed' },
      'Biscuit · Ann Baker could not be reached about Vaccination, Tue 24 Nov 10:00',
    ],
    [
      { kind: 'refund_failed', amount: '10.00' },
      'Biscuit · Ann Baker: the refund of £10.00 for Vaccination, Tue 24 Nov 10:00 was not confirmed by the card provider',
    ],
    [{ kind: 'client_confirmed' }, 'Biscuit · Ann Baker confirmed Vaccination, Tue 24 Nov 10:00'],
    [
      { kind: 'deposit_returned', amount: '10.00' },
      'Biscuit · Ann Baker: the deposit of £10.00 is being refunded to their card, because Vaccination, Tue 24 Nov 10:00 could not be booked',
    ],
    [
      { kind: 'deposit_unsettled', amount: '10.00' },
      'Biscuit · Ann Baker: the card payment of £10.00 for Vaccination, Tue 24 Nov 10:00 could not be confirmed. Please ask your system administrator to look into it',
    ],
    [
      { animal_name: null, client_name: null, service: null, booking_date: null, booking_time: null },
      'A client requested an appointment',
    ],
  ] as const)('%j', (change, sentence) => {
    expect(said(change)).toBe(sentence);
  });
});
