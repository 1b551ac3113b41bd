import { describe, expect, it } from 'vitest';
import { makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import {
  makeResource,
  makeServiceNeed,
  makeServiceStaff,
} from '../../../../../packages/dev/src/factory-diary.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const serviceOf = async ({ staffKey }: Practice, serviceId: number) => {
  const { body } = await api.call('booking_types', { include_retired: '1' }, staffKey);
  const service = body.find(({ id }) => id === serviceId);
  if (!service) throw new Error(`Service ${serviceId} is not listed.`);
  return service;
};

/** A practice with a function that sets the staff of its consultation, and one that sets its needs. */
async function makeSetter() {
  const practice = await makePractice(db());
  const { adminKey, checkUp } = practice;
  return {
    practice,
    service: () => serviceOf(practice, checkUp.id),
    setStaff: (staff: unknown) => api.call('service_staff_set', { service_id: checkUp.id, staff }, adminKey),
    setNeeds: (needs: unknown) =>
      api.call('service_resources_set', { service_id: checkUp.id, needs }, adminKey),
  };
}

describe('service_staff_set', () => {
  it('replaces the people as a whole, each with their own duration and price', async () => {
    const { practice, service, setStaff } = await makeSetter();
    const [ann, ben] = [
      await makeUser(db(), { tenant: practice.tenant }),
      await makeUser(db(), { tenant: practice.tenant }),
    ];
    const both = JSON.stringify([
      { user_id: ben.id, duration_minutes: 45, price: '60.00' },
      { user_id: ann.id },
    ]);
    expect((await setStaff(both)).status).toBe(200);
    expect((await service()).staff).toEqual([
      { user_id: ann.id, duration_minutes: null, price: null },
      { user_id: ben.id, duration_minutes: 45, price: '60.00' },
    ]);
    expect((await setStaff([{ user_id: ben.id, price: 0 }])).status).toBe(200);
    expect((await service()).staff).toEqual([{ user_id: ben.id, duration_minutes: null, price: '0.00' }]);
    expect((await setStaff('[]')).status).toBe(200);
    expect((await service()).staff).toEqual([]);
  });

  it.each(['disabled_at', 'takes_bookings'])(
    'keeps a person with a changed %s, and refuses to add one',
    async (column) => {
      const { practice, service, setStaff } = await makeSetter();
      const { tenant, checkUp } = practice;
      const gone =
        column === 'disabled_at' ? { disabled_at: '2026-01-05T09:00:00Z' } : { takes_bookings: false };
      const former = await makeUser(db(), { tenant, ...gone });
      const refused = await setStaff([{ user_id: former.id }]);
      expect(refused.error).toMatchObject({ code: 'not_found', message: 'Staff member not found.' });
      expect((await service()).staff).toEqual([]);
      await makeServiceStaff(db(), checkUp, former);
      const ann = await makeUser(db(), { tenant });
      expect((await setStaff([{ user_id: former.id }, { user_id: ann.id }])).status).toBe(200);
      expect((await service()).staff.map(({ user_id }) => user_id)).toEqual([former.id, ann.id]);
    },
  );

  it('refuses a person of another practice', async () => {
    const { service, setStaff } = await makeSetter();
    const other = await makeUser(db());
    expect((await setStaff([{ user_id: other.id }])).status).toBe(404);
    expect((await service()).staff).toEqual([]);
  });

  it.each([
    ['each person twice', [{ user_id: 1 }, { user_id: 1 }]],
    ['a duration that is no quarter of an hour', [{ user_id: 1, duration_minutes: 20 }]],
    ['a negative price', [{ user_id: 1, price: '-1' }]],
    ['another field', [{ user_id: 1, wage: '1' }]],
    ['a person alone', { user_id: 1 }],
    ['invalid JSON', 'everyone'],
  ])('refuses %s', async (_what, staff) => {
    const { setStaff } = await makeSetter();
    const { status, error } = await setStaff(staff);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})[0]).toMatch(/^staff/);
  });
});

describe('service_resources_set', () => {
  it('replaces the needs as a whole, in their order', async () => {
    const { practice, service, setNeeds } = await makeSetter();
    const { tenant } = practice;
    const rooms = await Promise.all([1, 2, 3].map(() => makeResource(db(), { tenant })));
    const [first = 0, second = 0, third = 0] = rooms.map(({ id }) => id).toSorted((a, b) => a - b);
    expect((await setNeeds(JSON.stringify([[third], [second, first]]))).status).toBe(200);
    expect((await service()).needs).toEqual([[third], [first, second]]);
    const { body } = await api.call('resources', {}, practice.staffKey);
    expect(body.map(({ service_ids }) => service_ids.join())).toEqual(
      Array(3).fill(`${practice.checkUp.id}`),
    );
    expect((await setNeeds([[first, third]])).status).toBe(200);
    expect((await service()).needs).toEqual([[first, third]]);
    expect((await setNeeds('[]')).status).toBe(200);
    expect((await service()).needs).toEqual([]);
  });

  it('keeps an archived resource, and refuses to add one', async () => {
    const { practice, service, setNeeds } = await makeSetter();
    const { tenant, checkUp } = practice;
    const old = await makeResource(db(), { tenant, retired_at: '2026-01-05T09:00:00Z' });
    const room = await makeResource(db(), { tenant });
    const refused = await setNeeds([[old.id, room.id]]);
    expect(refused.error).toMatchObject({ code: 'not_found', message: 'Room or equipment not found.' });
    expect((await service()).needs).toEqual([]);
    await makeServiceNeed(db(), checkUp, [old]);
    expect((await setNeeds([[old.id, room.id]])).status).toBe(200);
    expect((await service()).needs).toEqual([[old.id, room.id]]);
  });

  it('refuses a resource of another practice', async () => {
    const { service, setNeeds } = await makeSetter();
    const other = await makeResource(db());
    expect((await setNeeds([[other.id]])).status).toBe(404);
    expect((await service()).needs).toEqual([]);
  });

  it.each([
    ['an empty need', [[]]],
    ['one resource twice in a need', [[1, 1]]],
    [
      'one resource in two needs',
      [
        [1, 2],
        [3, 1],
      ],
    ],
    ['six needs', [[1], [2], [3], [4], [5], [6]]],
    ['a need of 21', [Array.from({ length: 21 }, (_, index) => index + 1)]],
    ['a plain list of ids', [1, 2]],
    ['invalid JSON', 'Room 1'],
  ])('refuses %s', async (_what, needs) => {
    const { setNeeds } = await makeSetter();
    const { status, error } = await setNeeds(needs);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})[0]).toMatch(/^needs/);
  });

  it('never adds a resource that is archived at the same moment', async () => {
    const { practice, setNeeds } = await makeSetter();
    const { tenant, adminKey, checkUp } = practice;
    for (let turn = 1; turn <= 6; turn += 1) {
      const { id } = await makeResource(db(), { tenant });
      const [archived, set] = await Promise.all([
        api.call('resource_retire', { resource_id: id }, adminKey),
        setNeeds([[id]]),
      ]);
      // Chosen while it was still active: then archiving it named the service.
      const named = archived.body.services.map((service) => service.id);
      expect(named).toEqual(set.status === 200 ? [checkUp.id] : []);
    }
  });
});

describe('the settings of a service', () => {
  const settings = { before_minutes: 10, after_minutes: 15, min_notice_hours: 24, max_days_ahead: 90 };

  it('are the last fields of its record', async () => {
    const practice = await makePractice(db());
    expect(Object.keys(await serviceOf(practice, practice.checkUp.id)).slice(-15)).toEqual([
      'before_minutes',
      'after_minutes',
      'min_notice_hours',
      'max_days_ahead',
      'staff',
      'needs',
      'self_change',
      'cancel_free_hours',
      'cancel_keep',
      'cancel_keep_value',
      'no_show_keep',
      'no_show_keep_value',
      'move_limit',
      'move_notice_hours',
      'keep_warning',
    ]);
  });

  it('stay when a program sends only the earlier fields', async () => {
    const practice = await makePractice(db());
    const { tenant, adminKey, staff } = practice;
    const given = { name: 'Dental', base_price: '120', ...settings };
    const { body } = await api.call('booking_type_insert', given, adminKey);
    const dental = { tenant_id: tenant.id, id: body.service_id };
    const room = await makeResource(db(), { tenant });
    await makeServiceNeed(db(), dental, [room]);
    await makeServiceStaff(db(), dental, staff, { duration_minutes: 45 });
    const earlier = {
      service_id: body.service_id,
      name: 'Dentistry',
      description: 'Teeth',
      base_price: '130',
      duration_minutes: 30,
      color: '#112233',
      online: '0',
    } as const;
    expect((await api.call('booking_type_update', earlier, adminKey)).status).toBe(200);
    expect(await serviceOf(practice, body.service_id)).toMatchObject({
      name: 'Dentistry',
      ...settings,
      staff: [{ user_id: staff.id, duration_minutes: 45, price: null }],
      needs: [[room.id]],
    });
  });

  it.each([null, 0, '0'])('have no limit of days after %j', async (none) => {
    const practice = await makePractice(db());
    const { adminKey, checkUp } = practice;
    const set = (max_days_ahead: number | string | null) =>
      api.call('booking_type_update', { service_id: checkUp.id, max_days_ahead }, adminKey);
    await set('30');
    expect((await serviceOf(practice, checkUp.id)).max_days_ahead).toBe(30);
    expect((await set(none)).status).toBe(200);
    expect((await serviceOf(practice, checkUp.id)).max_days_ahead).toBeNull();
  });

  it.each([
    ['before_minutes', 241],
    ['after_minutes', -1],
    ['min_notice_hours', 721],
    ['max_days_ahead', 731],
  ])('refuse %s of %j', async (field, value) => {
    const { adminKey, checkUp } = await makePractice(db());
    const change = { service_id: checkUp.id, [field]: value };
    const { status, error } = await api.call('booking_type_update', change, adminKey);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  it('are hidden from the portal', async () => {
    const { clientKey } = await makePractice(db());
    const { body } = await api.call('cp/booking_services', {}, clientKey);
    expect(body.length).toBeGreaterThan(0);
    expect(body.flatMap((service) => Object.keys(service))).not.toContain('staff');
    expect(body.flatMap((service) => Object.keys(service))).not.toContain('needs');
  });

  it('can be changed by admins only', async () => {
    const { staffKey, checkUp } = await makePractice(db());
    const answers = await Promise.all([
      api.call('service_staff_set', { service_id: checkUp.id, staff: '[]' }, staffKey),
      api.call('service_resources_set', { service_id: checkUp.id, needs: '[]' }, staffKey),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });
});
