import type { SecondStep } from './factor.ts';

/**
 * Every error code the API can answer with: its HTTP status and the sentence for a person.
 * A code is thrown once (`AppError`) and mapped here once; the message may be replaced by a more exact one.
 */
export const errors = {
  invalid_input: { status: 400, message: 'Some of the information is missing or invalid.' },
  malformed_body: { status: 400, message: 'Couldn’t read the request. Send a form or JSON.' },
  nonexistent_time: {
    status: 400,
    message: 'That time doesn’t exist on this day because the clocks go forward. Choose another.',
  },
  weak_password: { status: 400, message: 'This password is too common. Choose another.' },
  challenge_expired: { status: 400, message: 'This took too long. Start again.' },
  passkey_not_valid: { status: 400, message: 'This passkey couldn’t be used. Try another way to sign in.' },
  code_not_valid: { status: 400, message: 'Invalid or expired verification code.' },
  phone_not_verified: { status: 400, message: 'Phone number not verified or registration data invalid.' },
  unauthenticated: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'The email or password is incorrect.' },
  second_factor_required: { status: 401, message: 'Confirm that it’s you to sign in.' },
  subscription_required: {
    status: 402,
    message: 'Your trial period has expired. Please subscribe to continue using the service.',
  },
  practice_unavailable: {
    status: 403,
    message: 'This practice is suspended. Contact your system administrator.',
  },
  sso_denied: {
    status: 403,
    message: 'The sign-in was cancelled at the provider. Try again, or sign in with your password.',
  },
  sso_failed: {
    status: 403,
    message:
      'The sign-in provider’s response couldn’t be verified. Try again. If it fails again, tell your system administrator.',
  },
  sso_email_unverified: {
    status: 403,
    message:
      'Your sign-in provider hasn’t verified your email address. Ask for it to be verified there, or sign in with your password and connect single sign-on under My account.',
  },
  sso_connect_first: {
    status: 403,
    message:
      'Your email already has a Burrow account. Sign in with your password or passkey once, then connect single sign-on under My account.',
  },
  sso_not_invited: {
    status: 403,
    message:
      'You’re not in this practice’s team, or haven’t connected this sign-in. Ask an admin to invite you.',
  },
  sso_no_group: {
    status: 403,
    message: 'None of your groups gives you access to this practice. Ask an admin at your practice.',
  },
  sso_not_confirmed: {
    status: 403,
    message:
      'Your sign-in provider didn’t ask you to sign in again, so this doesn’t confirm it’s you. Log out and sign in with your Burrow password instead. If you don’t have one, choose “Forgot your password?”.',
  },
  sso_required: {
    status: 403,
    message: 'Your practice doesn’t allow passwords. Sign in with its single sign-on instead.',
  },
  forbidden: { status: 403, message: 'You don’t have permission to do this.' },
  scope_missing: { status: 403, message: 'This API key doesn’t have permission to do this.' },
  address_not_allowed: { status: 403, message: 'This API key can’t be used from this network address.' },
  revenue_hidden: { status: 403, message: 'Only admins can see revenue at your practice.' },
  step_up_required: { status: 403, message: 'Confirm it’s you to continue.' },
  recent_sign_in_required: {
    status: 403,
    message:
      'You signed in more than five minutes ago. Log out, sign in with a code by text, then add the passkey within five minutes.',
  },
  codes_blocked: {
    status: 403,
    message: 'Too many wrong codes. Use a recovery code or a passkey instead.',
  },
  second_factor_setup_required: { status: 403, message: 'Set up two-step sign-in to continue.' },
  sign_in_link_required: {
    status: 403,
    message:
      'Too many wrong passwords were entered for this account. To sign in on this device, choose a new password: use “Forgot your password?”, or ask an admin at your practice for a link.',
  },
  sign_in_code_required: {
    status: 403,
    message:
      'Too many wrong passwords were entered for this number. To sign in on this device, choose a new password: use “Forgot your password”.',
  },
  password_change_required: { status: 403, message: 'Choose a new password to continue.' },
  not_found: { status: 404, message: 'Record not found.' },
  account_not_found: { status: 404, message: 'No account found with this mobile number.' },
  unknown_action: { status: 404, message: 'Unknown action.' },
  method_not_allowed: { status: 405, message: 'This action only accepts POST.' },
  staff_busy: {
    status: 409,
    message: 'This staff member already has an appointment at that time.',
  },
  resource_busy: { status: 409, message: 'No room or equipment for this service is free at that time.' },
  staff_absent: { status: 409, message: 'This staff member isn’t working at that time.' },
  staff_not_offering: { status: 409, message: 'This staff member doesn’t provide this service.' },
  pattern_overlap: {
    status: 409,
    message:
      'This person already has working hours on some of these days. Change those, or choose other days.',
  },
  shifts_exist: {
    status: 409,
    message: 'Some of these days already have shifts. Replace them, or choose another week.',
  },
  too_many_resources: {
    status: 409,
    message: 'A practice can have up to 100 rooms and pieces of equipment.',
  },
  practice_full: { status: 409, message: 'The practice is fully booked at that time.' },
  slot_taken: { status: 409, message: 'That time has just been taken. Please choose another.' },
  slot_not_offered: {
    status: 409,
    message: 'That time isn’t available. Please choose another.',
  },
  animal_inactive: {
    status: 409,
    message: 'This animal is inactive. Restore it, or choose another.',
  },
  animal_has_appointments: {
    status: 409,
    message: 'This animal has upcoming or current appointments. Complete or cancel them first.',
  },
  animal_transferred: {
    status: 409,
    message: 'This animal now belongs to another client. Book a new appointment for that client.',
  },
  deposit_under_way: {
    status: 409,
    message: 'A deposit for one of this animal’s appointments is being paid. Try again in half an hour.',
  },
  animal_busy: { status: 409, message: 'This pet already has an appointment at that time.' },
  too_many_wants: {
    status: 409,
    message: 'There are already three waitlist entries. Remove one first.',
  },
  want_ended: { status: 409, message: 'This waitlist entry has ended. Add a new one.' },
  too_many_care_types: {
    status: 409,
    message: 'There are already 100 recall types. Archive one first.',
  },
  care_ended: { status: 409, message: 'This due date has ended. Set a new one.' },
  waitlist_off: {
    status: 409,
    message: 'This practice has no waitlist at the moment. Please contact them.',
  },
  offer_gone: { status: 409, message: 'That time has gone.' },
  offer_refused: { status: 409, message: 'This time can’t be offered to this client now.' },
  too_many_requests_waiting: {
    status: 409,
    message:
      'You’ve already requested several appointments. Please wait for the practice to reply, or contact them.',
  },
  too_many_pets: {
    status: 409,
    message: 'You can’t add any more pets here. Please contact the practice.',
  },
  archived_by_practice: {
    status: 409,
    message: 'The practice has archived this pet. Please contact them to restore it.',
  },
  too_many_files: {
    status: 409,
    message: 'You can’t add any more files. Delete some, or contact the practice.',
  },
  entry_locked: {
    status: 409,
    message: 'This entry is locked and can’t be changed. Add an addendum, or strike it through.',
  },
  entry_struck: {
    status: 409,
    message: 'This prescription has been struck through, so it can’t be printed. Write a new one.',
  },
  not_author: { status: 403, message: 'Only its author or an admin can change this entry.' },
  too_many_medicines: {
    status: 409,
    message: 'A practice can have up to 2,000 medicines. Archive some first.',
  },
  too_many_note_templates: {
    status: 409,
    message: 'A practice can have up to 200 note templates and quick texts. Archive some first.',
  },
  too_many_reply_templates: {
    status: 409,
    message: 'A practice can have up to 100 reply templates. Archive some first.',
  },
  too_many_day_notes: {
    status: 409,
    message: 'A day can have up to 50 notes. Delete some first.',
  },
  too_many_feeds: {
    status: 409,
    message: 'This calendar has the maximum number of feeds. Revoke one you no longer use.',
  },
  account_exists: { status: 409, message: 'An account with this mobile number already exists.' },
  phone_unsuitable: {
    status: 409,
    message: 'We can’t text a code to the number that the practice has for you. Please contact the practice.',
  },
  client_archived: {
    status: 409,
    message: 'This mobile number can’t be used here at the moment. Please contact the practice.',
  },
  deposit_required: {
    status: 409,
    message: 'This practice asks for a deposit. Pay it to request the appointment.',
  },
  deposit_not_asked: {
    status: 409,
    message: 'No deposit is needed. Please request the appointment without one.',
  },
  card_payments_off: {
    status: 409,
    message: 'This practice can’t take card payments at the moment. Please contact them.',
  },
  more_than_owed: { status: 409, message: 'This is more than the balance due.' },
  balance_changed: {
    status: 409,
    message: 'The balance due has changed since you opened this page. Check it, then try again.',
  },
  refund_too_large: { status: 409, message: 'This is more than can be refunded.' },
  payment_settled: {
    status: 409,
    message: 'This payment can’t be voided. Refund it instead.',
  },
  webhook_exists: { status: 409, message: 'A webhook for this URL already exists.' },
  too_many_webhooks: {
    status: 409,
    message: 'You’ve reached the maximum number of webhooks. Delete one you no longer use.',
  },
  webhook_off: { status: 409, message: 'This webhook is off. Turn it on first.' },
  already_subscribed: { status: 409, message: 'The practice already has a subscription.' },
  no_channel: {
    status: 409,
    message:
      'This client can’t receive texts or emails: both are turned off, or there’s no number or address. Please call them.',
  },
  password_mail_off: {
    status: 409,
    message:
      'This server can’t send email. Ask an admin at your practice for a link to choose a new password.',
  },
  message_not_failed: {
    status: 409,
    message: 'This message hasn’t failed, or is already being sent again. Reload to see its status.',
  },
  message_not_queued: {
    status: 409,
    message: 'This message has been sent, or is being sent now. Reload to see its status.',
  },
  daily_limit_reached: {
    status: 409,
    message: 'Today’s limit of messages has been reached. Try again tomorrow, or call the client.',
  },
  illegal_transition: { status: 409, message: 'The appointment can’t change to that status.' },
  request_unanswered: { status: 409, message: 'This is still a request. Accept it first.' },
  booking_not_due: { status: 409, message: 'This appointment isn’t due yet.' },
  booking_closed: { status: 409, message: 'A cancelled appointment can’t be changed. Book a new one.' },
  booking_moved: {
    status: 409,
    message: 'This appointment has been moved since you opened it. Check where it is now, then try again.',
  },
  terms_changed: {
    status: 409,
    message: 'The refund has changed since you opened this page. Check the new amount, then confirm again.',
  },
  change_not_allowed: {
    status: 409,
    message: 'This appointment can’t be changed online. Please contact the practice.',
  },
  change_answered: {
    status: 409,
    message: 'This request has already been answered or withdrawn. Reload to see the appointment.',
  },
  requested_time_passed: {
    status: 409,
    message:
      'The time the client asked for has passed. Decline the request, or move the appointment yourself.',
  },
  request_answered: {
    status: 409,
    message: 'This request has already been answered. Reload to see the appointment.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'This is already in progress. Please try again in a moment.',
  },
  conflict: {
    status: 409,
    message: 'Someone else changed this at the same time. Reload and try again.',
  },
  import_moved_on: {
    status: 409,
    message: 'This import has changed. Reload to see its status.',
  },
  client_erased: { status: 409, message: 'This client’s data has been erased permanently.' },
  client_not_settled: {
    status: 409,
    message: 'This client can’t be erased yet: they have unsettled appointments or payments.',
  },
  phone_taken: { status: 409, message: 'Another client already has this phone number.' },
  name_taken: { status: 409, message: 'This name is already in use.' },
  subdomain_taken: { status: 409, message: 'This subdomain is already in use.' },
  host_taken: { status: 409, message: 'This domain is already used by another practice.' },
  field_in_use: {
    status: 409,
    message: 'This field has answers, so its type can’t change. Archive it and add a new one.',
  },
  already_member: { status: 409, message: 'This person is already in your team.' },
  sso_not_set_up: { status: 409, message: 'Single sign-on isn’t set up here. Sign in with your password.' },
  sso_try_first: {
    status: 409,
    message:
      'Sign in to this practice with single sign-on once, so that you know it works. Then turn passwords off.',
  },
  already_connected: {
    status: 409,
    message: 'This provider is already connected to your account. Disconnect it first.',
  },
  identity_taken: {
    status: 409,
    message:
      'This sign-in is already connected to another account. Sign in to the provider with a different account.',
  },
  last_way_in: {
    status: 409,
    message:
      'You have no password, so this is your only way to sign in. Choose a password first, with “Forgot your password?” on the sign-in page.',
  },
  secrets_off: {
    status: 409,
    message:
      'This server can’t store a client secret yet. Ask your system administrator to set CODE_SECRET and PUBLIC_URL.',
  },
  last_admin: { status: 409, message: 'The practice needs at least one admin who can sign in.' },
  shared_account: {
    status: 409,
    message: 'This person also works at another practice, so you can’t reset their password.',
  },
  too_many_api_keys: {
    status: 409,
    message: 'You’ve reached the maximum number of API keys. Revoke one you no longer use.',
  },
  practice_suspended: { status: 409, message: 'This practice is suspended. Resume it first.' },
  practice_moved: {
    status: 410,
    message: 'This practice has a new web address. Please ask them for it.',
  },
  link_expired: {
    status: 410,
    message: 'This link has been used or has expired. Ask for a new one.',
  },
  sso_expired: {
    status: 410,
    message: 'This sign-in has expired, or was started in another browser. Please start again.',
  },
  file_too_large: { status: 413, message: 'File size exceeds 10 MB limit' },
  attachments_too_large: {
    status: 413,
    message: 'The files are too large for one email: at most 10 MB together. Choose fewer or smaller files.',
  },
  storage_full: {
    status: 413,
    message:
      'The practice has no file storage left. Delete files you no longer need, or ask your system administrator for more.',
  },
  file_type_not_supported: {
    status: 415,
    message: 'File type not supported. Accepted types: images, pdf, doc, docx, txt',
  },
  record_too_long: {
    status: 413,
    message: 'This record is too long for one document. Choose fewer days or entries.',
  },
  report_too_long: {
    status: 413,
    message: 'This report has too many rows. Choose fewer days, or export it as CSV.',
  },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send a form (urlencoded) or JSON.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was used for another request. Use a new one.',
  },
  export_under_way: {
    status: 429,
    message: 'An export of your practice is already in progress. Wait until it finishes.',
  },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  code_just_sent: { status: 429, message: 'Please wait before requesting another SMS code.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  storage_unavailable: {
    status: 503,
    message: 'Couldn’t save the file. Nothing was changed. Please try again in a moment.',
  },
  sms_unavailable: {
    status: 503,
    message: 'Couldn’t send the text message. Please try again in a moment.',
  },
  sso_unavailable: {
    status: 503,
    message: 'Couldn’t reach the sign-in provider. Try again in a moment, or sign in with your password.',
  },
  payments_unavailable: {
    status: 503,
    message: 'Couldn’t reach the card provider. Nothing was charged. Please try again in a moment.',
  },
  practice_moving: {
    status: 503,
    message: 'This practice is being moved to another server. Please try again later.',
  },
  unavailable: { status: 503, message: 'The service is busy or restarting. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The body of every unsuccessful answer. */
export interface ErrorBody {
  /** For a person. */
  message: string;
  /** For a program; stable. */
  code: ErrorCode;
  /** Errors by field name. */
  fields?: Record<string, string>;
  /** Identifies the request in the server’s log. */
  request_id: string;
  /** Present and true with status 402. */
  subscription_required?: true;
  /** With `phone_taken`: the id of the client who has the number. */
  existing_id?: number;
  /** With `terms_changed`: what would be refunded and kept now. Absent for an API key without payments:read and payments:write. */
  refund?: string;
  kept?: string;
  /** With `practice_moved`: the origin of its new address. */
  moved_to?: string;
  /** With `second_factor_required`: what to answer with `auth/verify`, within five minutes. */
  challenge?: string;
  /** With `second_factor_required`: what the person can answer it with. */
  factors?: SecondStep[];
  /** With `second_factor_required`, for a person with a passkey: WebAuthn options for the browser. */
  passkey_options?: Record<string, unknown>;
  /** With `staff_busy`, `animal_busy`, `practice_full`, `resource_busy` and `slot_taken`, for staff: the first ten appointments that conflict. */
  conflicts?: { booking_id: number; booking_date: string; booking_time: string; duration_minutes: number }[];
}
