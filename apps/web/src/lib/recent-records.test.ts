import { maxRecent } from '@burrow/contracts/search-limits';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DraftStorage } from './drafts.ts';
import { forgetRecordsExcept, recentRecords, recordAt, rememberRecord } from './recent-records.ts';

const ann = { tenantId: 1, userId: 5 };
const annElsewhere = { tenantId: 2, userId: 8 };
const ben = { tenantId: 1, userId: 6 };

let stored: Map<string, string>;
let storage: DraftStorage;
beforeEach(() => {
  stored = new Map();
  storage = {
    get length() {
      return stored.size;
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
});

const client = (id: number) => ({ kind: 'client', id }) as const;

describe('the records viewed last', () => {
  it('are kept newest first, each once, for each person in each practice', () => {
    rememberRecord(storage, ann, client(1));
    rememberRecord(storage, ann, { kind: 'animal', id: 1 });
    rememberRecord(storage, ann, client(1));
    rememberRecord(storage, ben, client(3));
    expect(recentRecords(storage, ann)).toEqual([client(1), { kind: 'animal', id: 1 }]);
    expect(recentRecords(storage, ben)).toEqual([client(3)]);
    expect(recentRecords(storage, annElsewhere)).toEqual([]);
  });

  it('are the last eight', () => {
    for (let id = 1; id <= 10; id += 1) rememberRecord(storage, ann, client(id));
    const kept = recentRecords(storage, ann);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([maxRecent, client(10), client(3)]);
  });

  it('are removed except those of the given people', () => {
    stored.set('auth', '{}');
    for (const owner of [ann, annElsewhere, ben]) rememberRecord(storage, owner, client(1));
    forgetRecordsExcept(storage, [ann, annElsewhere]);
    expect([ann, annElsewhere, ben].map((owner) => recentRecords(storage, owner).length)).toEqual([1, 1, 0]);
    forgetRecordsExcept(storage, []);
    expect([...stored.keys()]).toEqual(['auth']);
  });

  it.each(['', '{', '12', '{}', '[{"kind":"user","id":1},{"kind":"client","id":"1"},null]'])(
    'are none when the storage holds %j',
    (text) => {
      stored.set('recent:1:5', text);
      expect(recentRecords(storage, ann)).toEqual([]);
    },
  );
});

it.each([
  ['/admin/client/12', { kind: 'client', id: 12 }],
  ['/admin/animal/3', { kind: 'animal', id: 3 }],
  ['/admin/booking/9', { kind: 'booking', id: 9 }],
  ['/admin/booking/create', null],
  ['/admin/client/0', null],
  ['/admin/client/12/more', null],
  ['/admin/clients', null],
  ['/admin/import/4', null],
])('the page at %s shows the record %o', (pathname, record) => {
  expect(recordAt(pathname)).toEqual(record);
});
