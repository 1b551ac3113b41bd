import type { MessageKind } from '@burrow/contracts/message-text';

/** Rows as they are read: ids as numbers, days 'YYYY-MM-DD', times 'HH:MM', instants ISO 8601 in UTC. */
export interface TenantRow {
  id: number;
  tenant_name: string;
  contact_name: string | null;
  subdomain: string | null;
  custom_host: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  colour: string | null;
  business_type: string | null;
  time_zone: string;
  locale: string;
  currency: string;
  week_starts_on: 'sunday' | 'monday';
  business_hours: Record<string, [string, string][]>;
  grace_minutes: number;
  slot_minutes: number;
  parallel_places: number;
  deposit_required: boolean;
  deposit_pence: number;
  vat_number: string | null;
  vat_basis_points: number;
  hide_revenue_from_staff: boolean;
  fts_complete: boolean;
  suspended_at: string | null;
  trial_ends_at: string | null;
  subscription_status: 'active' | 'past_due' | 'cancelled' | null;
  subscription_ends_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface AccountRow {
  id: number;
  email: string;
  name: string;
  password_hash: string | null;
  is_superadmin: boolean;
  must_change_password: boolean;
  disabled_at: string | null;
  password_changed_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface UserRow {
  tenant_id: number;
  id: number;
  account_id: number;
  name: string;
  role: 'staff' | 'admin';
  colour: string | null;
  takes_bookings: boolean;
  disabled_at: string | null;
  accepted_at: string | null;
  support_until: string | null;
  created_at: string;
  updated_at: string;
}

export interface ClientRow {
  tenant_id: number;
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  notes: string | null;
  likes_sms: boolean;
  likes_email: boolean;
  sms_stopped_at: string | null;
  archived_at: string | null;
  /** Kept by a trigger: the day of the first appointment that was not cancelled. */
  first_booking_on: string | null;
  created_at: string;
  updated_at: string;
}

interface ClientLoginRow {
  tenant_id: number;
  client_id: number;
  password_hash: string;
  password_changed_at: string;
  proved_phone: string | null;
}

export interface PhoneCodeRow {
  tenant_id: number;
  purpose: 'register' | 'reset';
  phone: string;
  salt: Buffer;
  code_hash: Buffer;
  tries: number;
  sent_at: string | null;
  expires_at: string;
  used_at: string | null;
  proof_hash: Buffer | null;
  proof_expires_at: string | null;
}

interface ApiKeyRow {
  id: number;
  tenant_id: number | null;
  user_id: number | null;
  client_id: number | null;
  account_id: number | null;
  kind: 'session' | 'integration';
  key_hash: Buffer;
  sign_in_id: string | null;
  label: string | null;
  scopes: string[] | null;
  allowed_addresses: string[] | null;
  last_four: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  revoked_at: string | null;
}

export interface SetupLinkRow {
  tenant_id: number;
  id: number;
  user_id: number;
  purpose: 'join' | 'reset';
  token_hash: Buffer;
  created_by_user_id: number | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

export interface SpeciesRow {
  tenant_id: number;
  id: number;
  name: string;
  active: boolean;
}

export interface AnimalRow {
  tenant_id: number;
  id: number;
  client_id: number;
  species_id: number | null;
  name: string;
  breed: string | null;
  color: string | null;
  gender: 'female' | 'male' | 'female neutered' | 'male neutered' | null;
  dob: string | null;
  allergies: string | null;
  no_known_allergies: boolean;
  behaviour_notes: string | null;
  notes: string | null;
  active: boolean;
  archived_reason: 'deceased' | 'moved' | 'other' | null;
  created_at: string;
  updated_at: string;
}

export interface AnimalWeightRow {
  tenant_id: number;
  id: number;
  animal_id: number;
  measured_on: string;
  weight_grams: number;
}

export interface ServiceRow {
  tenant_id: number;
  id: number;
  name: string;
  description: string | null;
  base_price_pence: number;
  duration_minutes: number;
  colour: string | null;
  online: boolean;
  display_order: number;
  retired_at: string | null;
}

export interface HolidayRow {
  tenant_id: number;
  id: number;
  name: string | null;
  start_date: string;
  end_date: string;
  is_recurring: boolean;
  created_at: string;
  updated_at: string;
}

export interface CalendarFeedRow {
  tenant_id: number;
  id: number;
  staff_id: number | null;
  shows: 'busy' | 'service' | 'client';
  label: string | null;
  token_hash: Buffer;
  made_by_user_id: number;
  created_at: string;
  revoked_at: string | null;
  last_read_at: string | null;
}

export interface BookingRow {
  tenant_id: number;
  id: number;
  client_id: number;
  animal_id: number;
  service_id: number | null;
  staff_id: number | null;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  starts_at: string;
  price_pence: number;
  status: 'pending' | 'confirmed' | 'in-progress' | 'completed' | 'cancelled';
  is_provisional: boolean;
  staff_accepted: boolean;
  overlap_allowed: boolean;
  notes: string | null;
  staff_notes: string | null;
  source: 'staff' | 'portal';
  paid_pence: number;
  paid_type: PaymentRow['method'] | null;
  created_at: string;
  updated_at: string;
}

export interface BookingFieldRow {
  tenant_id: number;
  id: number;
  field_label: string;
  field_type: 'text' | 'textarea' | 'number' | 'slider' | 'select' | 'checkbox' | 'date';
  field_options: { rows?: number; min?: number; max?: number; step?: number; options?: string[] };
  required: boolean;
  display_order: number;
  retired_at: string | null;
}

export interface BookingFieldValueRow {
  tenant_id: number;
  booking_id: number;
  field_id: number;
  value: string | null;
}

export interface CommsRow {
  tenant_id: number;
  id: number;
  client_id: number | null;
  booking_id: number | null;
  type: 'sms' | 'email';
  status: 'sent' | 'confirmed' | 'pending' | 'failed';
  recipient: string;
  subject: string | null;
  body: string | null;
  provider: string | null;
  provider_reference: string | null;
  kind: MessageKind | null;
  direction: 'out' | 'in';
  deposit_id: number | null;
  dedupe_key: string | null;
  priority: number;
  due_at: string | null;
  attempts: number;
  locked_until: string | null;
  handed_over_at: string | null;
  told_starts_at: string | null;
  sent_at: string | null;
  asked_at: string | null;
  held_back_since: string | null;
  last_error: string | null;
  dismissed_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface FileRow {
  tenant_id: number;
  id: number;
  booking_id: number | null;
  animal_id: number | null;
  client_id: number | null;
  filename: string;
  file_size: number;
  mime_type: string;
  file_type: string | null;
  sha256: Buffer;
  uploaded_by_user_id: number | null;
  uploaded_by_client_id: number | null;
  created_at: string;
}

interface FileContentRow {
  tenant_id: number;
  file_id: number;
  content: Buffer;
}

interface FileThumbnailRow {
  tenant_id: number;
  file_id: number;
  mime_type: string;
  content: Buffer;
}

export interface PaymentRow {
  tenant_id: number;
  id: number;
  /** Null for a deposit that could not be booked. */
  booking_id: number | null;
  deposit_id: number | null;
  kind: 'payment' | 'deposit' | 'refund' | 'void';
  method: 'Cash' | 'Card' | 'BACS';
  amount_pence: number;
  reverses_payment_id: number | null;
  provider: string | null;
  provider_reference: string | null;
  taken_by_user_id: number | null;
  /** Set by a trigger: what the money was for when it was taken. */
  service_id: number | null;
  taken_at: string;
}

export interface DepositRow {
  tenant_id: number;
  id: number;
  client_id: number;
  animal_id: number;
  service_id: number;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
  starts_at: string;
  price_pence: number;
  notes: string | null;
  amount_pence: number;
  currency: string;
  status: 'open' | 'booked' | 'returned' | 'ended';
  held_until: string;
  return_origin: string;
  checkout_key: string;
  checkout_reference: string | null;
  payment_reference: string | null;
  booking_id: number | null;
  unsettled_told_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface NotificationRow {
  tenant_id: number;
  id: number;
  kind:
    | 'booking_request'
    | 'booking_cancelled'
    | 'payment'
    | 'message_failed'
    | 'refund_failed'
    | 'client_confirmed'
    | 'deposit_unsettled'
    | 'deposit_returned'
    | 'client_text';
  booking_id: number | null;
  details: Record<string, string | number>;
  actor_user_id: number | null;
  created_at: string;
}

/** The tables that factories write, and the row of each. */
export interface Tables {
  tenants: TenantRow;
  accounts: AccountRow;
  users: UserRow;
  clients: ClientRow;
  client_logins: ClientLoginRow;
  phone_codes: PhoneCodeRow;
  api_keys: ApiKeyRow;
  setup_links: SetupLinkRow;
  species: SpeciesRow;
  animals: AnimalRow;
  animal_weights: AnimalWeightRow;
  services: ServiceRow;
  holidays: HolidayRow;
  calendar_feeds: CalendarFeedRow;
  bookings: BookingRow;
  booking_fields: BookingFieldRow;
  booking_field_values: BookingFieldValueRow;
  comms: CommsRow;
  notifications: NotificationRow;
  files: FileRow;
  file_contents: FileContentRow;
  file_thumbnails: FileThumbnailRow;
  deposits: DepositRow;
  payments: PaymentRow;
}

/** Columns to write, any of them; an instant also as a Date. What is undefined keeps its default. */
export type Columns<Row> = { [C in keyof Row]?: C extends `${string}_at` ? Row[C] | Date : Row[C] };
