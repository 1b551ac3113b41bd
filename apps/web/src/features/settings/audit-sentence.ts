import type { AuditLogEntry } from '@burrow/contracts/audit-log';
import { paths } from '../../lib/paths.ts';
import { archiveReasons } from '../animals/archive-reasons.ts';
import { detailsOf, fieldName, type Details } from './audit-details.ts';
import { channelNames, occasions } from './message-occasions.ts';

/** The kinds of record that the log can be filtered by. */
export const auditEntities = [
  { value: 'booking', label: 'Appointments' },
  { value: 'want', label: 'Waitlist' },
  { value: 'offer', label: 'Waitlist offers' },
  { value: 'care_due', label: 'Due dates' },
  { value: 'care_type', label: 'Recall types' },
  { value: 'client', label: 'Clients' },
  { value: 'animal', label: 'Animals' },
  { value: 'entry', label: 'Record entries' },
  { value: 'medicine', label: 'Medicines' },
  { value: 'note_template', label: 'Note templates' },
  { value: 'service', label: 'Services' },
  { value: 'resource', label: 'Rooms and equipment' },
  { value: 'species', label: 'Species' },
  { value: 'booking_field', label: 'Custom fields' },
  { value: 'user', label: 'Team' },
  { value: 'practice', label: 'Practice' },
  { value: 'holiday', label: 'Holidays' },
  { value: 'work_pattern', label: 'Working hours' },
  { value: 'absence', label: 'Absences' },
  { value: 'rota', label: 'Rota' },
  { value: 'day_note', label: 'Day notes' },
  { value: 'calendar_feed', label: 'Calendar feeds' },
  { value: 'payment', label: 'Payments' },
  { value: 'refund', label: 'Refunds' },
  { value: 'deposit', label: 'Deposits' },
  { value: 'message', label: 'Messages' },
  { value: 'message_template', label: 'Message templates' },
  { value: 'reply_template', label: 'Reply templates' },
  { value: 'file', label: 'Files' },
  { value: 'import', label: 'Imports' },
  { value: 'webhook_endpoint', label: 'Webhooks' },
  { value: 'session', label: 'Sessions' },
  { value: 'account', label: 'Passwords' },
  { value: 'identity_provider', label: 'Single sign-on' },
  { value: 'api_key', label: 'API keys' },
] as const;

/** Comes before a record's name, such as 'the client' Ann Miller, and replaces an unknown name. */
const nouns: Readonly<Record<string, { the: string; one: string }>> = {
  booking: { the: '', one: 'an appointment' },
  want: { the: 'the waitlist entry of', one: 'a waitlist entry' },
  offer: { the: 'the waitlist offer to', one: 'a waitlist offer' },
  care_due: { the: 'a due date of', one: 'a due date' },
  care_type: { the: 'the recall type', one: 'a recall type' },
  client: { the: 'the client', one: 'a client' },
  animal: { the: 'the animal', one: 'an animal' },
  entry: { the: 'the record entry of', one: 'a record entry' },
  medicine: { the: 'the medicine', one: 'a medicine' },
  note_template: { the: 'the note template', one: 'a note template' },
  reply_template: { the: 'the reply template', one: 'a reply template' },
  service: { the: 'the service', one: 'a service' },
  resource: { the: '', one: 'a room or piece of equipment' },
  species: { the: 'the species', one: 'a species' },
  booking_field: { the: 'the custom field', one: 'a custom field' },
  user: { the: '', one: 'a team member' },
  holiday: { the: 'the holiday', one: 'a holiday' },
  work_pattern: { the: 'the working hours of', one: 'working hours' },
  absence: { the: 'an absence of', one: 'an absence' },
  day_note: { the: 'a day note', one: 'a day note' },
  calendar_feed: { the: 'the calendar feed of', one: 'a calendar feed' },
  file: { the: 'the file', one: 'a file' },
  api_key: { the: 'the API key', one: 'an API key' },
  import: { the: 'the import', one: 'an import' },
  webhook_endpoint: { the: 'the webhook to', one: 'a webhook' },
  // Of a person whom the practice's provider named.
  identity_provider: { the: '', one: 'someone who isn’t in the team' },
};

/** The text of actions that is followed by the record's name. */
const verbs: Readonly<Record<string, string>> = {
  booking_create: 'booked',
  booking_update: 'changed',
  booking_status_update: 'changed the status of',
  booking_stage_set: 'updated the visit for',
  booking_did_not_attend: 'recorded non-attendance of',
  booking_walk_in: 'booked the walk-in',
  'booking/update_notes': 'changed the notes of',
  'booking/update_staff_notes': 'changed the staff notes of',
  booking_custom_field_values_set: 'filled in the custom fields of',
  booking_invoice: 'issued an invoice for',
  booking_ready_collect: 'sent a ready-for-collection message for',
  booking_type_insert: 'added',
  booking_type_update: 'changed',
  booking_type_retire: 'archived',
  booking_type_restore: 'restored',
  service_staff_set: 'changed who provides',
  service_resources_set: 'changed the rooms and equipment of',
  resource_create: 'added',
  resource_update: 'changed',
  resource_retire: 'archived',
  resource_restore: 'restored',
  want_create: 'added',
  want_update: 'changed',
  want_end: 'ended',
  offer_make: 'made',
  offer_withdraw: 'withdrew',
  offer_lapse: 'ended',
  'cp/want_create': 'added',
  'cp/want_update': 'changed',
  'cp/want_end': 'ended',
  'cp/offer_accept': 'accepted',
  'cp/offer_decline': 'declined',
  care_type_create: 'added',
  care_type_update: 'changed',
  care_type_archive: 'archived or restored',
  animal_care_set: 'set',
  animal_care_given: 'recorded care for',
  animal_care_dismiss: 'dismissed',
  'cp/care_dismiss': 'declined',
  client_create: 'added',
  client_update: 'changed',
  client_archive: 'archived',
  client_restore: 'restored',
  client_export: 'exported the data of',
  message_send: 'wrote to',
  conversation_assign: 'assigned the conversation with',
  client_erase: 'erased',
  animal_create: 'added',
  animal_update: 'changed',
  animal_archive: 'archived',
  animal_restore: 'restored',
  animal_transfer: 'changed the owner of',
  animal_weight_add: 'recorded a weight for',
  animal_weight_delete: 'deleted a weight for',
  entries: 'opened the health record of',
  'cp/record': 'opened the health record of',
  record_pdf: 'printed the health record of',
  vaccination_certificate: 'printed a vaccination certificate of',
  prescription_pdf: 'printed',
  entry_add: 'added',
  vaccination_add: 'added',
  entry_amend: 'changed',
  entry_addendum: 'added to',
  entry_share: 'changed who sees',
  entry_strike: 'struck through',
  entry_discard: 'deleted',
  visit_notes_save: 'saved the visit notes of',
  medicine_create: 'added',
  medicine_update: 'changed',
  medicine_archive: 'archived',
  medicine_restore: 'restored',
  batch_recall_csv: 'exported the animals given a batch of',
  note_template_create: 'added',
  note_template_update: 'changed',
  note_template_archive: 'archived',
  note_template_restore: 'restored',
  reply_template_create: 'added',
  reply_template_update: 'changed',
  reply_template_archive: 'archived',
  reply_template_restore: 'restored',
  'cp/animal_create': 'added',
  'cp/animal_update': 'changed',
  'cp/booking_create': 'requested',
  'cp/booking_change_withdraw': 'withdrew the request to change',
  booking_decline: 'declined the request for',
  booking_fee_waive: 'waived the cancellation fee of',
  'file/cp_upload': 'added',
  'file/cp_delete': 'deleted',
  'file/upload': 'added',
  'file/delete': 'deleted',
  'team/invite': 'invited',
  'team/invite_again': 'created a new invitation for',
  'team/invite_cancel': 'cancelled the invitation of',
  'team/update': 'changed',
  'team/disable': 'disabled',
  'team/enable': 'enabled',
  'team/reset_password': 'created a password link for',
  'team/second_factor_remove': 'turned off two-step sign-in for',
  'team/session_revoke': 'ended a session of',
  'superadmin/account_reset': 'reset the sign-in of',
  portal_sign_in_failed: 'recorded a failed portal sign-in for',
  portal_sign_in_code_required: 'blocked new devices in the portal for',
  portal_passkey_refused: 'refused a portal passkey of',
  sign_in_failed: 'recorded a failed sign-in for',
  sign_in_limited: 'temporarily blocked sign-in for',
  sign_in_link_required: 'blocked new devices for',
  second_factor_failed: 'refused two-step sign-in for',
  step_up_failed: 'did not confirm the identity of',
  password_change_failed: 'refused a new password for',
  link_refused: 'refused a one-time link for',
  sso_failed: 'refused single sign-on for',
  animal_species_update: 'changed',
  'api_key/create': 'created',
  'api_key/revoke': 'revoked',
  'api_key/take_over': 'took over',
  'api_key/rotate': 'created a new secret for',
  holiday_create: 'added',
  holiday_update: 'changed',
  holiday_delete: 'deleted',
  work_pattern_set: 'set',
  work_pattern_delete: 'deleted',
  shifts_set: 'changed the shifts of',
  absence_create: 'added',
  absence_update: 'changed',
  absence_delete: 'deleted',
  rota_conflict_keep: 'kept',
  rota_conflict_unkeep: 'put',
  rota_conflict_notify: 'asked the client to call about',
  day_note_create: 'added',
  day_note_update: 'changed',
  day_note_delete: 'deleted',
  'import/upload': 'uploaded',
  'import/check': 'checked',
  'import/run': 'started',
  'import/cancel': 'stopped',
  'import/undo': 'undid',
  calendar_feed_create: 'created',
  calendar_feed_revoke: 'revoked',
  booking_field_create: 'added',
  booking_field_update: 'changed',
  booking_field_retire: 'archived',
  booking_field_restore: 'restored',
  webhook_endpoint_create: 'added',
  webhook_endpoint_update: 'changed',
  webhook_endpoint_delete: 'deleted',
  webhook_secret_rotate: 'created a new secret for',
  webhook_test: 'sent a test to',
  webhook_resend: 'resent an event to',
  webhook_resend_failed: 'resent all failed events to',
};

const actionTexts: Readonly<Record<string, string>> = {
  auth: 'signed in',
  'identity_provider/save': 'changed single sign-on',
  'identity_provider/delete': 'deleted single sign-on',
  'identity_provider/allow_passwords': 'allowed passwords as well as single sign-on',
  'setup_link/use': 'used a one-time link',
  auth_customer: 'signed in to the portal',
  'cp/passkey/sign_in': 'signed in to the portal with a passkey',
  'cp/passkey/confirm': 'added a passkey for the portal',
  'cp/passkey/rename': 'renamed a passkey for the portal',
  'cp/passkey/remove': 'removed a passkey for the portal',
  'cp/push/subscribe': 'turned on notifications on a device',
  'cp/push/unsubscribe': 'turned off notifications on a device',
  'cp/register/complete': 'signed up for the portal',
  'cp/password/reset/complete': 'chose a new password for the portal',
  'cp/code/verify': 'signed in to the portal with a code',
  'cp/code/complete': 'signed up for the portal with a code',
  'cp/link/verify': 'signed in to the portal with a link and a code',
  'cp/client_update': 'changed their own details',
  'cp/payment/create_checkout': 'started a deposit payment',
  payment_record: 'recorded a payment',
  payment_refund: 'refunded a payment',
  payment_void: 'voided a payment',
  refund_retry: 'retried a refund',
  message_resend: 'resent a message',
  message_cancel: 'cancelled a queued message',
  'messages/resend_all': 'resent all failed messages',
  message_dismiss: 'dismissed a failed message',
  'subscription/checkout': 'opened the subscription checkout',
  'subscription/portal': 'opened the billing portal',
  logout: 'signed out',
  'session/revoke': 'ended one of their sessions',
  'cp/session_end': 'ended one of their sessions in the portal',
  'auth/step_up': 'confirmed who they are',
  'sso/confirm_finish': 'confirmed who they are with single sign-on',
  set_password: 'chose a new password',
  'second_factor/require': 'changed whether two-step sign-in is required',
  new_device: 'signed in from a new device',
  second_factor_added: 'added a sign-in method',
  second_factor_removed: 'removed a sign-in method',
  recovery_codes_replaced: 'replaced their recovery codes',
  recovery_code_used: 'signed in with a recovery code',
  sso_connected: 'connected single sign-on',
  sso_disconnected: 'disconnected single sign-on',
  recall_switch_on: 'turned on recalls',
  recall_switch_off: 'turned off recalls',
  'cp/care_book': 'requested appointments for what is due',
  tenant_update: 'changed the practice settings',
  shifts_copy: 'copied a week of the rota',
  practice_export: 'exported all practice data',
  'tenant/logo_upload': 'changed the logo',
  'tenant/logo_remove': 'removed the logo',
  booking_types_order: 'changed the order of the services',
  resources_order: 'changed the order of the rooms and equipment',
  booking_fields_order: 'changed the order of the custom fields',
  booking_field_template_apply: 'added the custom fields of a business type',
  animal_species_insert_multi: 'added species',
  medicines_load_starter: 'added the starter list of medicines',
  note_templates_load_starter: 'added the starter note templates',
  reply_templates_load_starter: 'added the starter reply templates',
  message_template_update: 'changed the message',
  message_template_reset: 'reset the message',
  'superadmin/practice_create': 'set up the practice',
  'superadmin/practice_update': 'changed the practice',
  'superadmin/practice_suspend': 'suspended the practice',
  'superadmin/practice_resume': 'resumed the practice',
  'superadmin/practice_extend_trial': 'extended the trial',
  'superadmin/practice_admin_link': 'created a sign-in link for an admin',
  'superadmin/support_access': 'started support access',
};

const channelOf: Readonly<Record<string, string>> = { ...channelNames };
const occasionOf: Readonly<Record<string, { label: string }>> = { ...occasions };

/** A line of the log as a person would say it. */
export interface AuditSentence {
  who: string;
  /** 'changed the client'. */
  what: string;
  /** The record's name; null without one. */
  record: string | null;
  /** The address of the record's page; only some records have one. */
  to: string | null;
  /** ': phone, address'. */
  more: string;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function pageOf({ entity, entity_id: id, entity_name: name }: AuditLogEntry): string | null {
  if (id === null || name === null) return null;
  if (entity === 'booking') return paths.booking(id);
  if (entity === 'client') return paths.client(id);
  return entity === 'animal' ? paths.animal(id) : null;
}

/** What follows the record in the sentence of an action. */
const sentenceEnds: Readonly<Record<string, string>> = {
  offer_lapse: 'because its time ran out',
  rota_conflict_keep: 'as it is',
  rota_conflict_unkeep: 'back on the list of appointments that need attention',
};

/** Whether an API key was revoked like a session of its person. */
const isKeyRevoked = (action: string, { kind }: Details): boolean =>
  action === 'team/session_revoke' && kind === 'integration';

/** What follows the record: the end of the sentence, the reason for archiving, or the changed fields. */
function moreOf({ action }: AuditLogEntry, details: Details): string {
  const { changed } = details;
  const end = sentenceEnds[action];
  if (end !== undefined) return ` ${end}`;
  if (action === 'animal_archive') {
    const reason = archiveReasons.find(({ value }) => value === details['reason']);
    return reason === undefined ? '' : ` (${reason.label.toLowerCase()})`;
  }
  if (isKeyRevoked(action, details)) return `: ${textOf(details['name']) ?? 'unnamed'}`;
  if (!Array.isArray(changed) || !action.endsWith('update')) return '';
  if (changed.length === 0) return ' (no changes)';
  return `: ${changed.map((field) => fieldName(String(field))).join(', ')}`;
}

function messageNamed(details: Details): string | null {
  const kind = textOf(details['kind']);
  if (kind === null) return null;
  const channel = textOf(details['channel']) ?? '';
  return `${occasionOf[kind]?.label ?? kind} (${channelOf[channel] ?? channel})`;
}

function recordOf(entry: AuditLogEntry, details: Details): string | null {
  if (entry.entity === 'message_template') return messageNamed(details);
  return (
    entry.entity_name ??
    ['name', 'email', 'filename', 'holiday_name', 'host']
      .map((name) => textOf(details[name]))
      .find(Boolean) ??
    null
  );
}

/** The appointment a payment was for; null for other records. */
function moneyFor({ entity }: AuditLogEntry, details: Details): Pick<AuditSentence, 'record' | 'to'> | null {
  const { booking_id: bookingId } = details;
  if (!['payment', 'refund'].includes(entity) || typeof bookingId !== 'number') return null;
  return { record: `Appointment ${bookingId}`, to: paths.booking(bookingId) };
}

/** The text of actions whose details say more than their name. */
function specialDeed({ action }: AuditLogEntry, details: Details): string | null {
  const { changed } = details;
  // Completing the first-time setup only changes a setting, but means more to people.
  if (
    action === 'tenant_update' &&
    Array.isArray(changed) &&
    changed.length === 1 &&
    changed[0] === 'fts_complete'
  )
    return 'finished the first-time setup';
  if (action === 'auth/sso_finish')
    return typeof details['role'] === 'string'
      ? `became ${details['role']} through a single sign-on group`
      : 'joined through single sign-on';
  if (action === 'message_dismiss' && details['dismissed'] === false) return 'restored a dismissed message';
  if (action === 'cp/payment/create_checkout' && details['paid_pence'] !== undefined)
    return 'paid a deposit that is being refunded because the time could not be booked';
  return null;
}

/** The verb of an action whose details decide it: a move or cancellation, or a request for one; an ended key. */
function changeVerb({ action }: AuditLogEntry, details: Details): string | null {
  if (isKeyRevoked(action, details)) return 'revoked an API key of';
  const isAsked = details['outcome'] === 'asked';
  if (action === 'cp/booking_cancel') return isAsked ? 'asked to cancel' : 'cancelled';
  if (action === 'cp/booking_move') return isAsked ? 'asked to move' : 'moved';
  if (action !== 'booking_change_answer') return null;
  const answer = details['answer'] === 'decline' ? 'declined' : 'accepted';
  return `${answer} the request to ${details['kind'] === 'move' ? 'move' : 'cancel'}`;
}

/** A line of the log in words. */
export function auditSentence(entry: AuditLogEntry): AuditSentence {
  const details = detailsOf(entry);
  const person =
    entry.user_name ?? entry.client_name ?? textOf(details['by']) ?? (entry.user_id ? 'Someone' : 'Burrow');
  const key = textOf(details['by_key']);
  const who = key === null ? person : `${person} (using API key ${key})`;
  const special = specialDeed(entry, details);
  if (special !== null) return { who, what: special, record: null, to: null, more: '' };
  const said = actionTexts[entry.action];
  if (said !== undefined) {
    const money = moneyFor(entry, details);
    if (money !== null) return { who, what: `${said} for`, more: '', ...money };
    const record = entry.entity === 'message_template' ? recordOf(entry, details) : null;
    return { who, what: said, record, to: null, more: moreOf(entry, details) };
  }
  const verb = changeVerb(entry, details) ?? verbs[entry.action] ?? `used “${fieldName(entry.action)}” on`;
  const noun = nouns[entry.entity];
  const record = recordOf(entry, details);
  const named = noun === undefined ? null : record === null ? noun.one : noun.the;
  return {
    who,
    what: named ? `${verb} ${named}` : verb,
    record,
    to: pageOf(entry),
    more: moreOf(entry, details),
  };
}
