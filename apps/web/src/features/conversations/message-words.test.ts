import type { ConversationMessage } from '@burrow/contracts/conversation';
import { describe, expect, it } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import { byDay, messageAuthor, messageName, messageState, previewOf } from './message-words.ts';

const now = new Date('2026-11-24T22:10:00Z');
const formats = formatsFor(defaultPracticeLocale, () => now);
const message: ConversationMessage = {
  message_id: 1,
  at: '2026-11-24T10:00:00.000Z',
  direction: 'out',
  channel: 'sms',
  status: 'sent',
  automatic: '0',
  kind: 'own_words',
  author: 'Sam Okafor',
  subject: null,
  body: 'See you then',
  due_at: null,
  last_error: null,
  booking_id: null,
  files: [],
  deleted_files: [],
};

describe('the state of a message', () => {
  it.each([
    [{ status: 'received' }, undefined],
    [{ status: 'sent' }, 'Sent'],
    [{ status: 'delivered' }, 'Delivered'],
    [{ status: 'failed', last_error: 'Unknown number.' }, 'Not delivered: Unknown number.'],
    [{ status: 'failed' }, 'Not delivered: The provider gave no reason.'],
    [{ status: 'queued' }, 'Sending'],
    [{ status: 'queued', due_at: '2026-11-24T22:10:03.000Z' }, 'Sending'],
    [{ status: 'queued', due_at: '2026-11-24T22:30:00.000Z' }, 'Queued until 22:30'],
    [{ status: 'queued', due_at: '2026-11-25T08:00:00.000Z' }, 'Queued until Wed 25 Nov, 08:00'],
    [{ status: 'queued', due_at: '2026-11-24T22:12:00.000Z', last_error: 'Busy.' }, 'Retrying at 22:12'],
  ] as const)('%j is %j', (change, label) => {
    expect(messageState({ ...message, ...change }, now, formats)?.label).toBe(label);
  });
});

it('says before the latest message how far it got', () => {
  const row = {
    client_id: 1,
    client_name: 'Ann Baker',
    archived: '0',
    unread: '0',
    assignee_id: null,
    assignee: null,
    last_at: message.at,
    last_direction: 'out',
    last_channel: 'sms',
    last_text: 'See you then',
  } as const;
  const statuses = ['queued', 'sent', 'delivered', 'failed', 'received'] as const;
  expect(statuses.map((last_status) => previewOf({ ...row, last_status }))).toEqual([
    'Queued: See you then',
    'Sent: See you then',
    'Sent: See you then',
    'Not delivered: See you then',
    'See you then',
  ]);
});

it('names a message by what it is and who it is from', () => {
  const reminder = { ...message, automatic: '1', kind: 'booking_reminder', author: null } as const;
  expect(messageName(message)).toBe('Text');
  expect(messageName(reminder)).toBe('Reminder · Text');
  expect(messageName({ ...reminder, kind: null })).toBe('Automatic message · Text');
  const outOfOffice = { ...message, direction: 'in', channel: 'email', automatic: '1', kind: null } as const;
  expect(messageName(outOfOffice)).toBe('Automatic reply · Email');
  expect(messageAuthor(outOfOffice, 'Ann Baker')).toBe('Ann Baker');
  expect(messageAuthor(message, 'Ann Baker')).toBe('Sam Okafor');
  expect(messageAuthor(reminder, 'Ann Baker')).toBe('Burrow');
  expect(messageAuthor({ ...message, direction: 'in' }, 'Ann Baker')).toBe('Ann Baker');
});

it('groups messages by day in their order', () => {
  const next = { ...message, message_id: 2, at: '2026-11-25T09:00:00.000Z' };
  const days = byDay([message, { ...message, message_id: 3 }, next], (at) => at.slice(0, 10));
  expect(days.map(({ day, messages }) => [day, messages.map(({ message_id: id }) => id)])).toEqual([
    ['2026-11-24', [1, 3]],
    ['2026-11-25', [2]],
  ]);
});
