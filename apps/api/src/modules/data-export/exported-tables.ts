import { isEntryOfClient } from '../../db/entry-of-client.ts';
import { ofClient } from '../../db/of-client.ts';

export interface ExportedTable {
  table: string;
  /** The name of its files. */
  name: string;
  /** A description of its rows for people. */
  about: string;
  /** SQL for which rows `t` are about the client $2; without it the table is not in an export of a client. */
  ofClient?: string;
  /** Additional columns: SQL by name, and where it comes from. */
  added?: { columns: Readonly<Record<string, string>>; join: string };
}

const inBookings = ofClient.booking('t');
const inDeposits = ofClient.deposit('t');
const inAnimals = ofClient.animal('t');

/** Every exported table, in the order of the files. Tables that are not here are in {@link excludedTables}. */
export const exportedTables: readonly ExportedTable[] = [
  { table: 'tenants', name: 'practice', about: 'The practice and its settings' },
  {
    table: 'users',
    name: 'team',
    about: 'The team',
    added: {
      columns: { email: 'account.email::text' },
      join: "left join team_accounts(now(), interval '1 hour') account on account.user_id = t.id",
    },
  },
  {
    table: 'clients',
    name: 'clients',
    about: 'Clients',
    ofClient: 't.id = $2',
    added: {
      columns: {
        portal_access: `exists (
          select from client_logins l where l.tenant_id = t.tenant_id and l.client_id = t.id)`,
      },
      join: '',
    },
  },
  {
    table: 'client_passkeys',
    name: 'client-passkeys',
    about: 'Passkeys with which clients sign in to the portal, without their keys',
    ofClient: 't.client_id = $2',
  },
  {
    table: 'push_subscriptions',
    name: 'client-devices',
    about: 'Devices on which clients get notifications, without their keys',
    ofClient: 't.client_id = $2',
  },
  { table: 'animals', name: 'animals', about: 'Animals and their owners', ofClient: 't.client_id = $2' },
  {
    table: 'animal_owners',
    name: 'animal-owners',
    about: 'The owners of each animal over time',
    ofClient: 't.client_id = $2',
  },
  {
    table: 'animal_weights',
    name: 'weights',
    about: 'Weights of the animals, with dates',
    ofClient: inAnimals,
  },
  {
    table: 'entries',
    name: 'record-entries',
    about: 'Entries of health records: notes, vaccinations, treatments and prescriptions',
    ofClient: isEntryOfClient('t', '$2'),
  },
  {
    table: 'entry_addenda',
    name: 'record-addenda',
    about: 'Addenda to those entries',
    ofClient: `t.entry_id in (select e.id from entries e where e.tenant_id = $1 and ${isEntryOfClient('e', '$2')})`,
  },
  { table: 'medicines', name: 'medicines', about: 'Vaccines and medicines' },
  { table: 'note_templates', name: 'note-templates', about: 'Note templates and quick texts' },
  { table: 'reply_templates', name: 'reply-templates', about: 'Templates for messages that staff write' },
  { table: 'species', name: 'species', about: 'Species the practice treats' },
  { table: 'services', name: 'services', about: 'Services, with prices and durations' },
  { table: 'holidays', name: 'holidays', about: 'Days when the practice is closed' },
  {
    table: 'work_patterns',
    name: 'work-patterns',
    about: 'The rota: cycles of one to four weeks for each person',
  },
  {
    table: 'work_ranges',
    name: 'work-ranges',
    about: 'The working hours of each cycle, in minutes after midnight',
  },
  { table: 'shifts', name: 'shifts', about: 'Days when a person works different hours or has a day off' },
  {
    table: 'shift_ranges',
    name: 'shift-ranges',
    about: 'The working hours on those days, in minutes after midnight',
  },
  {
    table: 'absences',
    name: 'absences',
    about: 'Absences of people and rooms, and closures of the practice',
  },
  { table: 'resources', name: 'resources', about: 'Rooms, equipment and kennels' },
  {
    table: 'service_staff',
    name: 'service-staff',
    about: 'Who provides a service, with their own duration and price',
  },
  {
    table: 'service_resources',
    name: 'service-resources',
    about: 'The rooms and equipment that a service needs',
  },
  { table: 'day_notes', name: 'day-notes', about: 'Day notes and tasks' },
  { table: 'bookings', name: 'appointments', about: 'Appointments', ofClient: 't.client_id = $2' },
  { table: 'wants', name: 'waitlist', about: 'Clients on the waitlist', ofClient: 't.client_id = $2' },
  {
    table: 'offers',
    name: 'waitlist-offers',
    about: 'Times offered to clients on the waitlist',
    ofClient: 't.client_id = $2',
  },
  {
    table: 'freed_times',
    name: 'freed-times',
    about: 'Times that came free',
    ofClient: inBookings,
  },
  {
    table: 'booking_changes',
    name: 'appointment-changes',
    about: 'Moves and cancellations of appointments, and what clients asked for',
    ofClient: inBookings,
  },
  {
    table: 'booking_parts',
    name: 'appointment-parts',
    about: 'The person, rooms and equipment of each appointment',
    ofClient: inBookings,
  },
  {
    table: 'accepted_conflicts',
    name: 'kept-conflicts',
    about: 'Appointments kept outside the rota',
    ofClient: inBookings,
  },
  {
    table: 'conflict_notices',
    name: 'change-needed-notices',
    about: 'Appointments that need changing, whose clients were asked to call',
    ofClient: inBookings,
  },
  { table: 'care_types', name: 'recall-types', about: 'Recall types' },
  {
    table: 'care_due',
    name: 'due-dates',
    about: 'The due dates of each animal',
    ofClient: inAnimals,
  },
  { table: 'recalls', name: 'recalls', about: 'Recalls, one message each', ofClient: 't.client_id = $2' },
  {
    table: 'recall_items',
    name: 'recall-items',
    about: 'The due dates that each recall was about',
    ofClient: 't.recall_id in (select r.id from recalls r where r.tenant_id = $1 and r.client_id = $2)',
  },
  { table: 'booking_fields', name: 'booking-fields', about: 'Custom fields' },
  {
    table: 'booking_field_values',
    name: 'booking-answers',
    about: 'Custom field answers',
    ofClient: inBookings,
  },
  {
    table: 'comms',
    name: 'messages',
    about: 'Messages to clients, and their replies',
    ofClient: `(t.client_id = $2 or ${inBookings} or ${inDeposits})`,
  },
  {
    table: 'comms_files',
    name: 'message-files',
    about: 'The files sent with emails',
    ofClient: 't.message_id in (select k.id from comms k where k.tenant_id = $1 and k.client_id = $2)',
  },
  {
    table: 'conversations',
    name: 'conversations',
    about: 'Conversations with clients: unread marks and who each is assigned to',
    ofClient: 't.client_id = $2',
  },
  {
    table: 'message_templates',
    name: 'message-texts',
    about: 'Message texts the practice has changed',
  },
  {
    table: 'files',
    name: 'files',
    about: 'Details of each file; "path" is its location in the folder "files"',
    // Of an animal with a previous owner, without that client's uploads.
    ofClient: `(t.client_id = $2 or t.uploaded_by_client_id = $2 or ${inBookings}
      or t.uploaded_by_client_id is null and ${inAnimals})`,
  },
  {
    table: 'payments',
    name: 'payments',
    about: 'The ledger: payments, with refunds and voids as negative amounts',
    ofClient: `(${inBookings} or ${inDeposits})`,
  },
  {
    table: 'deposits',
    name: 'deposits',
    about: 'Deposits requested from clients',
    ofClient: 't.client_id = $2',
  },
  {
    table: 'refunds',
    name: 'refunds',
    about: 'Refunds to cards, completed or in progress',
    // Their payments are found once, before the refunds.
    ofClient: `t.payment_id = any (array(
      select p.id from payments p
      where p.tenant_id = $1 and (${ofClient.booking('p')} or ${ofClient.deposit('p')})))`,
  },
  {
    table: 'invoices',
    name: 'invoices',
    about: 'Issued invoices; "snapshot" is the full content of each',
    ofClient: inBookings,
  },
  { table: 'webhook_endpoints', name: 'webhooks', about: 'Outgoing webhooks to other systems' },
  {
    table: 'identity_providers',
    name: 'single-sign-on',
    about: 'The sign-in provider of the practice',
  },
  { table: 'imports', name: 'imports', about: 'Imports of clients and animals' },
  {
    table: 'notifications',
    name: 'notifications',
    about: 'Notifications from the last 90 days',
    ofClient: inBookings,
  },
  {
    table: 'audit_log',
    name: 'audit-log',
    about: 'Who did what to which record, and when',
    ofClient: `(t.client_id = $2 or t.entity = 'client' and t.entity_id = $2)`,
  },
];

/** Tables that are not exported, with the reason. */
export const excludedTables: Readonly<Record<string, string>> = {
  api_keys: 'Session and API keys, which are secrets',
  client_logins: 'Passwords; the clients file says who has a login',
  client_passkey_challenges: 'Sign-ins with a passkey in progress',
  phone_codes: 'Codes of sign-ups in progress',
  client_links: 'Links in messages, which are secrets and expire',
  setup_links: 'One-time links, which are secrets',
  calendar_feeds: 'Secret addresses for calendar programs',
  idempotency_keys: 'Responses kept for a day, so that a repeated command runs once',
  file_contents: 'The bytes of files, which are exported in the folder files',
  file_thumbnails: 'Thumbnails of pictures',
  file_removals: 'Files waiting to be deleted from storage',
  file_usage: 'The total size of the files',
  import_files: 'The content of imported files, kept for a while after the import',
  import_findings: 'Problems found in imported files',
  import_records: 'The records needed to undo an import',
  recall_looks: 'The day up to which due dates were planned and messages sent',
  waitlist_looks: 'Whether free times must be checked against the waitlist again',
  invoice_counters: 'The last invoice number',
  notification_reads: 'Which notifications each person has read',
  webhook_deliveries: 'Ids sent by outgoing webhooks in the last 30 days',
  webhook_attempts: 'The responses to outgoing webhooks',
  practice_moves: 'A move of the practice to another installation',
  practice_weeks: 'The weeks in which the practice was active, for the operator',
};
