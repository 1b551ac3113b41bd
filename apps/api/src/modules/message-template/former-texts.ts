import type { MessageChannel, MessageKind } from '@burrow/contracts/message-text';

export interface MessageText {
  /** Null for a text message. */
  subject: string | null;
  body: string;
}

const texts = (...bodies: string[]): MessageText[] => bodies.map((body) => ({ subject: null, body }));

const closing = 'Kind regards,\n{{practice_name}}\n{{practice_phone}}';
const email = (subject: string, ...paragraphs: string[]): MessageText => ({
  subject,
  body: ['Dear {{client_name}},', ...paragraphs, closing].join('\n\n'),
});

const appointment =
  '{{animal_name}} – {{service}}\n{{date}} at {{time}}\nWith {{staff_member}} at {{practice_name}}';

const friendly = (subject: string, ...paragraphs: string[]): MessageText => ({
  subject,
  body: ['Hi {{client_first_name}},', ...paragraphs, closing].join('\n\n'),
});

/** The standard texts of earlier builds. When you change a standard text, add the old one here. */
export const formerTexts: Readonly<
  Record<MessageKind, Readonly<Record<MessageChannel, readonly MessageText[]>>>
> = {
  request_received: {
    sms: texts(
      "Hi {{client_first_name}}, we've received your request for {{animal_name}}: {{service}} on {{date}} at {{time}}. It isn't confirmed yet: we'll let you know. We've received your deposit of {{amount}}, which comes off your bill. {{practice_name}}, {{practice_phone}}",
      "Hi {{client_first_name}}, we've received your request for {{animal_name}}: {{service}} on {{date}} at {{time}}. It isn't confirmed yet: we'll let you know. We have your deposit of {{amount}}; it comes off your bill. {{practice_name}}, {{practice_phone}}",
      "Hi {{client_name}}, we've received your request for {{animal_name}}: {{service}} on {{date}} at {{time}}. It isn't confirmed yet: we'll let you know. We have your deposit of {{amount}} and will refund it if we can't offer you the appointment. {{practice_name}}, {{practice_phone}}",
    ),
    email: [
      friendly(
        "We've received your request for {{animal_name}}",
        "Thank you for your request. It isn't confirmed yet: we'll let you know as soon as we've looked at it.",
        appointment,
        "We've received your deposit of {{amount}}, which comes off your bill. If we can't offer you the appointment, we'll contact you about your {{amount}} deposit.",
        'Move or cancel: {{manage_link}}',
        'If you need to change anything, please call us on {{practice_phone}}.',
      ),
      friendly(
        "We've received your request for {{animal_name}}",
        "Thank you for your request. It isn't confirmed yet: we'll let you know as soon as we've looked at it.",
        appointment,
        "We've received your deposit of {{amount}}, which comes off your bill. If we can't offer you the appointment, we'll contact you about your {{amount}} deposit.",
        'If you need to change anything, please call us on {{practice_phone}}.',
      ),
      {
        subject: "We've received your request for {{animal_name}}",
        body: [
          'Hi {{client_first_name}},',
          "Thank you for your request. It isn't confirmed yet: we'll let you know as soon as we've looked at it.",
          appointment,
          "We've received your deposit of {{amount}}; it comes off your bill. If we can't offer you the appointment, we'll let you know what happens to it.",
          'If you need to change anything, please call us on {{practice_phone}}.',
          closing,
        ].join('\n\n'),
      },
      {
        subject: "We've received your request for {{animal_name}}",
        body: [
          'Hi {{client_name}},',
          "Thank you for your request. It isn't confirmed yet: we'll let you know as soon as we've looked at it.",
          appointment,
          "We've received your deposit of {{amount}}. If we can't offer you the appointment, we'll refund the {{amount}} to your card; that usually takes 5–10 working days.",
          'If you need to change anything, please call us on {{practice_phone}}.',
          closing,
        ].join('\n\n'),
      },
    ],
  },
  booking_confirmation: {
    sms: texts(
      'Hi {{client_first_name}}, {{animal_name}} is booked in: {{service}} on {{date}} at {{time}}. See you then! {{practice_name}}, {{practice_phone}}',
      'Hello {{client_name}}, {{animal_name}} is booked in: {{service}} on {{date}} at {{time}}. See you then! {{practice_name}}, {{practice_phone}}',
      'Hello {{client_name}}, {{animal_name}} is booked in for {{service}} on {{date}} at {{time}}. See you then! {{practice_name}}, {{practice_phone}}',
    ),
    email: [
      friendly(
        '{{animal_name}} is booked in for {{date}}',
        'Thank you for booking with us. Your appointment details:',
        appointment,
        'If you need to change it, please call us on {{practice_phone}}.',
      ),
      email(
        '{{animal_name}} is booked in for {{date}}',
        'Thank you for booking with us. This is what we have written down:',
        appointment,
        'If the time does not suit after all, please ring us on {{practice_phone}} and we will find another one.',
      ),
    ],
  },
  booking_change: {
    sms: texts(
      "Hi {{client_first_name}}, {{animal_name}}'s appointment has changed. It's now on {{date}} at {{time}} ({{service}}). If that doesn't suit, please call {{practice_phone}}. {{practice_name}}",
      "Hello {{client_name}}, {{animal_name}}'s appointment has changed. It is now on {{date}} at {{time}} ({{service}}). Does that not suit? Please ring {{practice_phone}}. {{practice_name}}",
    ),
    email: [
      friendly(
        "{{animal_name}}'s appointment has changed",
        "{{animal_name}}'s appointment has changed. Your new appointment details:",
        appointment,
        "If that doesn't suit, please call us on {{practice_phone}}.",
      ),
      email(
        "{{animal_name}}'s appointment has changed",
        "{{animal_name}}'s appointment has changed. It is now:",
        appointment,
        'If this does not suit, please ring us on {{practice_phone}} and we will find another time.',
      ),
    ],
  },
  booking_cancellation: {
    sms: texts(
      "Hi {{client_first_name}}, {{animal_name}}'s appointment on {{date}} at {{time}} has been cancelled. To rebook, please call us on {{practice_phone}}. {{practice_name}}",
      "Hello {{client_name}}, {{animal_name}}'s appointment on {{date}} at {{time}} has been cancelled. To book another one, please ring {{practice_phone}}. {{practice_name}}",
    ),
    email: [
      friendly(
        "{{animal_name}}'s appointment on {{date}} is cancelled",
        "As a confirmation, {{cancelled_by}} have cancelled {{animal_name}}'s appointment for {{service}} on {{date}} at {{time}}.",
        'To rebook, please call us on {{practice_phone}}.',
      ),
      friendly(
        "{{animal_name}}'s appointment on {{date}} is cancelled",
        "{{animal_name}}'s appointment for {{service}} on {{date}} at {{time}} has been cancelled.",
        'To rebook, please call us on {{practice_phone}}.',
      ),
      email(
        "{{animal_name}}'s appointment on {{date}} is cancelled",
        "{{animal_name}}'s appointment for {{service}} on {{date}} at {{time}} has been cancelled.",
        'Whenever you would like another one, please ring us on {{practice_phone}}. We would be glad to see you both.',
      ),
    ],
  },
  booking_reminder: {
    sms: texts(
      "Hi {{client_first_name}}, a reminder of {{animal_name}}'s appointment on {{date}} at {{time}} ({{service}}). If you can't come, please call {{practice_phone}}. {{practice_name}}",
      'Hello {{client_name}}, a reminder that we see {{animal_name}} on {{date}} at {{time}} for {{service}}. If you cannot come, please ring {{practice_phone}}. {{practice_name}}',
    ),
    email: [
      friendly(
        'Reminder: {{animal_name}} on {{date}} at {{time}}',
        "This is a reminder of {{animal_name}}'s appointment. We look forward to seeing you both.",
        appointment,
        "If you can't come, please call us on {{practice_phone}} so we can offer the slot to another pet.",
      ),
      email(
        'A reminder: {{animal_name}} on {{date}} at {{time}}',
        'We look forward to seeing you and {{animal_name}}:',
        appointment,
        'If you cannot come, please let us know on {{practice_phone}}, so that somebody else can have the time.',
      ),
    ],
  },
  booking_change_needed: { sms: [], email: [] },
  waitlist_offer: {
    sms: texts(
      "{{practice_name}}: {{date}} at {{time}} has come free for {{animal_name}} ({{service}}). We're holding it for you until {{held_until}}. Take it here: {{offer_link}}",
    ),
    email: [
      friendly(
        '{{date}} at {{time}} has come free for {{animal_name}}',
        "A time has come free. We're holding it for you until {{held_until}}:",
        appointment,
        'Take it or leave it here:\n{{offer_link}}',
        "If it doesn't suit, you stay on our waitlist.",
      ),
    ],
  },
  waitlist_missed: { sms: [], email: [] },
  recall: { sms: texts('{{practice_name}}: {{care}} Book online: {{book_link}}'), email: [] },
  request_declined: { sms: [], email: [] },
  change_declined: { sms: [], email: [] },
  ready_for_collection: {
    sms: texts(
      'Hello {{client_name}}, {{animal_name}} is ready to come home. You can collect {{animal_name}} whenever it suits you while we are open. {{practice_name}}, {{practice_phone}}',
    ),
    email: [
      email(
        '{{animal_name}} is ready for collection',
        '{{animal_name}} is ready to come home, and you can collect {{animal_name}} whenever it suits you while we are open.',
        'If anything is unclear, please ring us on {{practice_phone}}.',
      ),
    ],
  },
  deposit_returned: {
    sms: texts(
      "Hello {{client_name}}, {{animal_name}}'s time on {{date}} at {{time}} was taken before your deposit arrived. The {{amount}} goes back to your card within 5 to 10 days. Please choose another time, or ring {{practice_phone}}. {{practice_name}}",
      "Hello {{client_name}}, {{animal_name}}'s time on {{date}} at {{time}} was taken before your deposit arrived. The {{amount}} go back to your card within 5 to 10 days. Please choose another time, or ring {{practice_phone}}. {{practice_name}}",
    ),
    email: ['goes', 'go'].map((goes) =>
      email(
        'Your deposit of {{amount}} goes back to your card',
        'We are sorry: the time you chose for {{animal_name}} ({{service}}, {{date}} at {{time}}) was taken before your deposit arrived, so we could not book it.',
        `The {{amount}} ${goes} back to your card, which usually takes 5 to 10 days.`,
        'Please choose another time, or ring us on {{practice_phone}} and we will find one together.',
      ),
    ),
  },
};
