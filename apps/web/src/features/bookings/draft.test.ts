import { expect, it } from 'vitest';
import { dropDraft, keepDraft, keptDraft, type Draft } from './draft.ts';

const owner = { tenantId: 1, userId: 5 };
const draft: Draft = {
  clientId: 3,
  animalId: null,
  values: {
    service_id: '1',
    staff_id: '',
    booking_date: '2026-11-22',
    booking_time: '09:30',
    duration_minutes: '30',
    price: '45.00',
    notes: 'Ring first',
    tells: true,
  },
};

function tab() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

it('gives a draft back to the one who wrote it, until it is dropped', () => {
  const storage = tab();
  expect(keptDraft(storage, owner)).toBeNull();
  keepDraft(storage, owner, draft);
  expect(keptDraft(storage, owner)).toEqual(draft);
  dropDraft(storage);
  expect(keptDraft(storage, owner)).toBeNull();
});

it.each([
  { tenantId: 1, userId: 6 },
  { tenantId: 2, userId: 5 },
])('shows it to nobody else and forgets it then', (other) => {
  const storage = tab();
  keepDraft(storage, owner, draft);
  expect(keptDraft(storage, other)).toBeNull();
  expect(keptDraft(storage, owner)).toBeNull();
});

it('overlooks what it can not read', () => {
  const storage = tab();
  storage.setItem('bookingDraft', '{"owner":');
  expect(keptDraft(storage, owner)).toBeNull();
});
