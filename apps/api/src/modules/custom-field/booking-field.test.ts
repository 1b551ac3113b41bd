import { describe, expect, it } from 'vitest';
import {
  makeBooking,
  makeBookingField,
  makeBookingFieldValue,
} from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const fieldsOf = async ({ staffKey }: Practice, include_retired: '1' | '0' = '0') =>
  (await api.call('booking_custom_fields', { include_retired }, staffKey)).body;
const labelsOf = async (practice: Practice) =>
  (await fieldsOf(practice)).map(({ field_label }) => field_label);

describe('templates', () => {
  it('are seven, use every type of custom field, and every field of them can be created', async () => {
    const { adminKey } = await makePractice(db());
    const { body: templates } = await api.call('booking_field_templates', {}, adminKey);
    expect(templates.map(({ id, template_name }) => `${id} ${template_name}`)).toEqual([
      '1 Veterinary practice',
      '2 Grooming salon',
      '3 Boarding and daycare',
      '4 Dog walking',
      '5 Training and behaviour',
      '6 Equine practice',
      '7 Other',
    ]);
    for (const template of templates.slice(0, 6)) {
      const types = new Set(template.fields.map(({ field_type }) => field_type));
      expect([template.template_name, types.size]).toEqual([template.template_name, 7]);
    }
    for (const field of templates.flatMap(({ fields }) => fields)) {
      expect((await api.call('booking_field_create', field, adminKey)).status).toBe(200);
    }
  });

  it('add the missing custom fields, once, and set the type of practice during the setup', async () => {
    const practice = await makePractice(db(), { fts_complete: false, business_type: 'Grooming' });
    const { tenant, adminKey } = practice;
    await makeBookingField(db(), { tenant, field_label: 'LAST EATEN', display_order: 4 });
    const retired = await makeBookingField(db(), {
      tenant,
      field_label: 'reason for visit',
      retired_at: '2026-01-01T00:00:00Z',
    });
    const apply = async () =>
      (await api.call('booking_field_template_apply', { template_id: 1 }, adminKey)).body;
    expect(await apply()).toEqual({ success: true, added: 11 });
    const fields = await fieldsOf(practice);
    expect(fields).toHaveLength(12);
    expect(fields.find(({ id }) => id === retired.id)).toMatchObject({ retired: '0' });
    expect(new Set(fields.map(({ field_label }) => field_label.toLowerCase())).size).toBe(12);
    expect(await apply()).toEqual({ success: true, added: 0 });
    expect((await api.call('tenant', {}, adminKey)).body[0]?.business_type).toBe('Veterinary');
  });

  it('set the type of a practice that has none, and keep it after the setup', async () => {
    const { adminKey } = await makePractice(db(), { fts_complete: true, business_type: null });
    const applied = async (template_id: number) => {
      await api.call('booking_field_template_apply', { template_id }, adminKey);
      return (await api.call('tenant', {}, adminKey)).body[0]?.business_type;
    };
    expect([await applied(1), await applied(2)]).toEqual(['Veterinary', 'Veterinary']);
  });

  it('are added once when several people choose them at the same time', async () => {
    const practice = await makePractice(db());
    const answers = await Promise.all(
      [2, 2, 2, 2].map((template_id) =>
        api.call('booking_field_template_apply', { template_id }, practice.adminKey),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(12);
    expect(await fieldsOf(practice)).toHaveLength(12);
  });

  it('are 404 when unknown', async () => {
    const { adminKey } = await makePractice(db());
    const { status } = await api.call('booking_field_template_apply', { template_id: 99 }, adminKey);
    expect(status).toBe(404);
  });
});

describe('booking_field_create', () => {
  it('adds a custom field after the others', async () => {
    const practice = await makePractice(db());
    await makeBookingField(db(), { tenant: practice.tenant, field_label: 'First', display_order: 7 });
    const question = {
      field_label: ' Coat ',
      field_type: 'select' as const,
      field_options: '{"options": ["Short", "Long"]}',
      required: '1' as const,
    };
    const { body } = await api.call('booking_field_create', question, practice.adminKey);
    const added = (await fieldsOf(practice)).at(-1);
    expect(added).toMatchObject({
      id: body.field_id,
      field_label: 'Coat',
      field_type: 'select',
      required: '1',
      display_order: 8,
      retired: '0',
    });
    expect(JSON.parse(added?.field_options ?? '')).toEqual({ options: ['Short', 'Long'] });
  });

  it.each([
    ['select', {}],
    ['select', { options: [] }],
    ['select', { options: ['Yes', 'yes'] }],
    ['select', { options: ['Yes'], rows: 2 }],
    ['number', { min: 5, max: 5 }],
    ['number', { min: 0, max: 1, step: 2 }],
    ['number', { step: 0 }],
    ['slider', { min: 10 }],
    ['slider', { max: -1 }],
    ['date', { rows: 3 }],
    ['text', { options: ['Yes'] }],
    ['textarea', { rows: 0 }],
    ['textarea', { colour: 'red' }],
    ['checkbox', 'not JSON'],
  ] as const)('refuses a %s with %j', async (field_type, field_options) => {
    const { adminKey } = await makePractice(db());
    const question = { field_label: 'Question', field_type, field_options: field_options as never };
    const { status, error } = await api.call('booking_field_create', question, adminKey);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {}).every((name) => name.startsWith('field_options'))).toBe(true);
    expect(error.fields).not.toEqual({});
  });

  it('is for admins only', async () => {
    const { staffKey } = await makePractice(db());
    const question = { field_label: 'Question', field_type: 'text' as const };
    expect((await api.call('booking_field_create', question, staffKey)).status).toBe(403);
  });
});

describe('booking_field_update', () => {
  it('changes the given fields; another type starts with its own options', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey } = practice;
    const field = await makeBookingField(db(), {
      tenant,
      field_type: 'textarea',
      field_options: { rows: 2 },
    });
    const change = async (input: object) =>
      (await api.call('booking_field_update', { field_id: field.id, ...input }, adminKey)).status;
    expect(await change({ required: '1' })).toBe(200);
    const [first] = await fieldsOf(practice);
    expect(first).toMatchObject({
      field_label: field.field_label,
      field_options: '{"rows": 2}',
      required: '1',
    });
    expect(await change({ field_type: 'select' })).toBe(400);
    expect(await change({ field_type: 'number' })).toBe(200);
    expect((await fieldsOf(practice))[0]).toMatchObject({ field_type: 'number', field_options: '{}' });
    expect(await change({ field_options: { rows: 2 } })).toBe(400);
  });

  it('keeps the type of a custom field with answers', async () => {
    const { tenant, adminKey, animal } = await makePractice(db());
    const field = await makeBookingField(db(), { tenant });
    await makeBookingFieldValue(db(), { booking: await makeBooking(db(), { animal }), field });
    const retyped = { field_id: field.id, field_type: 'date' as const };
    const { error } = await api.call('booking_field_update', retyped, adminKey);
    expect(error).toMatchObject({ code: 'field_in_use' });
    const relabelled = { field_id: field.id, field_type: 'text' as const, field_label: 'New words' };
    expect((await api.call('booking_field_update', relabelled, adminKey)).status).toBe(200);
  });

  it('removes an option and keeps the answers that have it', async () => {
    const { tenant, adminKey, animal } = await makePractice(db());
    const field = await makeBookingField(db(), {
      tenant,
      field_type: 'select',
      field_options: { options: ['Short', 'Long'] },
    });
    const booking = await makeBooking(db(), { animal });
    await makeBookingFieldValue(db(), { booking, field, value: 'Long' });
    const fewer = { field_id: field.id, field_options: { options: ['Short'] } };
    expect((await api.call('booking_field_update', fewer, adminKey)).status).toBe(200);
    const { body } = await api.call('booking', { booking_id: booking.id }, adminKey);
    expect(body.custom_fields[0]).toMatchObject({ value: 'Long', field_options: '{"options": ["Short"]}' });
    const answer = (value: string) =>
      api.call('booking_custom_field_values_set', { booking_id: booking.id, [field.id]: value }, adminKey);
    expect((await answer('Long')).status).toBe(200);
    expect((await answer('Short')).status).toBe(200);
    expect((await answer('Long')).status).toBe(400);
  });
});

describe('the order of custom fields', () => {
  it('is the given one; omitted ones follow as before', async () => {
    const practice = await makePractice(db());
    const other = await makeBookingField(db());
    const { tenant, adminKey } = practice;
    const [a, b, c] = [
      await makeBookingField(db(), { tenant, field_label: 'A', display_order: 1 }),
      await makeBookingField(db(), { tenant, field_label: 'B', display_order: 2 }),
      await makeBookingField(db(), { tenant, field_label: 'C', display_order: 3 }),
    ];
    const order = async (...field_ids: number[]) =>
      (await api.call('booking_fields_order', { field_ids }, adminKey)).status;
    expect(await order(c.id, a.id, b.id)).toBe(200);
    expect(await labelsOf(practice)).toEqual(['C', 'A', 'B']);
    expect(await order(b.id)).toBe(200);
    expect(await labelsOf(practice)).toEqual(['B', 'C', 'A']);
    expect(await order(a.id, a.id)).toBe(400);
    expect(await order(a.id, b.id, c.id, other.id)).toBe(404);
  });
});

describe('an archived custom field', () => {
  it('is not shown, keeps its answers and is restored at its place', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey, animal } = practice;
    const field = await makeBookingField(db(), { tenant, field_label: 'Gone', display_order: 1 });
    await makeBookingField(db(), { tenant, field_label: 'Here', display_order: 2 });
    const [answered, unanswered] = [
      await makeBooking(db(), { animal }),
      await makeBooking(db(), { animal, booking_time: '15:00' }),
    ];
    await makeBookingFieldValue(db(), { booking: answered, field, value: 'Said long ago' });
    await api.call('booking_field_retire', { field_id: field.id }, adminKey);
    expect(await labelsOf(practice)).toEqual(['Here']);
    expect((await fieldsOf(practice, '1')).map(({ retired }) => retired)).toEqual(['0', '1']);
    const shownFor = async (booking_id: number) =>
      (await api.call('booking', { booking_id }, adminKey)).body.custom_fields.map(
        ({ field_label, value, retired }) => [field_label, value, retired],
      );
    expect(await shownFor(answered.id)).toEqual([
      ['Here', null, '0'],
      ['Gone', 'Said long ago', '1'],
    ]);
    expect(await shownFor(unanswered.id)).toEqual([['Here', null, '0']]);
    await api.call('booking_field_restore', { field_id: field.id }, adminKey);
    expect(await labelsOf(practice)).toEqual(['Gone', 'Here']);
  });
});
