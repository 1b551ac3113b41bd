import type { ClientRecord } from '@burrow/contracts/client';
import { expect, test } from 'vitest';
import { clientChanges, emptyClient, newClient, valuesOf } from './client-values.ts';

const ann: ClientRecord = {
  id: 7,
  name: 'Ann Lee',
  email: null,
  phone: '07700900001',
  address: '1 Mill Lane',
  notes: null,
  likes_sms: '1',
  likes_email: '0',
  likes_push: '1',
  likes_recall: '1',
  active: '1',
  created_at: '2026-01-14T09:00:00.000Z',
  updated_at: '2026-01-14T09:00:00.000Z',
  alert: null,
};

test('a client is shown without gaps, and nothing is changed by looking', () => {
  expect(valuesOf(ann)).toMatchObject({ email: '', notes: '', likes_sms: true, likes_email: false });
  expect(clientChanges(valuesOf(ann), valuesOf(ann))).toBeNull();
  expect(clientChanges(valuesOf(ann), { ...valuesOf(ann), name: ' Ann Lee ' })).toBeNull();
});

test('only what was changed is sent, and what was emptied is cleared', () => {
  const before = valuesOf(ann);
  const after = { ...before, phone: ' ', email: 'ann@example.com ', likes_email: true };
  expect(clientChanges(before, after)).toEqual({ phone: null, email: 'ann@example.com', likes_email: '1' });
  expect(clientChanges(before, { ...before, likes_push: false })).toEqual({ likes_push: '0' });
});

test('a new client gets messages by default', () => {
  expect(newClient({ ...emptyClient, name: 'Ann' })).toMatchObject({ likes_sms: '1', likes_email: '1' });
});
