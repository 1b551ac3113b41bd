import { isPortalAction } from '@burrow/contracts/action';
import { actionNamed, type ActionName } from '@burrow/contracts/actions';
import { weekdays } from '@burrow/contracts/weekdays';
import { defaultPassword } from '../../../../../packages/dev/src/factory-people.ts';
import { inputFields, isExpectation, isIdField, withValue, type InputField } from './input-fields.ts';
import type { Scene } from './world.ts';

type Input = Record<string, unknown>;
type Value = (scene: Scene, action: ActionName, input: Input) => unknown;

/** The record that an id field names. The tests fail on an id field that is missing here. */
const idValues: Record<string, Value> = {
  tenantId: ({ practice }) => practice.tenant.id,
  tenant_id: ({ practice }) => practice.tenant.id,
  booking_id: ({ booking, due, kept, request }, action) => {
    if (action === 'booking_decline') return request.id;
    if (action.startsWith('rota_conflict_')) return kept.id;
    return (needsDue.has(action) ? due : booking).id;
  },
  want_id: ({ waitlist }, action) => (action === 'offer_make' ? waitlist.other : waitlist.want),
  offer_id: ({ waitlist }) => waitlist.offer,
  care_type_id: ({ care }) => care.type,
  care_due_id: ({ care }) => care.due,
  recall_id: ({ care }) => care.recall,
  change_id: ({ change }) => change,
  message_id: ({ message, letter }, action) => (action === 'message_cancel' ? letter : message).id,
  // In the portal this is the card provider's id of it.
  payment_id: ({ payment, deposit }, action) =>
    isPortalAction(actionNamed(action)) ? deposit.payment_reference : payment.id,
  checkout_id: ({ deposit }) => deposit.checkout_reference,
  refund_id: ({ refund }) => refund,
  import_id: ({ imports }, action) => imports[importStep[action] ?? 'done'],
  client_id: ({ client, leaver }, action) => (action === 'client_erase' ? leaver : client).id,
  animal_id: ({ animal }) => animal.id,
  service_id: ({ service }) => service.id,
  staff_id: ({ staff, invited, pattern, guarded }, action) => {
    if (action === 'team/second_factor_remove') return guarded.user.id;
    // Of the rota: the person whose working hours these are, so that they can be replaced.
    if (action === 'work_pattern_set') return pattern.user_id;
    return (action.startsWith('team/invite_') ? invited : staff).id;
  },
  staff_ids: ({ pattern }) => pattern.user_id,
  pattern_id: ({ pattern }) => pattern.id,
  day_note_id: ({ dayNote }) => dayNote,
  absence_id: ({ absence }) => absence.id,
  resource_id: ({ resource }) => resource.id,
  // The staff member whom a report is about.
  staff: ({ staff }) => staff.id,
  session_id: ({ session, clientSession }, action) =>
    (isPortalAction(actionNamed(action)) ? clientSession : session).keyId,
  // Of a link in a message.
  token: ({ clientLink }) => clientLink,
  // Of the caller, who is unknown here.
  factor_id: ({ session }) => session.keyId,
  identity_id: ({ identity }) => identity,
  entry_id: ({ vaccination, prescription }, action) =>
    (action.endsWith('prescription_pdf') ? prescription : vaccination).id,
  entry_ids: ({ vaccination }) => vaccination.id,
  medicine_id: ({ medicine }) => medicine.id,
  note_template_id: ({ noteTemplate }) => noteTemplate,
  reply_template_id: ({ replyTemplate }) => replyTemplate,
  key_id: ({ programKey }) => programKey.keyId,
  passkey_id: ({ passkey }) => passkey,
  subscription_id: ({ pushDevice }) => pushDevice,
  file_id: (scene, action) => fileOf(scene, action).id,
  file_ids: (scene, action) => fileOf(scene, action).id,
  practice_id: ({ managed }) => managed.id,
  weight_id: ({ weight }) => weight.id,
  // Of an animal: its species.
  type: ({ practice }) => practice.dog.id,
  field_id: ({ field }) => field.id,
  field_ids: ({ field }) => field.id,
  client_ids: ({ client }) => client.id,
  animal_ids: ({ animal }) => animal.id,
  booking_ids: ({ booking }) => booking.id,
  service_ids: ({ service }) => service.id,
  // Of a service: one of the people who provide it.
  user_id: ({ staff }) => staff.id,
  resource_ids: ({ resource }) => resource.id,
  // Of a service: the resources that it needs.
  needs: ({ resource }) => resource.id,
  species_id: ({ practice }) => practice.dog.id,
  holiday_id: ({ holiday }) => holiday.id,
  feed_id: ({ feed }) => feed.id,
  endpoint_id: ({ webhook }) => webhook.endpointId,
  delivery_id: ({ webhook }) => webhook.deliveryId,
  entity_id: ({ animal, booking, client }, action, input) => {
    // The log has entries about the appointment.
    if (action === 'audit_log') return booking.id;
    const entities: Record<string, { id: number }> = { animal, booking, client };
    const entity = entities[String(input['entity_type'])];
    if (!entity) throw unknownField(action, `entity_type ${String(input['entity_type'])}`);
    return entity.id;
  },
};

const needsDue: ReadonlySet<string> = new Set<ActionName>(['booking_stage_set', 'booking_did_not_attend']);

/** The state an import must be in for an action; any state unless listed. */
const importStep: Partial<Record<ActionName, keyof Scene['imports']>> = {
  'import/check': 'uploaded',
  'import/run': 'checked',
  'import/cancel': 'running',
};

/** A pet owner's files are those that they uploaded. */
const fileOf = ({ file, upload }: Scene, action: ActionName): { id: number } =>
  isPortalAction(actionNamed(action)) ? upload : file;

/** The last row of a page, or its position, by the list that pages. */
const cursors: Partial<Record<string, Value>> = {
  clients: ({ client }) => client.id,
  animals: ({ animal }) => animal.id,
  audit_log: ({ auditLine }) => auditLine,
  'cp/bookings': ({ booking }) => booking.id,
  'superadmin/practices': ({ managed }) => managed.id,
  'superadmin/security_events': () => 1,
  notifications: ({ notification }) => notification,
  'import/findings': () => 1,
  webhook_deliveries: ({ webhook }) => webhook.deliveryId,
  'messages/failed': ({ message }) => message.id,
  recalls: ({ care }) => care.due,
  conversations: ({ client }) => `2026-01-14T10:00:00.000000Z_${client.id}`,
  conversation: ({ letter }) => letter.id,
  entries: ({ vaccination }) => `2026-01-13T10:00:00.000000Z_5_${vaccination.id}`,
  'cp/record': ({ vaccination }) => vaccination.id,
  'reports/bookings_between_dates': ({ payment }) => `2026-01-12T10:00:00.000000Z_${payment.booking_id}`,
};

let passwordsSet = 0;
let peopleInvited = 0;
let phonesGiven = 0;
let practicesNamed = 0;
let namesGiven = 0;
let timesAsked = 0;
let keysChosen = 0;

const usefulKinds = ['vaccination', 'room', 'vaccine', 'template', 'note'];

/**
 * Test files of one worker share the counter, and a request can be made for two years ahead. Each file has its own
 * practices.
 */
const daysToAskFor = 480;

/** From 2 February to Christmas: a closure of the first two weeks of January is repeated each year. */
const weeksBeforeChristmas = 47;

/**
 * A day that no other call of a file uses: every practice of these tests is open from Monday to Friday and has one
 * place.
 */
function dayAsked(): string {
  const turn = (timesAsked += 1) % daysToAskFor;
  const week = Math.floor(turn / 5);
  const monday = Date.UTC(2026, 1, 2 + 7 * (week < weeksBeforeChristmas ? week : week + 3));
  return new Date(monday + (turn % 5) * 86_400_000).toISOString().slice(0, 10);
}

/** Fields with constraints beyond their type. */
const namedValues: Record<string, Value> = {
  email: ({ account }, action) =>
    action === 'team/invite' ? `invited-${(peopleInvited += 1)}@example.test` : account.email,
  token: ({ token }) => token,
  // A practice has one endpoint per address.
  // Of a browser's push subscription.
  endpoint: () => 'https://push.example.test/abc',
  p256dh: () => 'p'.repeat(87),
  auth: () => 'a'.repeat(22),
  url: () => `https://hooks-${(practicesNamed += 1)}.example.test/burrow`,
  events: () => 'booking.created',
  issuer: () => 'https://login.example.test',
  // Turned on only in a session of the provider.
  only_sso: () => '0',
  return_path: () => '/admin',
  filename: () => 'picture.gif',
  allowed_addresses: () => '203.0.113.0/24',
  widget_sites: () => 'https://www.example.test',
  // Off, the public actions find no page.
  booking_page: () => '1',
  // A picture of one pixel, or a table of one row.
  file_data: (_scene, action) =>
    action === 'import/upload' ? 'TmFtZQpBbm4K' : 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  current_password: () => defaultPassword,
  // A new password must differ from the current one, also when it is set again.
  password: (_scene, action) =>
    action === 'set_password' ? `a-newly-chosen-phrase-${(passwordsSet += 1)}` : defaultPassword,
  // A number belongs to one client of a practice, and the factories use another prefix. The portal requires a mobile.
  phone: ({ client, newcomer, beginner }, action) => {
    if (action === 'auth_customer' || action.startsWith('cp/password/')) return client.phone;
    if (action === 'cp/register/verify' || action === 'cp/register/complete') return newcomer.phone;
    if (action === 'cp/code/verify' || action === 'cp/code/complete') return beginner.phone;
    return (action.startsWith('cp/') ? '077111' : '020794') + String((phonesGiven += 1)).padStart(5, '0');
  },
  code: ({ newcomer, guarded }, action) => (action === 'auth/verify' ? guarded.code : newcomer.code),
  challenge: ({ guarded }) => guarded.challenge,
  // The first day of a rota or of a list of absences; or of working hours.
  from: (_scene, action) =>
    ['rota', 'absences', 'entries', 'record_pdf'].includes(action) ? '2026-01-12' : '09:00',
  // Of a test message; or the end of working hours.
  to: (_scene, action) => {
    if (action === 'entries' || action === 'record_pdf') return '2026-01-14';
    return action === 'superadmin/provider_test' ? '07700900001' : '17:00';
  },
  // Only an email takes files.
  channel: (_scene, action) => (action === 'message_send' ? 'email' : undefined),
  // Of an entry: when it happened, which is not still to come.
  date: (_scene, action) => (/^(entry|vaccination)_/.test(action) ? '2026-01-06' : '2026-01-20'),
  // Of what was given.
  batch: () => 'A 123',
  // Of an entry the kind with most fields.
  kind: (_scene, action) => {
    const words = actionNamed(action).input.shape['kind'];
    return words ? usefulKinds.find((kind) => words.safeParse(kind).success) : 'vaccination';
  },
  client_key: () => `key-${(keysChosen += 1)}`,
  // Mondays.
  anchor: () => '2026-01-05',
  from_week: () => '2026-01-05',
  to_week: () => '2026-01-12',
  // When a client on the waitlist could come.
  weekdays: () => 'mon',
  from_time: () => '09:00',
  from_date: () => '2026-01-14',
  until_date: () => '2026-02-14',
  // The end of an absence.
  until_time: () => '17:00',
  // A preview would change nothing, and hours are sent as well.
  preview: () => '0',
  clear: () => '0',
  registration_token: ({ newcomer, beginner }, action) =>
    (action === 'cp/code/complete' ? beginner : newcomer).token,
  // Unused by other practices.
  custom_host: () => `pets-${(practicesNamed += 1)}.example.test`,
  admin_email: ({ account }) => account.email,
  // Unused by other practices.
  subdomain: () => `place-${(practicesNamed += 1)}`,
  // Services, species and others have unique names.
  name: ({ leaver }, action) =>
    action === 'client_erase' ? leaver.name : `Seen before lunch ${(namesGiven += 1)}`,
  // Of a custom field, with options that match its type.
  field_type: () => 'slider',
  min: () => 0,
  max: () => 10,
  values: ({ field }) => ({ [field.id]: 'Seen before lunch' }),
  time_zone: () => 'Europe/London',
  year: () => 2026,
  month: () => 1,
  duration_minutes: () => 30,
  // Clients could change nothing otherwise.
  self_change: () => 'direct',
  // Of a cancellation: the appointment has no deposit.
  refund: () => '0.00',
  // At most the balance due of an appointment, or the remainder of a payment.
  amount: () => '1.00',
  is_provisional: () => '0',
  // Beside a text of allergies.
  no_known_allergies: () => '0',
  // A practice with a deposit accepts no request without one.
  deposit_required: () => '0',
  // Staff would be refused a report of money alone.
  hide_revenue_from_staff: () => '0',
  booking_date: (_scene, action) =>
    action.startsWith('cp/') || action === 'booking_create' || action === 'offer_make'
      ? dayAsked()
      : '2026-01-20',
  // Before the tests' today, and the scene's animals have no date of birth.
  dob: () => '2024-05-06',
  measured_on: () => '2026-01-06',
  // Of the reason that is listed first.
  deceased_on: () => '2026-01-06',
  transferred_on: () => '2026-01-14',
  microchip: () => '985 112 001 234 567',
  // When care was given.
  given_on: () => '2026-01-13',
  // Of a report, which ends today at the latest.
  period: () => 'custom',
  start_date: () => '2026-01-01',
  end_date: () => '2026-01-14',
  date_from: () => '2026-01-01',
  date_to: () => '2026-01-14',
  // Valid for every period; booking patterns accept only this one.
  group_by: (_scene, action) => (action === 'reports/booking_patterns' ? 'day_of_week' : 'day'),
  q: () => 'a',
  entity: () => 'booking',
  locale: () => 'en-GB',
  currency: () => 'GBP',
  ...Object.fromEntries(weekdays.map((day) => [day, () => ['09:00', '17:00']])),
  cursor: (scene, action, input) => {
    const cursor = cursors[action];
    if (!cursor) throw unknownField(action, 'cursor');
    return String(cursor(scene, action, input));
  },
  // The only one that takes a staff member.
  stage: () => 'with',
  // A pending appointment may be completed and paid, and a new one is at most confirmed; a record is active or not.
  status: (_scene, action) => {
    const words = actionNamed(action).input.shape['status'];
    return ['completed', 'confirmed', 'active'].find((word) => words?.safeParse(word).success);
  },
};

const unknownField = (action: string, field: string): Error =>
  new Error(
    `The generated tests do not know what to send as ${field} of ${action}: teach them in testing/derived/valid-input.ts.`,
  );

/** A valid value for a field of an action, from the records of `scene`. */
export function validValue(field: InputField, action: ActionName, scene: Scene, input: Input): unknown {
  const place: Record<string, unknown> = { ...scene.booking };
  if (isExpectation(field) && field.name in place) return place[field.name];
  const named = isIdField(field) ? idValues[field.name] : namedValues[field.name];
  const fitting = named?.(scene, action, input);
  if (fitting !== undefined) return fitting;
  if (isIdField(field)) throw unknownField(action, field.name);
  const value = typicalValue(field);
  if (value === undefined) throw unknownField(action, field.name);
  return value;
}

function typicalValue({ schema, name }: InputField): unknown {
  const { type, pattern, minLength = 0, maxLength = Infinity, anyOf } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0]) return typicalValue({ schema: anyOf[0], name, path: [], required: true });
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type !== 'string') return undefined;
  // Days, times, amounts and other values with their own format.
  const shapes = ['2026-01-20', '11:00', '45.00', '07700900001', '#445566', '123456'];
  if (pattern) return shapes.find((value) => new RegExp(pattern).test(value));
  return 'Seen before lunch'.padEnd(minLength, '.').slice(0, maxLength);
}

/** Fields that an action requires in most cases, so that its declaration cannot. */
const mostlyRequired: Partial<Record<ActionName, readonly string[]>> = {
  set_password: ['current_password'],
  'auth/step_up': ['password'],
  'auth/verify': ['code'],
  'second_factor/confirm': ['code'],
  // Of a new provider, and of another issuer.
  'identity_provider/save': ['client_secret'],
  'cp/register/complete': ['registration_token'],
  // Of an email.
  message_send: ['subject'],
  // One of what can be changed.
  message_template_update: ['body'],
  // Of a text message or an email.
  'superadmin/provider_test': ['to'],
  // The test clock is fixed, so all walk-ins begin at the same time.
  booking_walk_in: ['allow_overlap'],
  // Each of a list that may be empty.
  'import/run': ['name', 'species_id'],
  'reports/export_csv': ['date_from', 'date_to'],
  'reports/export_pdf': ['date_from', 'date_to'],
  // A person has one set of working hours at a time.
  work_pattern_set: ['pattern_id', 'from', 'to'],
  // Of the time that a person is asked about.
  'cp/booking_change_preview': ['booking_date', 'booking_time'],
  shifts_set: ['from', 'to'],
  // Of every kind of entry but a note.
  entry_add: ['product'],
  vaccination_add: ['product'],
  visit_notes_save: ['client_key', 'kind', 'product'],
};

/** Fields that name the caller's own record: the caller is unknown here. */
const callersOwn: Partial<Record<ActionName, readonly string[]>> = {
  'session/revoke': ['session_id'],
  'cp/session_end': ['session_id'],
};

const ofPasskey = ['id', 'rawId', 'type', 'clientDataJSON'];

/** Fields of other kinds of entry than a vaccination. */
const ofOtherEntries = [
  'title',
  'temperature',
  'route',
  'strength',
  'form',
  'directions',
  'repeats',
  'is_controlled',
  'valid_until',
  'withdrawal',
  'qualification',
];

/** Fields, by name or path, that can't be combined with other sent fields, such as the options of other types of custom fields. */
const unfit: Partial<Record<ActionName, readonly string[]>> = {
  // Instead of a code.
  'auth/verify': ofPasskey,
  'second_factor/confirm': ['challenge', ...ofPasskey],
  // Of a person with a second factor.
  'auth/step_up': ['challenge', 'code', ...ofPasskey],
  'setup_link/use': ['challenge', 'code', ...ofPasskey],
  entry_add: ofOtherEntries,
  entry_amend: ofOtherEntries,
  // Of an entry that was saved before.
  visit_notes_save: [...ofOtherEntries, 'version'],
  booking_field_create: ['rows', 'options'],
  booking_field_update: ['rows', 'options'],
  // An absence is of a person or of a resource.
  absence_create: ['resource_id'],
  // The appointment has no rooms until this call, and is no request to accept.
  booking_update: ['expected.resource_ids.0', 'staff_accepted'],
  // Its amount depends on the terms and the moment.
  booking_did_not_attend: ['expected_refund'],
};

/** A valid input of an action: the required fields, or (`everything`) the optional ones as well. */
export function validInput(action: ActionName, scene: Scene, everything = false): Input {
  const fields = inputFields(actionNamed(action));
  let input: Input = {};
  for (const field of fields) {
    const needed = field.required || mostlyRequired[action]?.includes(field.name) === true;
    const left = [...(callersOwn[action] ?? []), ...(unfit[action] ?? [])].some(
      (one) => one === field.name || one === field.path.join('.'),
    );
    if (!needed && (!everything || left)) continue;
    input = withValue(input, field.path, validValue(field, action, scene, input)) as Input;
  }
  return input;
}

/** The kinds of record that one field may name, by the inputs that require each. */
export function variants(action: ActionName, field: InputField, scene: Scene): Input[] {
  const base = validInput(action, scene);
  const kinds = inputFields(actionNamed(action)).find(({ name }) => name === 'entity_type')?.schema.enum;
  if (field.name !== 'entity_id' || !kinds) return [base];
  return kinds.map((kind) => ({ ...base, entity_type: kind }));
}
