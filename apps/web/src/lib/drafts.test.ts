import { expect, it } from 'vitest';
import { dropDraft, dropDraftsExcept, keepDraft, keptDraft, type DraftStorage } from './drafts.ts';

const owner = { tenantId: 1, userId: 5 };
/** The same person in another practice. */
const elsewhere = { tenantId: 2, userId: 8 };
const place = { owner, name: 'booking /admin/booking/create?client_id=3', today: '2026-11-22' };
const draft = { notes: 'Ring first' };

function tab(): DraftStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

it('returns a draft at its address until it is dropped', () => {
  const storage = tab();
  expect(keptDraft(storage, place)).toBeNull();
  keepDraft(storage, place, draft);
  expect(keptDraft(storage, place)).toEqual(draft);
  dropDraft(storage, place);
  expect(keptDraft(storage, place)).toBeNull();
});

it('keeps a draft without a day on any day', () => {
  const storage = tab();
  const lasting = { ...place, name: 'message 3', today: null };
  keepDraft(storage, lasting, draft);
  expect(keptDraft(storage, lasting)).toEqual(draft);
  keepDraft(storage, { ...lasting, today: '2026-11-22' }, draft);
  expect(keptDraft(storage, lasting)).toEqual(draft);
  dropDraftsExcept(storage, []);
  expect(keptDraft(storage, lasting)).toBeNull();
});

it.each([
  ['another address', { ...place, name: 'booking /admin/booking/create?client_id=4' }],
  ['another person', { ...place, owner: { tenantId: 1, userId: 6 } }],
  ['another practice', { ...place, owner: { tenantId: 2, userId: 5 } }],
])('keeps a draft from %s', (_name, other) => {
  const storage = tab();
  keepDraft(storage, place, draft);
  expect(keptDraft(storage, other)).toBeNull();
  expect(keptDraft(storage, place)).toEqual(draft);
});

it("expires a draft at the end of the practice's day", () => {
  const storage = tab();
  keepDraft(storage, place, draft);
  expect(keptDraft(storage, { ...place, today: '2026-11-23' })).toBeNull();
  expect(storage.length).toBe(0);
});

it('removes the drafts of other people, and all of them on request, and nothing else', () => {
  const storage = tab();
  storage.setItem('other', '1');
  keepDraft(storage, place, draft);
  keepDraft(storage, { ...place, owner: { tenantId: 1, userId: 55 } }, draft);
  keepDraft(storage, { ...place, owner: elsewhere }, draft);
  dropDraftsExcept(storage, [owner, elsewhere]);
  expect(storage.length).toBe(3);
  expect(keptDraft(storage, place)).toEqual(draft);
  expect(keptDraft(storage, { ...place, owner: elsewhere })).toEqual(draft);
  dropDraftsExcept(storage, []);
  expect([storage.length, storage.getItem('other')]).toEqual([1, '1']);
});

it.each(['{"day":', '7', '"text"', '{"day":"2026-11-22"}'])('ignores what it cannot read: %s', (written) => {
  const storage = tab();
  keepDraft(storage, place, draft);
  storage.setItem(storage.key(0) ?? '', written);
  expect(keptDraft(storage, place)).toBeNull();
  expect(storage.length).toBe(0);
});
