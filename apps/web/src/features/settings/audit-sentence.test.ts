import type { AuditLogEntry } from '@burrow/contracts/audit-log';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
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
      'Ada changed the client Ann Miller: phone, likes sms',
    );
    expect(said({ action: 'booking_create', entity: 'booking', entity_name: 'Appointment 12' })).toBe(
      'Ada booked Appointment 12',
    );
    expect(said({ action: 'tenant_update', entity: 'practice', entity_id: null, entity_name: null })).toBe(
      'Ada changed the settings of the practice',
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

  it('names what is gone by what was written down of it', () => {
    const gone = { action: 'holiday_delete', entity: 'holiday', entity_name: null };
    expect(said({ ...gone, details: '{"name": "Easter"}' })).toBe('Ada deleted the holiday Easter');
    expect(said(gone)).toBe('Ada deleted the holiday number 3');
  });

  it('names whoever did it, also from outside the practice', () => {
    const nobody = { user_id: null, user_name: null };
    expect(said({ ...nobody, client_name: 'Ann Miller', action: 'logout' })).toBe('Ann Miller signed out');
    expect(said({ ...nobody, action: 'superadmin/practice_suspend', details: '{"by": "Root"}' })).toBe(
      'Root suspended the practice',
    );
  });

  it('has words for every action that is written down, and a filter for every kind of record', () => {
    const audited = actionNames.flatMap((action) => {
      const { audit } = actionNamed(action);
      return audit ? [{ action, entity: audit.entity }] : [];
    });
    expect(audited.filter((line) => said(line).includes('did “'))).toEqual([]);
    const kinds = new Set<string>(auditEntities.map(({ value }) => value));
    expect(audited.filter(({ entity }) => !kinds.has(entity))).toEqual([]);
  });
});
