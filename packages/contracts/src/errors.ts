/**
 * Every error code the API can answer with: its HTTP status and the sentence for a person.
 * A code is thrown once (`AppError`) and mapped here once; the message may be replaced by a more exact one.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Some of the information is missing or not valid.' },
  malformed_body: { status: 400, message: 'The request could not be read. Send a form or JSON.' },
  nonexistent_time: { status: 400, message: 'That time does not exist on this day: the clocks go forward.' },
  weak_password: { status: 400, message: 'This password is too common. Please choose another one.' },
  code_not_valid: { status: 400, message: 'Invalid or expired verification code.' },
  phone_not_verified: { status: 400, message: 'Phone number not verified or registration data invalid.' },
  unauthenticated: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'The email or password is not right.' },
  subscription_required: {
    status: 402,
    message: 'Your trial period has expired. Please subscribe to continue using the service.',
  },
  practice_unavailable: {
    status: 403,
    message: 'This practice is suspended. Please contact whoever runs this system for you.',
  },
  forbidden: { status: 403, message: 'Your role does not allow this.' },
  scope_missing: { status: 403, message: 'This API key may not do that.' },
  address_not_allowed: { status: 403, message: 'This API key may not be used from this network address.' },
  revenue_hidden: { status: 403, message: 'Your practice shows revenue to its admins only.' },
  password_change_required: { status: 403, message: 'Please choose a new password before you continue.' },
  not_found: { status: 404, message: 'We could not find that record.' },
  account_not_found: { status: 404, message: 'No account found with this mobile number.' },
  unknown_action: { status: 404, message: 'There is no such address.' },
  method_not_allowed: { status: 405, message: 'Use POST for this address.' },
  staff_busy: {
    status: 409,
    message: 'This member of staff already has an appointment at that time.',
  },
  practice_full: { status: 409, message: 'The practice is fully booked at that time.' },
  slot_taken: { status: 409, message: 'That time has just been taken. Please choose another one.' },
  slot_not_offered: {
    status: 409,
    message: 'The practice has no appointments at that time. Please choose another one.',
  },
  animal_inactive: {
    status: 409,
    message: 'This animal is inactive. Restore it on its page, or choose another one.',
  },
  animal_has_appointments: {
    status: 409,
    message: 'This animal has appointments that are upcoming or in progress. Complete or cancel them first.',
  },
  animal_transferred: {
    status: 409,
    message: 'This animal has another owner now. Book a new appointment for its owner instead.',
  },
  deposit_under_way: {
    status: 409,
    message: 'A deposit for an appointment of this animal is being paid. Try again in half an hour.',
  },
  animal_busy: { status: 409, message: 'This pet already has an appointment at that time.' },
  too_many_requests_waiting: {
    status: 409,
    message:
      'You have asked for several appointments already. Please wait for the practice to answer, or contact it.',
  },
  too_many_pets: {
    status: 409,
    message: 'There are as many pets here as one person can add. Please contact the practice.',
  },
  archived_by_practice: {
    status: 409,
    message: 'The practice has archived this pet. Please contact the practice to change that.',
  },
  too_many_files: {
    status: 409,
    message:
      'There are as many files here as one person can add. Delete some first, or contact the practice.',
  },
  too_many_feeds: {
    status: 409,
    message: 'There are as many feeds of this calendar as there can be. Revoke one that is not used first.',
  },
  account_exists: { status: 409, message: 'An account with this mobile number already exists.' },
  client_archived: {
    status: 409,
    message: 'This mobile number cannot be used here at the moment. Please contact the practice.',
  },
  deposit_required: {
    status: 409,
    message: 'This practice asks for a deposit. Please pay it to request the appointment.',
  },
  deposit_not_asked: {
    status: 409,
    message: 'This practice asks for no deposit here. Please request the appointment without one.',
  },
  card_payments_off: {
    status: 409,
    message: 'This practice cannot take card payments just now. Please contact the practice.',
  },
  more_than_owed: { status: 409, message: 'This is more than is still open for the appointment.' },
  refund_too_large: { status: 409, message: 'This is more than is left of the payment.' },
  payment_settled: {
    status: 409,
    message: 'This payment cannot be taken back. Refund it instead.',
  },
  webhook_exists: { status: 409, message: 'There is a webhook for this address already.' },
  too_many_webhooks: { status: 409, message: 'There are as many webhooks here as a practice can have.' },
  webhook_off: { status: 409, message: 'This webhook is turned off. Turn it on first.' },
  already_subscribed: { status: 409, message: 'The practice has a subscription already.' },
  no_channel: {
    status: 409,
    message:
      'This client cannot be reached: text messages and emails are switched off for them, or there is no number or address. Please ring them.',
  },
  password_mail_off: {
    status: 409,
    message:
      'This server can’t send email. Ask an admin at your practice for a link to choose a new password.',
  },
  message_not_failed: { status: 409, message: 'This message has not failed.' },
  illegal_transition: { status: 409, message: 'The appointment cannot change to that status.' },
  booking_closed: { status: 409, message: 'A cancelled appointment cannot be changed.' },
  idempotency_in_progress: {
    status: 409,
    message: 'This is being done already. Please try again in a moment.',
  },
  conflict: {
    status: 409,
    message: 'Somebody else changed this at the same time. Please reload and try again.',
  },
  import_moved_on: {
    status: 409,
    message: 'This import is at another step by now. Please look at it again.',
  },
  client_erased: { status: 409, message: 'The data of this client has been erased for good.' },
  client_not_settled: {
    status: 409,
    message: 'This client cannot be erased yet: something of theirs is not settled.',
  },
  phone_taken: { status: 409, message: 'Another client already has this phone number.' },
  name_taken: { status: 409, message: 'This name is already in use.' },
  subdomain_taken: { status: 409, message: 'This subdomain is already in use.' },
  host_taken: { status: 409, message: 'This host is already another practice’s.' },
  field_in_use: {
    status: 409,
    message: 'This question has been answered, so its type stays. Retire it and add a new one instead.',
  },
  already_member: { status: 409, message: 'This person is already in the team.' },
  last_admin: { status: 409, message: 'The practice needs at least one admin who can sign in.' },
  shared_account: {
    status: 409,
    message:
      'This person’s sign-in is not only this practice’s, so the practice cannot reset their password.',
  },
  too_many_api_keys: {
    status: 409,
    message: 'The practice has as many API keys as it can have. Revoke one that is no longer used.',
  },
  practice_suspended: { status: 409, message: 'This practice is suspended. Resume it first.' },
  link_expired: {
    status: 410,
    message: 'This link has been used or has expired. Ask for a new one.',
  },
  file_too_large: { status: 413, message: 'File size exceeds 10 MB limit' },
  storage_full: {
    status: 413,
    message:
      'There is no room left for the files of this practice. Delete some that are no longer needed, or ask whoever runs Burrow for you for more room.',
  },
  file_type_not_supported: {
    status: 415,
    message: 'File type not supported. Accepted types: images, pdf, doc, docx, txt',
  },
  report_too_long: {
    status: 413,
    message: 'This report has too many rows for that. Please choose fewer days, or export it as CSV.',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send a form (urlencoded) or JSON.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was used for another request. Choose a new one.',
  },
  export_under_way: {
    status: 429,
    message: 'An export of your practice is on its way already. Please wait until it has arrived.',
  },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  code_just_sent: { status: 429, message: 'Please wait before requesting another SMS code.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  storage_unavailable: {
    status: 503,
    message: 'The file could not be stored just now. Nothing was changed; please try again in a moment.',
  },
  sms_unavailable: {
    status: 503,
    message: 'The text message could not be sent just now. Please try again in a moment.',
  },
  payments_unavailable: {
    status: 503,
    message:
      'The card provider cannot be reached just now. Nothing was charged; please try again in a moment.',
  },
  unavailable: { status: 503, message: 'The service is busy or restarting. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /** For a person. */
  message: string;
  /** For a program; stable. */
  code: ErrorCode;
  /** By field name, what is wrong with it. */
  fields?: Record<string, string>;
  /** Names the request in the server's log. */
  request_id: string;
  /** Present and true with status 402. */
  subscription_required?: true;
  /** With `phone_taken`: the id of the client who has the number. */
  existing_id?: number;
  /** With `staff_busy`, `animal_busy`, `practice_full` and `slot_taken`, for staff: the first ten appointments that clash. */
  conflicts?: { booking_id: number; booking_date: string; booking_time: string; duration_minutes: number }[];
}
