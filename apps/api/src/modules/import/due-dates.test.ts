import { expect, it } from 'vitest';
import { makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { animalNamed, dueDatesIn, makeRex, rexRow } from '../../testing/imported-vaccinations.ts';
import {
  beginImport,
  checkImport,
  dieBehind,
  importFile,
  importOf,
  problemsOf,
  undoImport,
  uploadImport,
} from '../../testing/imports.ts';
import { workOnImport } from './job.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const dueFile = (...rows: string[]): string =>
  ['Owner,Mobile,Pet name,Species,Due date,Recall type', ...rows].join('\n');
const others = Array.from({ length: 300 }, (_, index) => `Client ${index},,Dog ${index},Dog,,`);

it('adds a due date of each recall type to an animal of the file, in several rows', async () => {
  const practice = await makePractice(db());
  await makeCareType(db(), { tenant: practice.tenant, name: 'Booster' });
  const file = dueFile(
    rexRow('14/03/2027', 'Booster'),
    rexRow('20/04/2027', 'Worming'),
    rexRow('20/04/2027', 'worming'),
    rexRow('01/05/2027', 'booster'),
  );
  const id = await uploadImport(api, practice, file);
  const { counts } = await checkImport(api, practice, id);
  expect(counts).toMatchObject({ animals_created: 1, duplicate_rows: 2, notice_rows: 1 });
  await beginImport(api, practice, id);
  await api.runJobs();
  expect((await importOf(api, practice, id)).counts).toEqual(counts);
  expect(await dueDatesIn(api, practice, await animalNamed(api, practice, 'Rex'))).toEqual([
    ['Booster', '2027-03-14', 'due', null],
    ['Worming', '2027-04-20', 'due', null],
  ]);
  expect(await problemsOf(api, practice, id, 'notice')).toEqual({
    5: ['-|Rex|The due date wasn’t added, because Rex already has one for “booster”.'],
  });
});

it('adds them also in a later batch, and undoing the import deletes the animal', async () => {
  const practice = await makePractice(db());
  const file = dueFile(rexRow('14/03/2027', 'Booster'), ...others, rexRow('20/04/2027', 'Worming'));
  const id = await uploadImport(api, practice, file);
  await checkImport(api, practice, id);
  await beginImport(api, practice, id);
  const live = await dieBehind(api, 260);
  await api.runJobs();
  await live();
  api.clock.set('2026-01-14T10:00:00Z');
  await workOnImport(api.deps, { tenantId: practice.tenant.id, importId: id }, 'again');
  expect(await importOf(api, practice, id)).toMatchObject({
    status: 'done',
    counts: { duplicate_rows: 0, notice_rows: 0 },
  });
  expect(await dueDatesIn(api, practice, await animalNamed(api, practice, 'Rex'))).toEqual([
    ['Booster', '2027-03-14', 'due', null],
    ['Worming', '2027-04-20', 'due', null],
  ]);
  expect(await undoImport(api, practice, id)).toEqual([]);
});

it('leaves the due date of an animal that the practice has out, and lists its row', async () => {
  const practice = await makePractice(db());
  const animal = await makeRex(api, practice);
  const file = [
    'Owner,Mobile,Pet name,Species,Vaccine,Date given,Vaccination due next,Due date,Recall type',
    rexRow('Nobivac', '03/02/2025', '', '14/03/2027', 'Worming'),
    rexRow('', '', '', '14/03/2027', ''),
  ].join('\n');
  const done = await importFile(api, practice, file, { run: { duplicates: 'fill' } });
  expect(done.counts).toMatchObject({ vaccinations_created: 1, duplicate_rows: 1, notice_rows: 2 });
  expect(await dueDatesIn(api, practice, animal)).toEqual([]);
  const leftOut = '-|Rex|The due date wasn’t added, because Rex is already in Burrow. Add it on Rex’s page.';
  expect(await problemsOf(api, practice, done.id, 'notice')).toEqual({ 2: [leftOut], 3: [leftOut] });
});

it('lists no due date that is there already', async () => {
  const practice = await makePractice(db());
  const file = dueFile(rexRow('14/03/2027', 'Booster'));
  await importFile(api, practice, file);
  const again = await importFile(api, practice, file);
  expect(again.counts).toMatchObject({ duplicate_rows: 1, notice_rows: 0 });
});
