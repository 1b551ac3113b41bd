import type { AuditLogEntry } from '@burrow/contracts/audit-log';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import { detailLines } from './audit-details.ts';
import { auditEntities, auditSentence } from './audit-sentence.ts';

const entry = (columns: Partial<AuditLogEntry>): AuditLogEntry => ({
  id: 1,
  at: '2026-01-14T09:00:00.000Z',
  user_id: 2,
  user_name: 'Ada',
  client_id: null,
  client_name: null,
  action: 'client_update',
  entity: 'client',
  entity_id: 3,
  entity_name: 'Ann Miller',
  details: null,
  ...columns,
});

const said = (columns: Partial<AuditLogEntry>): string => {
  const { who, what, record, more } = auditSentence(entry(columns));
  return `${[who, what, record].filter(Boolean).join(' ')}${more}`;
};

describe('a line of the audit log', () => {
  it('is a sentence', () => {
    expect(said({ details: '{"changed": ["phone", "likes_sms"]}' })).toBe(
      'Ada changed the client Ann Miller: phone, messages by SMS',
    );
    expect(
      said({
        action: 'booking_type_update',
        entity: 'service',
        entity_name: 'Dental',
        details: '{"changed": ["description", "color"]}',
      }),
    ).toBe('Ada changed the service Dental: description, colour');
    expect(said({ action: 'service_resources_set', entity: 'service', entity_name: 'Dental' })).toBe(
      'Ada changed the rooms and equipment of the service Dental',
    );
    expect(said({ action: 'resource_retire', entity: 'resource', entity_name: 'Theatre' })).toBe(
      'Ada archived Theatre',
    );
    expect(
      said({ action: 'team/update', entity: 'user', entity_name: 'Sam', details: '{"changed": []}' }),
    ).toBe('Ada changed Sam (no changes)');
    expect(said({ details: '{"changed": ["phone"], "by_key": "Website"}' })).toBe(
      'Ada (using API key Website) changed the client Ann Miller: phone',
    );
    const ended = { action: 'team/session_revoke', entity: 'user', entity_name: 'Sam' };
    expect(said(ended)).toBe('Ada ended a session of Sam');
    expect(said({ ...ended, details: '{"kind": "integration", "name": "Website"}' })).toBe(
      'Ada revoked an API key of Sam: Website',
    );
    const made = { entity: 'api_key', entity_name: null, details: '{"name": "Website"}' };
    expect(said({ ...made, action: 'api_key/create' })).toBe('Ada created the API key Website');
    expect(said({ action: 'booking_create', entity: 'booking', entity_name: 'Appointment 12' })).toBe(
      'Ada booked Appointment 12',
    );
    const kept = { entity: 'booking', entity_name: 'Appointment 12' };
    expect(said({ ...kept, action: 'rota_conflict_keep' })).toBe('Ada kept Appointment 12 as it is');
    expect(said({ ...kept, action: 'rota_conflict_unkeep' })).toBe(
      'Ada put Appointment 12 back on the list of appointments that need attention',
    );
    const byServer = { entity: 'offer', user_id: null, user_name: null };
    expect(said({ ...byServer, action: 'offer_make' })).toBe('Burrow made the waitlist offer to Ann Miller');
    expect(said({ ...byServer, action: 'offer_lapse' })).toBe(
      'Burrow ended the waitlist offer to Ann Miller because its time ran out',
    );
    const pet = { entity: 'animal', entity_name: 'Bella', user_id: null, user_name: null };
    expect(said({ ...pet, action: 'cp/record', client_id: 3, client_name: 'Ann Miller' })).toBe(
      'Ann Miller opened the health record of the animal Bella',
    );
    expect(said({ action: 'tenant_update', entity: 'practice', entity_id: null, entity_name: null })).toBe(
      'Ada changed the practice settings',
    );
    expect(
      said({
        action: 'message_template_update',
        entity: 'message_template',
        entity_id: null,
        entity_name: null,
        details: '{"kind": "booking_reminder", "channel": "sms"}',
      }),
    ).toBe('Ada changed the message Reminder (SMS)');
  });

  it('names a deleted record by its logged name', () => {
    const gone = { action: 'holiday_delete', entity: 'holiday', entity_name: null };
    expect(said({ ...gone, details: '{"name": "Easter"}' })).toBe('Ada deleted the holiday Easter');
    expect(said(gone)).toBe('Ada deleted a holiday');
  });

  it('reports that all failed messages were resent', () => {
    const resent = { action: 'messages/resend_all', entity: 'message', entity_id: null, entity_name: null };
    expect(said({ ...resent, details: '{"messages": 12}' })).toBe('Ada resent all failed messages');
  });

  it('explains changes in people’s words', () => {
    const practice = { action: 'tenant_update', entity: 'practice', entity_id: null, entity_name: null };
    expect(said({ ...practice, details: '{"changed": ["fts_complete"]}' })).toBe(
      'Ada finished the first-time setup',
    );
    expect(said({ ...practice, details: '{"changed": ["business_hours", "color"]}' })).toBe(
      'Ada changed the practice settings: opening hours, colour',
    );
    const animal = { entity: 'animal', entity_name: 'Rex' };
    expect(said({ ...animal, action: 'animal_archive', details: '{"reason": "moved"}' })).toBe(
      'Ada archived the animal Rex (moved away)',
    );
    expect(said({ ...animal, action: 'animal_restore', details: '{"changed": ["archived_at"]}' })).toBe(
      'Ada restored the animal Rex',
    );
    const invited = { action: 'team/invite', entity: 'user', entity_name: null };
    expect(said({ ...invited, details: '{"email": "lee@vet.test"}' })).toBe('Ada invited lee@vet.test');
    expect(said(invited)).toBe('Ada invited a team member');
  });

  it('shows only details for people', () => {
    const formats = formatsFor(defaultPracticeLocale);
    const lines = (details: string) => detailLines({ ...entry({}), details }, formats);
    expect(lines('{"changed": ["phone"], "animal_id": 4, "file_size": 5}')).toEqual([]);
    expect(
      lines('{"reason": "deceased", "cancelled_bookings": [7, 9], "measured_on": "2024-06-02"}'),
    ).toEqual([
      { label: 'Reason', value: 'Deceased' },
      { label: 'Cancelled', value: 'Appointment 7, Appointment 9' },
      { label: 'Day', value: '2 Jun 2024' },
    ]);
    expect(lines('{"is_on": true}')).toEqual([{ label: 'Turned', value: 'On' }]);
    expect(lines('{"is_on": false}')).toEqual([{ label: 'Turned', value: 'Off' }]);
    expect(lines('{"required": false}')).toEqual([{ label: 'Required', value: 'No longer' }]);
    expect(lines('{"required_from": "2026-01-20T09:00:00.000Z"}')).toMatchObject([
      { label: 'Required from', value: expect.stringContaining('20 Jan 2026') },
    ]);
    expect(lines('{"purpose": "join"}')).toEqual([{ label: 'Link for', value: 'Invitation' }]);
  });

  it('names the person, even from outside the practice', () => {
    const noUser = { user_id: null, user_name: null };
    expect(said({ ...noUser, client_name: 'Ann Miller', action: 'logout' })).toBe('Ann Miller signed out');
    expect(said({ ...noUser, action: 'superadmin/practice_suspend', details: '{"by": "Root"}' })).toBe(
      'Root suspended the practice',
    );
  });

  it('names pet owners and their actions in the portal', () => {
    const owner = { user_id: null, user_name: null, client_id: 3, client_name: 'Ann Miller' };
    const own = { ...owner, entity: 'client', entity_id: 3, entity_name: 'Ann Miller' };
    expect(said({ ...own, action: 'auth_customer' })).toBe('Ann Miller signed in to the portal');
    const passkey = { ...own, details: '{"passkey": "Chrome on Android"}' };
    expect(said({ ...passkey, action: 'cp/passkey/confirm' })).toBe(
      'Ann Miller added a passkey for the portal',
    );
    expect(said({ ...own, action: 'cp/push/subscribe' })).toBe(
      'Ann Miller turned on notifications on a device',
    );
    expect(said({ ...own, action: 'cp/push/unsubscribe' })).toBe(
      'Ann Miller turned off notifications on a device',
    );
    expect(
      said({ ...own, user_id: null, client_id: null, client_name: null, action: 'portal_passkey_refused' }),
    ).toBe('Burrow refused a portal passkey of the client Ann Miller');
    expect(said({ ...own, action: 'cp/register/complete' })).toBe('Ann Miller signed up for the portal');
    expect(said({ ...own, action: 'cp/code/verify' })).toBe('Ann Miller signed in to the portal with a code');
    expect(said({ ...own, action: 'cp/link/verify' })).toBe(
      'Ann Miller signed in to the portal with a link and a code',
    );
    expect(said({ ...own, action: 'cp/password/reset/complete' })).toBe(
      'Ann Miller chose a new password for the portal',
    );
    expect(said({ ...own, action: 'cp/client_update', details: '{"changed": ["phone", "likes_sms"]}' })).toBe(
      'Ann Miller changed their own details: phone, messages by SMS',
    );
    const pet = { ...owner, entity: 'animal', entity_id: 4, entity_name: 'Rex' };
    expect(said({ ...pet, action: 'cp/animal_create' })).toBe('Ann Miller added the animal Rex');
    expect(said({ ...pet, action: 'cp/animal_update', details: '{"changed": ["dob"]}' })).toBe(
      'Ann Miller changed the animal Rex: date of birth',
    );
    const request = { entity: 'booking', entity_id: 12, entity_name: 'Appointment 12' };
    expect(said({ ...owner, ...request, action: 'cp/booking_create' })).toBe(
      'Ann Miller requested Appointment 12',
    );
    for (const [action, details, words] of [
      ['cp/booking_cancel', '{"outcome": "cancelled"}', 'cancelled'],
      ['cp/booking_cancel', '{"outcome": "asked"}', 'asked to cancel'],
      ['cp/booking_move', '{"outcome": "moved"}', 'moved'],
      ['cp/booking_move', '{"outcome": "asked"}', 'asked to move'],
      ['cp/booking_change_withdraw', null, 'withdrew the request to change'],
    ] as const) {
      expect(said({ ...owner, ...request, action, details })).toBe(`Ann Miller ${words} Appointment 12`);
    }
    for (const [action, details, words] of [
      ['booking_change_answer', '{"kind": "move", "answer": "accept"}', 'accepted the request to move'],
      ['booking_change_answer', '{"kind": "cancel", "answer": "decline"}', 'declined the request to cancel'],
      ['booking_decline', null, 'declined the request for'],
      ['booking_fee_waive', null, 'waived the cancellation fee of'],
    ] as const) {
      expect(said({ ...request, action, details })).toBe(`Ada ${words} Appointment 12`);
    }
    const file = { ...owner, entity: 'file', entity_id: 5, entity_name: 'lump.jpg' };
    expect(said({ ...file, action: 'file/cp_upload' })).toBe('Ann Miller added the file lump.jpg');
    const gone = { entity_name: null, details: '{"filename": "lump.jpg"}' };
    expect(said({ ...file, ...gone, action: 'file/cp_delete' })).toBe('Ann Miller deleted the file lump.jpg');
  });

  it('describes payments and refunds', () => {
    const money = { entity: 'payment', entity_id: 7, entity_name: null };
    const details = '{"booking_id": 12, "amount": "20.00", "method": "Cash", "note": "Overcharged"}';
    expect(said({ ...money, action: 'payment_record', details })).toBe(
      'Ada recorded a payment for Appointment 12',
    );
    expect(auditSentence(entry({ ...money, action: 'payment_refund', details })).to).toBe(
      '/admin/booking/12',
    );
    expect(said({ ...money, action: 'payment_void', details: null })).toBe('Ada voided a payment');
    expect(detailLines({ ...entry({}), details }, formatsFor(defaultPracticeLocale))).toEqual([
      { label: 'Amount', value: '£20.00' },
      { label: 'Method', value: 'Cash' },
      { label: 'Note', value: 'Overcharged' },
    ]);
    const deposit = {
      user_id: null,
      user_name: null,
      client_id: 3,
      client_name: 'Ann Miller',
      action: 'cp/payment/create_checkout',
      entity: 'deposit',
      entity_name: null,
    };
    expect(said({ ...deposit, details: '{"deposit_id": 4}' })).toBe('Ann Miller started a deposit payment');
    expect(said({ ...deposit, details: '{"deposit_id": 4, "paid_pence": 1000}' })).toBe(
      'Ann Miller paid a deposit that is being refunded because the time could not be booked',
    );
    const aside = { action: 'message_dismiss', entity: 'message', entity_name: null };
    expect(said({ ...aside, details: '{"dismissed": true}' })).toBe('Ada dismissed a failed message');
    expect(said({ ...aside, details: '{"dismissed": false}' })).toBe('Ada restored a dismissed message');
    const booking = { entity: 'booking', entity_id: 12, entity_name: 'Appointment 12' };
    expect(said({ ...booking, action: 'booking_ready_collect' })).toBe(
      'Ada sent a ready-for-collection message for Appointment 12',
    );
    expect(
      said({
        action: 'tenant_update',
        entity: 'practice',
        entity_name: null,
        details: '{"changed": ["reminder_hours", "quiet_from", "quiet_until", "sms_daily_cap"]}',
      }),
    ).toBe(
      'Ada changed the practice settings: reminders, quiet hours start, quiet hours end, daily text limit',
    );
  });

  it('has words for every logged action, and a filter for every kind of record', () => {
    const audited = actionNames.flatMap((action) => {
      const { audit } = actionNamed(action);
      return audit ? [{ action, entity: audit.entity }] : [];
    });
    expect(audited.filter((line) => said(line).includes('used “'))).toEqual([]);
    const kinds = new Set<string>(auditEntities.map(({ value }) => value));
    expect(audited.filter(({ entity }) => !kinds.has(entity))).toEqual([]);
  });
});
