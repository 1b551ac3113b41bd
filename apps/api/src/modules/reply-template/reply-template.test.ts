import type { InputOf } from '@burrow/contracts/actions';
import {
  fillIn,
  messageVariables,
  replyVariables,
  replyVariablesProblem,
} from '@burrow/contracts/message-text';
import { describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeReplyTemplate } from '../../../../../packages/dev/src/factory-records.ts';
import { useTestApi } from '../../testing/harness.ts';
import { starterTemplates } from './service.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const create = ({ staffKey }: Practice, input: Partial<InputOf<'reply_template_create'>> = {}) =>
  api.call(
    'reply_template_create',
    { name: 'Running late', body: 'We are running late.', ...input },
    staffKey,
  );

const update = ({ staffKey }: Practice, input: InputOf<'reply_template_update'>) =>
  api.call('reply_template_update', input, staffKey);

const listed = async ({ staffKey }: Practice, input: InputOf<'reply_templates'> = {}) =>
  (await api.call('reply_templates', input, staffKey)).body;

describe('a reply template', () => {
  it('is added, changed, archived and restored', async () => {
    const practice = await makePractice(db());
    const subject = 'About {{animal_name}}';
    const { reply_template_id } = (await create(practice, { subject })).body;
    expect(await listed(practice)).toEqual([
      { id: reply_template_id, name: 'Running late', subject, body: 'We are running late.', archived: '0' },
    ]);
    // Omitted fields stay.
    expect((await update(practice, { reply_template_id, body: 'Sorry, {{animal_name}}!' })).status).toBe(200);
    expect(await listed(practice)).toMatchObject([{ subject, body: 'Sorry, {{animal_name}}!' }]);
    await update(practice, { reply_template_id, name: 'Late', subject: null });
    await api.call('reply_template_archive', { reply_template_id }, practice.staffKey);
    expect(await listed(practice, { status: 'active' })).toEqual([]);
    expect(await listed(practice, { status: 'archived' })).toMatchObject([
      { name: 'Late', subject: null, archived: '1' },
    ]);
    await api.call('reply_template_restore', { reply_template_id }, practice.staffKey);
    expect(await listed(practice, { status: 'active' })).toMatchObject([{ name: 'Late', archived: '0' }]);
  });

  it('has a name of its own among those in use, whatever its capitals', async () => {
    const practice = await makePractice(db());
    const { reply_template_id } = (await create(practice)).body;
    expect((await create(practice, { name: 'RUNNING late' })).body).toMatchObject({ code: 'name_taken' });
    const other = (await create(practice, { name: 'Please call us' })).body.reply_template_id;
    const renamed = await update(practice, { reply_template_id: other, name: 'Running late' });
    expect(renamed.body).toMatchObject({ code: 'name_taken' });
    await api.call('reply_template_archive', { reply_template_id }, practice.staffKey);
    expect((await create(practice)).status).toBe(200);
    const restored = await api.call('reply_template_restore', { reply_template_id }, practice.staffKey);
    expect(restored.body).toMatchObject({ code: 'name_taken' });
  });

  it('belongs to its practice', async () => {
    const [practice, other] = [await makePractice(db()), await makePractice(db())];
    const { id: reply_template_id } = await makeReplyTemplate(db(), {
      tenant: other.tenant,
      name: 'Running late',
    });
    for (const name of [
      'reply_template_update',
      'reply_template_archive',
      'reply_template_restore',
    ] as const) {
      expect((await api.call(name, { reply_template_id }, practice.adminKey)).status).toBe(404);
    }
    expect(await listed(practice)).toEqual([]);
    // A neighbour's name is free.
    expect((await create(practice)).status).toBe(200);
    expect(await listed(other)).toMatchObject([{ id: reply_template_id, archived: '0' }]);
  });

  it('can be one of at most a hundred', async () => {
    const practice = await makePractice(db());
    const archived = await makeReplyTemplate(db(), { tenant: practice.tenant, archived_at: new Date() });
    await db().query({
      text: `insert into reply_templates (tenant_id, name, body, created_at, updated_at)
             select $1, 'Template ' || n, 'x', now(), now() from generate_series(1, 99) n`,
      values: [practice.tenant.id],
    });
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => create(practice, { name })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { staffKey } = practice;
    const restored = await api.call('reply_template_restore', { reply_template_id: archived.id }, staffKey);
    expect(restored.body).toMatchObject({ code: 'too_many_reply_templates' });
    const { body } = await api.call('reply_templates_load_starter', { trade: 'vet' }, staffKey);
    expect(body).toMatchObject({ code: 'too_many_reply_templates' });
    expect(await listed(practice, { status: 'active' })).toHaveLength(100);
  });

  it('can contain each variable that is filled in when it is inserted', async () => {
    const practice = await makePractice(db());
    const body = replyVariables.map((name) => `{{ ${name} }}`).join(' ');
    expect((await create(practice, { subject: '{{client_name}}', body })).status).toBe(200);
  });

  it.each([
    // Known in other messages, which are about an appointment.
    [{ body: 'On {{date}}' }, 'body', '{{date}} can’t be used in a reply template.'],
    [
      { body: '{{ pet name }} at {{time}}, {{time}}' },
      'body',
      'These can’t be used in a reply template: {{pet name}}, {{time}}.',
    ],
    [{ subject: 'For {{dog}}' }, 'subject', '{{dog}} can’t be used in a reply template.'],
    [
      { body: 'Dear {{client_name}' },
      'body',
      'Put two braces on each side of a variable, such as {{animal_name}}.',
    ],
    [{ body: ' ' }, 'body', 'Enter the text.'],
    [{ name: ' ' }, 'name', 'Enter a name.'],
    [{ subject: 'Two\nlines' }, 'subject', 'This text has a character that can’t be stored.'],
    [{ body: 'a'.repeat(5001) }, 'body', 'Use at most 5000 characters.'],
  ])('cannot say %j', async (input, field, message) => {
    const practice = await makePractice(db());
    const refused = { status: 400, error: { fields: { [field]: message } } };
    expect(await create(practice, input)).toMatchObject(refused);
    const { id: reply_template_id } = await makeReplyTemplate(db(), { tenant: practice.tenant });
    expect(await update(practice, { reply_template_id, ...input })).toMatchObject(refused);
    expect(await listed(practice)).toHaveLength(1);
  });

  it.each(['vet', 'groomer'] as const)('starter list for a %s is loaded once', async (trade) => {
    const practice = await makePractice(db());
    const load = async () =>
      (await api.call('reply_templates_load_starter', { trade }, practice.staffKey)).body;
    expect(await load()).toEqual({ success: true, added: starterTemplates[trade].length });
    expect(await load()).toEqual({ success: true, added: 0 });
    for (const { subject, body } of await listed(practice)) {
      expect([replyVariablesProblem(subject ?? ''), replyVariablesProblem(body)]).toEqual([null, null]);
      // Without a subject it fits two text messages, and has no character that makes them cost double.
      expect(subject === null ? fillIn(body, messageVariables) : '').toMatch(/^[\x20-\x7e]{0,306}$/);
    }
  });

  it('of a starter list leaves what the practice has by its name', async () => {
    const practice = await makePractice(db());
    await create(practice, { name: 'running LATE', body: 'Our own text.' });
    const { body } = await api.call('reply_templates_load_starter', { trade: 'vet' }, practice.staffKey);
    expect(body).toEqual({ success: true, added: starterTemplates.vet.length - 1 });
    expect(await listed(practice)).toContainEqual(expect.objectContaining({ body: 'Our own text.' }));
  });
});
