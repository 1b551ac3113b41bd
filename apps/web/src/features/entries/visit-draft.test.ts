import { expect, it } from 'vitest';
import { noText } from './entry-values.ts';
import {
  continued,
  isUnsaved,
  newEntry,
  parsedDraft,
  unsavedEntries,
  withVersions,
  type DraftEntry,
  type VisitDraft,
} from './visit-draft.ts';

const note = (body: string, version: number | null, client_key = 'n'): DraftEntry => ({
  client_key,
  id: version === null ? null : 7,
  version,
  kind: 'note',
  shared: false,
  text: { ...noText, body },
});
const notes = (...entries: DraftEntry[]): VisitDraft => ({ weight: '', entries });

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
  const mine = continued(notes(note('mine', 1)), notes(note('before', 1)));
  expect(mine).toEqual({ draft: notes(note('mine', 1)), isStale: false });
  const stale = continued(notes(note('mine', 1)), notes(note('theirs', 2)));
  expect(stale).toEqual({ draft: notes(note('mine', 2)), isStale: true });
  // The answer to its first save was lost.
  const lost = continued(notes(note('mine, longer', null)), notes(note('mine', 1)));
  expect(lost).toEqual({ draft: notes(note('mine, longer', 1)), isStale: false });
});

it('drops a kept entry that was deleted, and shows those added elsewhere', () => {
  const { draft } = continued(notes(note('mine', 1)), notes(note('theirs', 1, 'other')));
  expect(draft.entries).toEqual([note('theirs', 1, 'other')]);
});

it('ignores a kept draft of another form', () => {
  expect(parsedDraft({ weight: '3' })).toBeNull();
  expect(parsedDraft({ weight: '3', entries: [{ client_key: 'n' }] })).toBeNull();
  expect(parsedDraft(notes(note('a', 1)))).toEqual(notes(note('a', 1)));
});
