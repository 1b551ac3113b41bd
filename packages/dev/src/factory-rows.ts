import type { Schema } from '../../../apps/api/src/db/schema.ts';

export type TenantRow = Schema['tenants'];
export type AccountRow = Schema['accounts'];
export type UserRow = Schema['users'];
export type ClientRow = Schema['clients'];
export type ClientLinkRow = Schema['client_links'];
export type PhoneCodeRow = Schema['phone_codes'];
export type SetupLinkRow = Schema['setup_links'];
export type SpeciesRow = Schema['species'];
export type AnimalRow = Schema['animals'];
export type AnimalWeightRow = Schema['animal_weights'];
export type CareTypeRow = Schema['care_types'];
export type CareDueRow = Schema['care_due'];
export type ServiceRow = Schema['services'];
export type HolidayRow = Schema['holidays'];
export type WorkPatternRow = Schema['work_patterns'];
export type WorkRangeRow = Schema['work_ranges'];
export type ShiftRow = Schema['shifts'];
export type ShiftRangeRow = Schema['shift_ranges'];
export type AbsenceRow = Schema['absences'];
export type ResourceRow = Schema['resources'];
export type CalendarFeedRow = Schema['calendar_feeds'];
export type BookingRow = Schema['bookings'];
export type BookingChangeRow = Schema['booking_changes'];
export type BookingFieldRow = Schema['booking_fields'];
export type BookingFieldValueRow = Schema['booking_field_values'];
export type CommsRow = Schema['comms'];
export type NotificationRow = Schema['notifications'];
export type FileRow = Schema['files'];
export type MedicineRow = Schema['medicines'];
export type NoteTemplateRow = Schema['note_templates'];
export type EntryRow = Schema['entries'];
export type EntryAddendumRow = Schema['entry_addenda'];
export type DepositRow = Schema['deposits'];
export type PaymentRow = Schema['payments'];

/** Columns to write; an instant also as a Date. An undefined one takes its default. */
export type Columns<Row> = { [C in keyof Row]?: C extends `${string}_at` ? Row[C] | Date : Row[C] };
