import type { InputOf } from '@burrow/contracts/actions';
import { maxNotesADay } from '@burrow/contracts/day-note';
import { describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const date = '2026-01-15';

const create = ({ staffKey }: Practice, input: Partial<InputOf<'day_note_create'>> = {}) =>
  api.call('day_note_create', { date, text: 'Order gloves', ...input }, staffKey);

const update = ({ staffKey }: Practice, input: InputOf<'day_note_update'>) =>
  api.call('day_note_update', input, staffKey);

const listed = async ({ staffKey }: Practice, input: Partial<InputOf<'day_notes'>> = {}) =>
  (await api.call('day_notes', { date, ...input }, staffKey)).body;

describe('the notes of a day', () => {
  it('are notes and tasks, for everyone or for one person, in the order they were added', async () => {
    const practice = await makePractice(db());
    const { staff } = practice;
    const { body: note } = await create(practice, { text: 'Ann is late' });
    const { body: task } = await create(practice, { task: '1', staff_id: staff.id });
    await create(practice, { date: '2026-01-17' });
    await create(practice, { date: '2026-01-22' });
    const ofDay = [
      {
        day_note_id: note.day_note_id,
        date,
        staff_id: null,
        staff_name: null,
        text: 'Ann is late',
        task: '0',
        done: '0',
      },
      {
        day_note_id: task.day_note_id,
        date,
        staff_id: staff.id,
        staff_name: 'Stefan Staff',
        text: 'Order gloves',
        task: '1',
        done: '0',
      },
    ];
    expect(await listed(practice)).toEqual(ofDay);
    expect((await listed(practice, { days: 7 })).map((one) => one.date)).toEqual([date, date, '2026-01-17']);
  });

  it('are done and undone, changed, moved to another day and deleted', async () => {
    const practice = await makePractice(db());
    const { day_note_id } = (await create(practice, { task: '1', staff_id: practice.staff.id })).body;
    const first = async () => (await listed(practice))[0];
    await update(practice, { day_note_id, done: '1' });
    expect(await first()).toMatchObject({ done: '1', text: 'Order gloves' });
    await update(practice, { day_note_id, text: 'Order masks', staff_id: null });
    expect(await first()).toMatchObject({ done: '1', text: 'Order masks', staff_id: null });
    await update(practice, { day_note_id, done: '0' });
    expect(await first()).toMatchObject({ done: '0' });
    await update(practice, { day_note_id, done: '1' });
    await update(practice, { day_note_id, task: '0' });
    expect(await first()).toMatchObject({ task: '0', done: '0' });
    await update(practice, { day_note_id, date: '2026-01-16' });
    expect([await listed(practice), (await listed(practice, { date: '2026-01-16' })).length]).toEqual([
      [],
      1,
    ]);
    expect((await api.call('day_note_delete', { day_note_id }, practice.staffKey)).status).toBe(200);
    expect(await listed(practice, { days: 7 })).toEqual([]);
  });

  it('can be added as done', async () => {
    const practice = await makePractice(db());
    await create(practice, { task: '1', done: '1' });
    expect(await listed(practice)).toMatchObject([{ task: '1', done: '1' }]);
  });

  it.each([
    [{ text: ' ' }, 'text', 'Enter a note.'],
    [{ text: 'x'.repeat(501) }, 'text', 'Use at most 500 characters.'],
    [{ date: '' }, 'date', 'Choose a day.'],
  ])('are refused with %o', async (input, field, message) => {
    const { status, body } = await create(await makePractice(db()), input);
    expect([status, body]).toMatchObject([400, { fields: { [field]: message } }]);
  });

  it('can only be done as tasks, and be of a person of the practice', async () => {
    const practice = await makePractice(db());
    const other = await makePractice(db());
    const { day_note_id } = (await create(practice)).body;
    const noTask = { fields: { done: 'Only a task can be marked as done.' } };
    expect((await create(practice, { done: '1' })).body).toMatchObject(noTask);
    expect((await update(practice, { day_note_id, done: '1' })).body).toMatchObject(noTask);
    const stranger = { fields: { staff_id: 'Staff member not found. Choose another.' } };
    expect((await create(practice, { staff_id: other.staff.id })).body).toMatchObject(stranger);
    expect((await update(practice, { day_note_id, staff_id: other.staff.id })).body).toMatchObject(stranger);
    expect((await update(other, { day_note_id, text: 'Mine' })).status).toBe(404);
    expect(await listed(other)).toEqual([]);
  });

  it('are at most fifty, also when many are added at once', async () => {
    const practice = await makePractice(db());
    const answers = await Promise.all(Array.from({ length: maxNotesADay + 5 }, () => create(practice)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxNotesADay);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'too_many_day_notes' });
    expect(await listed(practice)).toHaveLength(maxNotesADay);
    const { day_note_id } = (await create(practice, { date: '2026-01-16' })).body;
    expect((await update(practice, { day_note_id, date })).status).toBe(409);
  });
});
