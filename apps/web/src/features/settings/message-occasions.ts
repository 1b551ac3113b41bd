import {
  ownWords,
  type MessageChannel,
  type MessageKind,
  type MessageVariable,
  type SentKind,
} from '@burrow/contracts/message-text';

/** The name and time of each occasion. */
export const occasions: Readonly<Record<MessageKind, { label: string; when: string }>> = {
  request_received: {
    label: 'Request received',
    when: 'When a client requests an appointment online',
  },
  booking_confirmation: { label: 'Appointment confirmed', when: 'When an appointment is booked or accepted' },
  booking_change: { label: 'Appointment changed', when: 'When an appointment’s day or time changes' },
  booking_cancellation: {
    label: 'Appointment cancelled',
    when: 'When an appointment is cancelled',
  },
  booking_change_needed: {
    label: 'Change needed',
    when: 'When you ask a client to call because their appointment has to change',
  },
  booking_reminder: { label: 'Reminder', when: 'Before an appointment' },
  request_declined: {
    label: 'Request declined',
    when: 'When you decline a client’s request for an appointment',
  },
  change_declined: {
    label: 'Change declined',
    when: 'When you decline a client’s request to move or cancel an appointment',
  },
  ready_for_collection: { label: 'Ready for collection', when: 'When the animal is ready to collect' },
  deposit_returned: {
    label: 'Deposit refunded',
    when: 'When a time is taken before the client’s deposit arrives',
  },
  waitlist_offer: {
    label: 'Waitlist offer',
    when: 'When a time comes free for a client on the waitlist',
  },
  waitlist_missed: {
    label: 'Waitlist offer ended',
    when: 'When a client didn’t answer an offer in time, or its time is no longer free',
  },
  recall: { label: 'Recall', when: 'When a client’s animals are due, as your recall types say' },
};

/** What a sent message was about. */
export const sentKindName = (kind: SentKind): string =>
  kind === ownWords ? 'Message from your team' : occasions[kind].label;

export const channelNames: Readonly<Record<MessageChannel, string>> = { sms: 'SMS', email: 'Email' };

/** The labels of the variables' buttons. */
export const variableNames: Readonly<Record<MessageVariable, string>> = {
  client_name: 'Client',
  client_first_name: 'First name',
  animal_name: 'Animal',
  practice_name: 'Practice',
  practice_phone: 'Practice phone',
  portal_link: 'Portal address',
  date: 'Date',
  time: 'Time',
  service: 'Service',
  staff_member: 'Staff member',
  amount: 'Amount',
  offer_link: 'Offer link',
  held_until: 'Held until',
  manage_link: 'Link to move or cancel',
  free_until: 'Free to cancel until',
  cancelled_by: 'Cancelled by (you/we)',
  kept: 'Deposit kept',
  waived: 'Fee waived',
  reason: 'Your reason',
  care: 'What is due',
  book_link: 'Link to book what is due',
};
