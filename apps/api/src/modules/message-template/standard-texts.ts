import type { MessageChannel, MessageKind } from '@burrow/contracts/message-text';
import { formerTexts, type MessageText } from './former-texts.ts';

const sms = (body: string): MessageText => ({ subject: null, body });

const email = (subject: string, ...paragraphs: string[]): MessageText => ({
  subject,
  body: [
    'Hi {{client_first_name}},',
    ...paragraphs,
    'Kind regards,\n{{practice_name}}\n{{practice_phone}}',
  ].join('\n\n'),
});

/** The variable of the staff member; `withoutStaffMember` replaces it until one is assigned. */
export const withStaffMember = 'With {{staff_member}} at {{practice_name}}';
export const withoutStaffMember = 'At {{practice_name}}';

const appointment = `{{animal_name}} – {{service}}\n{{date}} at {{time}}\n${withStaffMember}`;

/** For a request with a paid deposit. Without one, each of these sentences is removed because {{amount}} has no value. */
const withDeposit =
  "We've received your deposit of {{amount}}, which comes off your bill. If we can't offer you the appointment, we'll refund your {{amount}} deposit.";

/** Where clients change appointments in the portal. Without a value, the line is removed. */
const manage = 'Move or cancel: {{manage_link}}';
const freeUntil = 'You can cancel free of charge until {{free_until}}.';

/** The texts of a practice that has not written its own. A text message fits into about two segments. */
export const standardTexts: Readonly<Record<MessageKind, Readonly<Record<MessageChannel, MessageText>>>> = {
  request_received: {
    sms: sms(
      "Hi {{client_first_name}}, we've received your request for {{animal_name}}: {{service}} on {{date}} at {{time}}. It isn't confirmed yet: we'll let you know. We've received your deposit of {{amount}}, which comes off your bill. {{practice_name}}, {{practice_phone}}\n" +
        manage,
    ),
    email: email(
      "We've received your request for {{animal_name}}",
      "Thank you for your request. It isn't confirmed yet: we'll let you know as soon as we've looked at it.",
      appointment,
      withDeposit,
      manage,
      'If you need to change anything, please call us on {{practice_phone}}.',
    ),
  },
  booking_confirmation: {
    sms: sms(
      `Hi {{client_first_name}}, {{animal_name}} is booked in: {{service}} on {{date}} at {{time}}. See you then! ${freeUntil} {{practice_name}}, {{practice_phone}}\n${manage}`,
    ),
    email: email(
      '{{animal_name}} is booked in for {{date}}',
      'Thank you for booking with us. Your appointment details:',
      appointment,
      `${manage}\n${freeUntil}`,
      'If you need to change it, please call us on {{practice_phone}}.',
    ),
  },
  booking_change: {
    sms: sms(
      "Hi {{client_first_name}}, {{animal_name}}'s appointment has changed. It's now on {{date}} at {{time}} ({{service}}). If that doesn't suit, please call {{practice_phone}}. {{practice_name}}\n" +
        manage,
    ),
    email: email(
      "{{animal_name}}'s appointment has changed",
      "{{animal_name}}'s appointment has changed. Your new appointment details:",
      appointment,
      `${manage}\n${freeUntil}`,
      "If that doesn't suit, please call us on {{practice_phone}}.",
    ),
  },
  booking_cancellation: {
    sms: sms(
      "Hi {{client_first_name}}, {{cancelled_by}} have cancelled {{animal_name}}'s appointment on {{date}} at {{time}}. To rebook, please call us on {{practice_phone}}. {{practice_name}}",
    ),
    email: email(
      "{{animal_name}}'s appointment on {{date}} is cancelled",
      "This is to confirm that {{cancelled_by}} have cancelled {{animal_name}}'s appointment for {{service}} on {{date}} at {{time}}.",
      'To rebook, please call us on {{practice_phone}}.',
    ),
  },
  booking_change_needed: {
    sms: sms(
      "Hi {{client_first_name}}, we're sorry, but we need to change {{animal_name}}'s appointment on {{date}} at {{time}}. Please call us on {{practice_phone}} and we'll find a time that suits you. {{practice_name}}",
    ),
    email: email(
      "We need to change {{animal_name}}'s appointment on {{date}}",
      "We're sorry, but we need to change {{animal_name}}'s appointment:",
      '{{animal_name}} – {{service}}\n{{date}} at {{time}}',
      "Please call us on {{practice_phone}} and we'll find a time that suits you.",
    ),
  },
  booking_reminder: {
    sms: sms(
      "Hi {{client_first_name}}, a reminder of {{animal_name}}'s appointment on {{date}} at {{time}} ({{service}}). If you can't come, please call {{practice_phone}}. {{practice_name}}\n" +
        manage,
    ),
    email: email(
      'Reminder: {{animal_name}} on {{date}} at {{time}}',
      "This is a reminder of {{animal_name}}'s appointment. We look forward to seeing you both.",
      appointment,
      manage,
      "If you can't come, please call us on {{practice_phone}} so we can offer the slot to another pet.",
    ),
  },
  request_declined: {
    sms: sms(
      "Hi {{client_first_name}}, we're sorry, but we can't offer {{animal_name}} the time you asked for: {{service}} on {{date}} at {{time}}.\n{{reason}}\nTo find another time, please call us on {{practice_phone}}. {{practice_name}}",
    ),
    email: email(
      "We can't offer {{animal_name}} this time",
      "Thank you for your request. We're sorry, but we can't offer {{animal_name}} this time:",
      '{{service}}\n{{date}} at {{time}}',
      '{{reason}}',
      'To find another time, please call us on {{practice_phone}}.',
    ),
  },
  change_declined: {
    sms: sms(
      "Hi {{client_first_name}}, we're sorry, but we can't change {{animal_name}}'s appointment as you asked. It's still on {{date}} at {{time}} ({{service}}).\n{{reason}}\nIf you have any questions, please call us on {{practice_phone}}. {{practice_name}}",
    ),
    email: email(
      "{{animal_name}}'s appointment hasn't changed",
      "We're sorry, but we can't change {{animal_name}}'s appointment as you asked. It's still:",
      appointment,
      '{{reason}}',
      'If you have any questions, please call us on {{practice_phone}}.',
    ),
  },
  ready_for_collection: {
    sms: sms(
      "Hi {{client_first_name}}, {{animal_name}} is ready to come home. You can collect {{animal_name}} any time we're open. {{practice_name}}, {{practice_phone}}",
    ),
    email: email(
      '{{animal_name}} is ready to collect',
      "{{animal_name}} is ready to come home. You can collect {{animal_name}} any time we're open.",
      'If you have any questions, please call us on {{practice_phone}}.',
    ),
  },
  deposit_returned: {
    sms: sms(
      "Hi {{client_first_name}}, {{animal_name}}'s time on {{date}} at {{time}} was taken before your deposit arrived. We've refunded {{amount}} to your card (5-10 working days). Please choose another time, or call {{practice_phone}}. {{practice_name}}",
    ),
    email: email(
      "We've refunded your deposit of {{amount}}",
      "We're sorry: the time you chose for {{animal_name}} ({{service}}, {{date}} at {{time}}) was taken before your deposit arrived, so we couldn't book it.",
      "We've refunded {{amount}} to your card; it usually takes 5–10 working days.",
      "Please choose another time, or call us on {{practice_phone}} and we'll find one together.",
    ),
  },
  waitlist_offer: {
    sms: sms(
      "{{practice_name}}: {{date}} at {{time}} has come free for {{animal_name}} ({{service}}). We're holding it for you until {{held_until}}. To accept or decline: {{offer_link}}",
    ),
    email: email(
      '{{date}} at {{time}} has come free for {{animal_name}}',
      "A time has come free. We're holding it for you until {{held_until}}:",
      appointment,
      'To accept or decline:\n{{offer_link}}',
      "If it doesn't suit, you'll stay on our waitlist.",
    ),
  },
  waitlist_missed: {
    sms: sms(
      "Hi {{client_first_name}}, the time on {{date}} at {{time}} for {{animal_name}} has gone. You're still on our waitlist, and we'll be in touch about the next one. {{practice_name}}",
    ),
    email: email(
      'The time on {{date}} at {{time}} has gone',
      'The time that we offered you for {{animal_name}} on {{date}} at {{time}} ({{service}}) has gone.',
      "You're still on our waitlist, and we'll be in touch about the next one.",
    ),
  },
  recall: {
    sms: sms('{{practice_name}}: {{care}}\nBook online: {{book_link}}'),
    email: email(
      'Time for a visit: {{animal_name}}',
      '{{care}}',
      'To book online:\n{{book_link}}',
      "If it has been done elsewhere, or you'd rather book by phone, please call us on {{practice_phone}}.",
    ),
  },
};

/**
 * Whether a stored text is a standard one, of this build or an earlier one: a practice that switches a message off keeps
 * a copy of the text.
 */
export function isStandardText(
  kind: MessageKind,
  channel: MessageChannel,
  { subject, body }: MessageText,
): boolean {
  return [standardTexts[kind][channel], ...formerTexts[kind][channel]].some(
    (standard) => standard.subject === subject && standard.body === body,
  );
}
