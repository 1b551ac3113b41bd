import type { EntryRecord } from '@burrow/contracts/entry-fields';
import { expect, it } from 'vitest';
import { noText } from './entry-values.ts';
import {
  continued,
  draftOf,
  edited,
  entriesBeside,
  isUnsaved,
  newEntry,
  parsedDraft,
  refreshed,
  toKeep,
  unsavedEntries,
  withVersions,
  type DraftEntry,
  type StoredNotes,
  type VisitDraft,
} from './visit-draft.ts';

const note = (body: string, version: number | null, client_key = 'n'): DraftEntry => ({
  client_key,
  id: version === null ? null : 7,
  version,
  kind: 'note',
  shared: false,
  text: { ...noText, body },
  halfTyped: [],
});
const notes = (...entries: DraftEntry[]): VisitDraft => ({ weight: '', entries });

/** A note as the server has it. */
const record = (body: string, version: number, columns: Partial<EntryRecord> = {}) =>
  ({
    id: 7,
    client_key: 'n',
    kind: 'note',
    shared: '0',
    may_change: '1',
    struck_at: null,
    version,
    body,
    ...columns,
  }) as EntryRecord;
const onServer = (...entries: EntryRecord[]): StoredNotes => ({ weight: null, entries });
const locked = { may_change: '0' } as const;

it('saves entries that are complete and differ from the stored ones', () => {
  const stored = notes(note('Well.', 1));
  expect(unsavedEntries(stored, stored)).toEqual([]);
  const vaccination = newEntry('vaccination');
  const draft = notes(note('Well and bright.', 1), vaccination);
  expect(unsavedEntries(draft, stored)).toEqual([note('Well and bright.', 1)]);
  const chosen = { ...vaccination, text: { ...noText, product: 'Nobivac' } };
  expect(unsavedEntries(notes(note('Well.', 1), chosen), stored)).toEqual([chosen]);
});

it('keeps an incomplete entry on the device', () => {
  const stored = notes(note('', null));
  expect(isUnsaved(stored, stored)).toBe(false);
  const batch = newEntry('vaccination', { batch: 'A1' });
  expect(isUnsaved(notes(note('', null), batch), stored)).toBe(true);
  expect(unsavedEntries(notes(note('', null), batch), stored)).toEqual([]);
});

it('saves no entry with half a date, and keeps the stored date on the device', () => {
  const vaccination = newEntry('vaccination', { product: 'Nobivac', expiry: '2027-01-04' });
  const stored = notes(note('', null), vaccination);
  const half = edited({ ...vaccination, version: 1 }, { expiry: '', batch: 'A1' }, true);
  expect(unsavedEntries(notes(half), stored)).toEqual([]);
  const untouched = newEntry('vaccination', { product: 'Nobivac' });
  const draft = notes(edited(untouched, { expiry: '' }, true));
  expect(isUnsaved(draft, notes(untouched))).toBe(true);
  const onlyHalf = edited({ ...vaccination, version: 1 }, { expiry: '' }, true);
  const [kept] = toKeep(notes(onlyHalf), stored).entries;
  expect(kept).toEqual({ ...vaccination, version: 1 });
  const whole = edited(onlyHalf, { expiry: '2028-01-04' });
  expect(unsavedEntries(notes(whole), stored)).toEqual([whole]);
});

it('saves an empty note with a weight, which belongs to it', () => {
  const empty = notes(note('', null));
  expect(unsavedEntries(empty, empty)).toEqual([]);
  expect(unsavedEntries(empty, empty, true)).toEqual([note('', null)]);
  const stored = notes(note('', 1));
  expect(unsavedEntries(stored, stored, true)).toEqual([]);
});

it('takes the versions of what was saved', () => {
  expect(withVersions(notes(note('a', null)), [{ client_key: 'n', entry_id: 7, version: 1 }])).toEqual(
    notes(note('a', 1)),
  );
});

it('continues with kept notes, and says when someone else changed them', () => {
  const before = notes(note('before', 1));
  const mine = continued(notes(note('mine', 1)), before, onServer(record('before', 1)));
  expect(mine).toEqual({ draft: notes(note('mine', 1)), isStale: false });
  const stale = continued(notes(note('mine', 1)), before, onServer(record('theirs', 2)));
  expect(stale).toEqual({ draft: notes(note('mine', 2)), isStale: true });
  const untouched = continued(before, before, onServer(record('theirs', 2)));
  expect(untouched).toEqual({ draft: notes(note('theirs', 2)), isStale: false });
  // The answer to its first save was lost.
  const lost = continued(notes(note('mine, longer', null)), notes(), onServer(record('mine', 1)));
  expect(lost).toEqual({ draft: notes(note('mine, longer', 1)), isStale: false });
});

it('drops an unchanged entry that was deleted, and shows those added elsewhere', () => {
  const before = notes(note('before', 1));
  const { draft } = continued(before, before, onServer(record('theirs', 1, { client_key: 'other' })));
  expect(draft.entries).toEqual([note('theirs', 1, 'other')]);
});

it.each([
  ['locked', onServer(record('before', 1, locked))],
  ['struck through', onServer(record('before', 2, { ...locked, struck_at: '2026-01-14T09:30:00Z' }))],
  ['deleted', onServer()],
])('keeps what was typed into a note that is %s by now as a new note', (_name, now) => {
  const before = notes(note('before', 1));
  const { draft, isStale } = continued(notes(note('before, and mine', 1)), before, now);
  expect([draft.entries, isStale]).toMatchObject([
    [{ id: null, version: null, kind: 'note', text: { body: 'before, and mine' } }],
    false,
  ]);
  expect(draft.entries[0]?.client_key).not.toBe('n');
  expect(isUnsaved(draft, draftOf(now))).toBe(true);
});

it('keeps what was typed into a locked vaccination as a note, and not as a second vaccination', () => {
  const given = (batch: string): DraftEntry => ({
    ...note('', 1),
    kind: 'vaccination',
    text: { ...noText, product: 'Nobivac', medicine_id: '5', batch, next_due_on: '2027-01-14' },
  });
  const now = onServer(record('', 1, { ...locked, kind: 'vaccination', product: 'Nobivac', medicine_id: 5 }));
  const { draft } = continued(notes(given('B77')), notes(given('')), now);
  const body = 'Product: Nobivac\nBatch: B77\nNext due on: 2027-01-14';
  expect(draft.entries).toMatchObject([{ kind: 'note', id: null, text: { title: 'Vaccination', body } }]);
});

it('keeps nothing of a locked note that says what was typed', () => {
  const { draft } = continued(
    notes(note('mine', 1)),
    notes(note('before', 1)),
    onServer(record('mine', 2, locked)),
  );
  expect(draft.entries).toMatchObject([{ id: null, text: noText }]);
});

it('shows the stored weight, unless another was typed', () => {
  const weighed = { ...onServer(), weight: '12.4' };
  expect(continued(notes(), notes(), weighed).draft.weight).toBe('12.4');
  expect(continued({ ...notes(), weight: '9' }, notes(), weighed).draft.weight).toBe('9');
  expect(continued(notes(), { ...notes(), weight: '8' }, weighed).draft.weight).toBe('');
});

it('shows what others saved meanwhile, where nothing was typed', () => {
  const saved = notes(note('a', 1), note('b', 1, 'm'));
  const draft = notes(note('a', 1), note('b, mine', 1, 'm'));
  const now = { ...onServer(record('a2', 2), record('b2', 2, { client_key: 'm' })), weight: '12.4' };
  expect(refreshed({ draft, saved }, now, onServer())).toEqual({
    draft: { weight: '12.4', entries: [note('a2', 2), note('b, mine', 1, 'm')] },
    saved: { weight: '12.4', entries: [note('a2', 2), note('b', 1, 'm')] },
  });
  const typed = { ...draft, weight: '9' };
  expect(refreshed({ draft: typed, saved }, now, onServer())).toMatchObject({
    draft: { weight: '9' },
    saved: { weight: '' },
  });
});

it('keeps its own later notes when an older answer arrives', () => {
  const own = { ...notes(note('a2', 2), note('b', 1, 'm')), weight: '12.0' };
  const older = onServer(record('a', 1));
  expect(refreshed({ draft: own, saved: own }, older, onServer())).toEqual({ draft: own, saved: own });
  // The server writes the same weight as 12.
  const weighed = { ...onServer(record('a2', 2)), weight: '12' };
  expect(refreshed({ draft: own, saved: own }, weighed, older)).toEqual({ draft: own, saved: own });
});

it('leaves entries beside the form that it can’t change, and those that were added elsewhere', () => {
  const mine = notes(note('a', 1));
  const struck = record('a', 2, { ...locked, struck_at: '2026-01-14T09:30:00Z' });
  const added = record('b', 1, { client_key: 'b' });
  expect(entriesBeside(mine, onServer(record('a', 1), added))).toEqual([added]);
  expect(entriesBeside(mine, onServer(struck))).toEqual([struck]);
  expect(refreshed({ draft: mine, saved: mine }, onServer(struck), onServer()).draft.entries).toMatchObject([
    { id: null, text: noText },
  ]);
});

it('ignores a kept draft of another form', () => {
  expect(parsedDraft({ weight: '3' })).toBeNull();
  expect(parsedDraft({ weight: '3', entries: [{ client_key: 'n' }] })).toBeNull();
  const kept = { ...notes(note('a', 1)), before: notes(note('b', 1)) };
  expect(parsedDraft(kept)).toEqual(kept);
  expect(parsedDraft(notes(note('a', 1)))).toEqual({ ...notes(note('a', 1)), before: notes() });
});
