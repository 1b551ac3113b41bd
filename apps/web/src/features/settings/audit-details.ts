import type { AuditLogEntry } from '@burrow/contracts/audit-log';
import type { Formats } from '../../lib/format.ts';
import { signInReasons } from '../../lib/sign-in-reasons.ts';

export type Details = Readonly<Record<string, unknown>>;

/** The details as stored; none if they cannot be parsed. */
export function detailsOf({ details }: Pick<AuditLogEntry, 'details'>): Details {
  const parsed: unknown = details === null ? null : JSON.parse(details);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Details) : {};
}

/** Names of fields for people, where the field's own name with spaces is not enough. */
const names: Readonly<Record<string, string>> = {
  active: 'in use',
  after_minutes: 'time kept free after',
  admin_email: 'admin’s email',
  before_minutes: 'time kept free before',
  behaviour_notes: 'behaviour',
  booking_date: 'day',
  booking_page_prices: 'prices on the booking page',
  booking_page_team: 'team on the booking page',
  booking_time: 'time',
  business_hours: 'opening hours',
  cancel_free_hours: 'free cancellation',
  cancel_keep: 'late cancellation fee',
  cancel_keep_value: 'amount of the late cancellation fee',
  color: 'colour',
  dob: 'date of birth',
  deposit_amount: 'deposit amount',
  deposit_required: 'deposit',
  duration_minutes: 'duration',
  end_date: 'last day',
  field_label: 'label',
  field_options: 'options',
  field_type: 'field type',
  filename: 'file name',
  from_date: 'first day',
  fts_complete: 'first-time setup',
  grace: 'gap between appointments',
  hide_revenue_from_staff: 'who sees revenue',
  holiday_name: 'name',
  is_on: 'on or off',
  is_recurring: 'every year',
  likes_email: 'messages by email',
  likes_sms: 'messages by SMS',
  likes_push: 'notifications',
  likes_recall: 'recalls',
  cancel_after: 'no messages when overdue by',
  steps: 'days of the messages',
  every_count: 'how often',
  every_unit: 'how often',
  first_count: 'first age',
  first_unit: 'first age',
  visit_counts: 'what counts as done',
  locale: 'language and region',
  move_limit: 'moves by the client',
  move_notice_hours: 'notice for moving',
  no_show_keep: 'no-show fee',
  no_show_keep_value: 'amount of the no-show fee',
  online: 'bookable online',
  max_days_ahead: 'how far ahead',
  min_notice_hours: 'notice for online requests',
  parallel_places: 'appointments at the same time',
  quiet_from: 'quiet hours start',
  quiet_until: 'quiet hours end',
  reminder_hours: 'reminders',
  sms_daily_cap: 'daily text limit',
  policy: 'policy number',
  portal_password_minimum: 'portal password length',
  required: 'required',
  self_change: 'moving and cancelling in the portal',
  slot_minutes: 'slot length',
  start_date: 'first day',
  step_up_refund_over: 'refunds that need confirming',
  takes_bookings: 'takes appointments',
  tenant_name: 'practice name',
  trial_end_date: 'trial end date',
  until_date: 'last day',
  vat_number: 'VAT number',
  vat_rate: 'VAT rate',
  widget_sites: 'websites with the booking page',
};

/** A field's name for people: 'business_hours' → 'opening hours'. */
export const fieldName = (field: string): string => names[field] ?? field.replaceAll('_', ' ');

const roles: Readonly<Record<string, string>> = { admin: 'Admin', staff: 'Staff' };
const purposes: Readonly<Record<string, string>> = { join: 'Invitation', reset: 'New password' };

const deposits: Readonly<Record<string, string>> = {
  refund: 'Refunded to the card',
  keep: 'Kept',
  part: 'Partly refunded to the card',
};

const stages: Readonly<Record<string, string>> = {
  arrived: 'Arrived',
  with: 'With staff',
  ready: 'Ready to collect',
  left: 'Left',
  none: 'Not arrived',
};

const bookings = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 ? value.map((id) => `Appointment ${id}`).join(', ') : null;
const text = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const list = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 ? value.join(', ') : null;
const day = (value: unknown, formats: Formats): string | null =>
  typeof value === 'string' ? formats.day(value.slice(0, 10)) : null;
const titleCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

type Shown = (value: unknown, formats: Formats) => string | null;

/** Labels of the details that are shown beside the sentence; the others are for programs. */
const shown: Readonly<Record<string, { label: string; say: Shown }>> = {
  allowed_addresses: { label: 'Only from', say: list },
  added: { label: 'Added', say: text },
  amount: {
    label: 'Amount',
    say: (value, formats) => (typeof value === 'string' ? formats.money(value) : null),
  },
  allowed_overlap_with: { label: 'At the same time as', say: bookings },
  cancelled_bookings: { label: 'Cancelled', say: bookings },
  deposit: { label: 'Deposit', say: (value) => deposits[String(value)] ?? null },
  device: { label: 'Device', say: text },
  enabled: { label: 'Sent', say: (value) => (value === true || value === '1' ? 'Yes' : 'No') },
  end_date: { label: 'Last day', say: day },
  expires_at: {
    label: 'Expires',
    say: (value, formats) => (typeof value === 'string' ? formats.dateTime(value) : null),
  },
  is_on: { label: 'Turned', say: (value) => (value === true ? 'On' : 'Off') },
  issued: { label: 'Invoice', say: text },
  kept: {
    label: 'Deposit kept',
    say: (value, formats) => (typeof value === 'string' ? formats.money(value) : null),
  },
  measured_on: { label: 'Day', say: day },
  method: { label: 'Method', say: text },
  names: { label: 'Species', say: list },
  network: { label: 'Network', say: text },
  note: { label: 'Note', say: text },
  paid_pence: {
    label: 'Deposit paid',
    say: (value, formats) => (typeof value === 'number' ? formats.money((value / 100).toFixed(2)) : null),
  },
  purpose: { label: 'Link for', say: (value) => purposes[String(value)] ?? text(value) },
  reason: {
    label: 'Reason',
    say: (value) =>
      typeof value === 'string' ? (signInReasons[value] ?? titleCase(value.replaceAll('_', ' '))) : null,
  },
  required: { label: 'Required', say: (value) => (value === false ? 'No longer' : null) },
  required_from: {
    label: 'Required from',
    say: (value, formats) => (typeof value === 'string' ? formats.dateTime(value) : null),
  },
  restored: { label: 'Custom fields restored', say: text },
  role: { label: 'Role', say: (value) => roles[String(value)] ?? text(value) },
  scopes: { label: 'Permissions', say: list },
  stage: { label: 'Stage', say: (value) => stages[String(value)] ?? null },
  start_date: { label: 'First day', say: day },
  subdomain: { label: 'Subdomain', say: text },
  template: { label: 'Business type', say: text },
  tenant_name: { label: 'Name', say: text },
  times: { label: 'Times within an hour', say: text },
  trial_end_date: { label: 'Trial end date', say: day },
  until: {
    label: 'Until',
    say: (value, formats) => (typeof value === 'string' ? formats.dateTime(value) : null),
  },
};

/** The details of an entry in words, without those for programs. */
export const detailLines = (entry: AuditLogEntry, formats: Formats): { label: string; value: string }[] =>
  Object.entries(detailsOf(entry)).flatMap(([name, value]) => {
    const line = shown[name];
    const said = line?.say(value, formats) ?? null;
    return line === undefined || said === null ? [] : [{ label: line.label, value: said }];
  });
