import type { InputOf } from '@burrow/contracts/actions';
import { describe, expect, it } from 'vitest';
import { makeNoteTemplate } from '../../../../../packages/dev/src/factory-health.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { starterTemplates } from './service.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const create = ({ staffKey }: Practice, input: Partial<InputOf<'note_template_create'>> = {}) =>
  api.call(
    'note_template_create',
    { kind: 'template', name: 'Coat notes', body: 'Coat: ', ...input },
    staffKey,
  );

const listed = async ({ staffKey }: Practice, input: InputOf<'note_templates'> = {}) =>
  (await api.call('note_templates', input, staffKey)).body;

describe('a note template', () => {
  it('is added for a service or for all, changed, archived and restored', async () => {
    const practice = await makePractice(db());
    const { note_template_id } = (await create(practice, { service_id: practice.checkUp.id })).body;
    // A quick text can have the same name.
    expect((await create(practice, { kind: 'quick_text' })).status).toBe(200);
    expect((await create(practice)).body).toMatchObject({ code: 'name_taken' });
    const [first] = await listed(practice);
    expect(first).toMatchObject({
      id: note_template_id,
      service: 'Consultation',
      body: 'Coat:',
      archived: '0',
    });
    const change = { note_template_id, body: 'Coat and skin:', service_id: null };
    expect((await api.call('note_template_update', change, practice.staffKey)).status).toBe(200);
    await api.call('note_template_archive', { note_template_id }, practice.staffKey);
    expect(await listed(practice, { status: 'archived' })).toMatchObject([
      { body: 'Coat and skin:', service: null, archived: '1' },
    ]);
    expect(await listed(practice, { status: 'active' })).toHaveLength(1);
    await create(practice);
    const restore = () => api.call('note_template_restore', { note_template_id }, practice.staffKey);
    expect((await restore()).body).toMatchObject({ code: 'name_taken' });
  });

  it('belongs to its practice, as its service does', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    expect((await create(practice, { service_id: other.checkUp.id })).body).toMatchObject({
      fields: { service_id: 'Service not found. Choose another.' },
    });
    const { id: note_template_id } = await makeNoteTemplate(db(), { tenant: other.tenant });
    for (const name of ['note_template_update', 'note_template_archive', 'note_template_restore'] as const) {
      expect((await api.call(name, { note_template_id }, practice.adminKey)).status).toBe(404);
    }
    expect(await listed(practice)).toEqual([]);
  });

  it('can be one of at most two hundred', async () => {
    const practice = await makePractice(db());
    await db().query({
      text: `insert into note_templates (tenant_id, kind, name, body, created_at, updated_at)
             select $1, 'template', 'Template ' || n, 'x', now(), now() from generate_series(1, 199) n`,
      values: [practice.tenant.id],
    });
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => create(practice, { name })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { body } = await api.call('note_templates_load_starter', { trade: 'vet' }, practice.staffKey);
    expect(body).toMatchObject({ code: 'too_many_note_templates' });
  });

  it.each(['vet', 'groomer'] as const)('starter list for a %s is loaded once', async (trade) => {
    const practice = await makePractice(db());
    const load = async () =>
      (await api.call('note_templates_load_starter', { trade }, practice.staffKey)).body;
    expect(await load()).toEqual({ success: true, added: starterTemplates[trade].length });
    expect(await load()).toEqual({ success: true, added: 0 });
  });
});
