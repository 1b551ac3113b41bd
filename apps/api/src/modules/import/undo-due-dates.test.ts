import { describe, expect, it } from 'vitest';
import { makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import {
  animalNamed,
  dueDatesIn,
  importVaccinations,
  makeVaccineType,
  rexRow,
} from '../../testing/imported-vaccinations.ts';
import { importFile, undoImport } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const importRex = (practice: Practice, due: string, recallType = '') =>
  importFile(
    api,
    practice,
    [
      'Owner,Mobile,Pet name,Species,Booster due,Recall type',
      `Ann Miller,07700900111,Rex,Dog,${due},${recallType}`,
    ].join('\n'),
  );

/** The practice with a recall type, and Ann Miller's dog of a file, an hour later. */
async function imported(due = '') {
  const practice = await makePractice(db());
  const booster = await makeCareType(db(), { tenant: practice.tenant, name: 'Booster' });
  const { id } = await importRex(practice, due);
  const rex = await animalNamed(api, practice, 'Rex');
  api.clock.set('2026-01-14T10:00:00Z');
  const careOfRex = { animal_id: rex.id, care_type_id: booster.id };
  return {
    practice,
    rex,
    dates: () => dueDatesIn(api, practice, rex),
    undo: () => undoImport(api, practice, id),
    set: (due_on: string) => api.call('animal_care_set', { ...careOfRex, due_on }, practice.staffKey),
    give: () => api.call('animal_care_given', { ...careOfRex, given_on: '2026-01-14' }, practice.staffKey),
  };
}

const archiveOwner = async (practice: Practice) => {
  const { body } = await api.call('clients', {}, practice.adminKey);
  const client_id = body.find(({ name }) => name === 'Ann Miller')?.id ?? 0;
  return api.call('client_archive', { client_id }, practice.adminKey);
};

const keptForCare = [
  ['Ann Miller', 'animal'],
  ['Rex', 'care'],
];

describe('undoing an import keeps an animal', () => {
  it('whose due date was set since', async () => {
    const { set, undo, dates } = await imported();
    expect((await set('2026-05-01')).status).toBe(200);
    expect(await undo()).toEqual(keptForCare);
    expect(await dates()).toEqual([['Booster', '2026-05-01', 'due', null]]);
  });

  it('whose imported due date was moved since', async () => {
    const { set, undo, dates } = await imported('14/03/2026');
    expect((await set('2026-05-01')).status).toBe(200);
    expect(await undo()).toEqual(keptForCare);
    expect(await dates()).toEqual([['Booster', '2026-05-01', 'due', null]]);
  });

  it('whose due date was set since, though its owner is archived', async () => {
    const { practice, set, undo, dates } = await imported();
    expect((await set('2026-05-01')).status).toBe(200);
    expect((await archiveOwner(practice)).status).toBe(200);
    expect(await undo()).toEqual(keptForCare);
    expect(await dates()).toEqual([['Booster', '2026-05-01', 'stopped', null]]);
  });

  it('whose imported due date was completed, by care that is not due again', async () => {
    const { give, undo, dates } = await imported('14/03/2026');
    expect((await give()).status).toBe(200);
    expect(await undo()).toEqual(keptForCare);
    expect(await dates()).toEqual([['Booster', '2026-03-14', 'done', '2026-01-14']]);
  });

  it('whose imported due date was dismissed', async () => {
    const { practice, rex, undo, dates } = await imported('14/03/2026');
    const { body } = await api.call('animal_care', { animal_id: rex.id }, practice.staffKey);
    const dismissed = { care_due_id: body[0]?.care_due_id ?? 0, reason: 'Elsewhere' };
    expect((await api.call('animal_care_dismiss', dismissed, practice.staffKey)).status).toBe(200);
    expect(await undo()).toEqual(keptForCare);
    expect(await dates()).toEqual([['Booster', '2026-03-14', 'dismissed', null]]);
  });

  it('whose due date followed from an imported vaccination and was moved since', async () => {
    const practice = await makePractice(db());
    const lepto = await makeVaccineType(api, practice, 'Lepto');
    const { id } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/02/2025', '03/02/2026', ''),
    );
    const rex = await animalNamed(api, practice, 'Rex');
    api.clock.set('2026-01-14T10:00:00Z');
    const set = { animal_id: rex.id, care_type_id: lepto.id, due_on: '2026-05-01' };
    expect((await api.call('animal_care_set', set, practice.staffKey)).status).toBe(200);
    expect(await undoImport(api, practice, id)).toEqual(keptForCare);
    expect(await dueDatesIn(api, practice, rex)).toEqual([['Lepto', '2026-05-01', 'due', '2025-02-03']]);
  });
});

describe('undoing an import deletes an animal', () => {
  const isGone = ({ practice }: { practice: Practice }) =>
    expect(animalNamed(api, practice, 'Rex')).rejects.toThrow('no Rex');

  it('whose owner was archived since', async () => {
    const made = await imported('14/03/2026');
    expect((await archiveOwner(made.practice)).status).toBe(200);
    expect(await made.undo()).toEqual([['Ann Miller', 'changed']]);
    await isGone(made);
  });

  it('whose overdue date is included in the recalls since', async () => {
    const made = await imported('05/01/2026');
    const on = { include_overdue: '1' } as const;
    expect((await api.call('recall_switch_on', on, made.practice.adminKey)).status).toBe(200);
    expect(await made.undo()).toEqual([]);
    await isGone(made);
  });

  it('whose due date a later import moved, and undoing that one restored', async () => {
    const practice = await makePractice(db());
    await makeVaccineType(api, practice, 'Lepto');
    const { id: first } = await importRex(practice, '14/03/2026', 'Lepto');
    const rex = await animalNamed(api, practice, 'Rex');
    api.clock.set('2026-01-14T10:00:00Z');
    const { id: second } = await importVaccinations(
      api,
      practice,
      rexRow('Lepto vaccine', '03/06/2025', '03/06/2026', ''),
    );
    expect(await dueDatesIn(api, practice, rex)).toContainEqual(['Lepto', '2026-06-03', 'due', '2025-06-03']);
    api.clock.set('2026-01-14T11:00:00Z');
    expect(await undoImport(api, practice, second)).toEqual([]);
    expect(await dueDatesIn(api, practice, rex)).toEqual([['Lepto', '2026-03-14', 'due', null]]);
    expect(await undoImport(api, practice, first)).toEqual([]);
    await isGone({ practice });
  });
});
