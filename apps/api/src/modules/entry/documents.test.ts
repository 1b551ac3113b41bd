import { describe, expect, it } from 'vitest';
import { makeBooking } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makeAddendum, makeEntry, makeMedicine } from '../../../../../packages/dev/src/factory-health.ts';
import { makeClient, makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { pdfText } from '../../testing/pdf-text.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const textOf = async (answer: { status: number; body: unknown }): Promise<string> => {
  expect(answer.status).toBe(200);
  return pdfText(answer.body as Uint8Array);
};

const makeOwned = async () => {
  const practice = await makePractice(db(), {
    tenant_name: 'Willow Vets',
    address: '1 High Street\nAmbleton\nAM1 2CD',
  });
  const { tenant, dog, staff: author } = practice;
  const client = await makeClient(db(), { tenant, name: 'Gwen Testwright', address: '2 Low Lane\nAmbleton' });
  const animal = await makeAnimal(db(), { client, species: dog, name: 'Biscuit', breed: 'Beagle' });
  return { practice, client, animal, author };
};

const prescribed = {
  kind: 'prescription',
  product: 'Meloxicam',
  quantity: 10,
  unit: 'ml',
  data: {
    strength: '1.5 mg/ml',
    form: 'oral suspension',
    directions: '2 ml once a day with food',
    repeats: 2,
    is_controlled: false,
    valid_until: '2026-07-13',
    withdrawal: 'Not for animals that enter the food chain',
    qualification: 'MRCVS',
  },
} as const;

describe('a prescription as a PDF', () => {
  it('has the parts that the law asks for', async () => {
    const { practice, animal, author } = await makeOwned();
    const { id } = await makeEntry(db(), { animal, author, ...prescribed });
    const answer = await api.call('prescription_pdf', { entry_id: id }, practice.staffKey);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="prescription-${id}.pdf"`);
    const text = await textOf(answer);
    for (const part of [
      'Stefan Staff, MRCVS',
      'Willow Vets',
      'AM1 2CD',
      'Gwen Testwright',
      '2 Low Lane',
      'Biscuit',
      'Dog',
      '13 January 2026',
      '13 July 2026',
      'Meloxicam, 1.5 mg/ml, oral suspension',
      '10 ml',
      '2 ml once a day with food',
      '2 more times',
      'Not for animals that enter the food chain',
      'For animal treatment only',
      'This prescription is for an animal under my care.',
      'Signature of the prescriber',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Controlled drug');
  });

  it('of a controlled drug says so and leaves room for the quantity in words', async () => {
    const { practice, animal, author } = await makeOwned();
    const data = { ...prescribed.data, is_controlled: true, valid_until: '2026-02-10' };
    const { id } = await makeEntry(db(), { animal, author, ...prescribed, data });
    const text = await textOf(await api.call('prescription_pdf', { entry_id: id }, practice.staffKey));
    for (const part of ['Controlled drug', '10 February 2026', 'Quantity in words'])
      expect(text).toContain(part);
  });

  it('names the owner when it was written, also after the animal has moved', async () => {
    const { practice, animal, author } = await makeOwned();
    const before = await makeEntry(db(), { animal, author, ...prescribed });
    const next = await makeClient(db(), { tenant: practice.tenant, name: 'Nell Nextowner' });
    api.clock.set('2026-01-15T09:00:00Z');
    const moved = await api.call(
      'animal_transfer',
      { animal_id: animal.id, client_id: next.id },
      practice.staffKey,
    );
    expect(moved.status).toBe(200);
    const later = { at: '2026-01-15T09:00:00Z', client_id: next.id };
    const after = await makeEntry(db(), { animal, author, ...prescribed, ...later });
    const ownerOn = async ({ id }: { id: number }) => {
      const text = await textOf(await api.call('prescription_pdf', { entry_id: id }, practice.staffKey));
      return ['Gwen Testwright', '2 Low Lane', 'Nell Nextowner'].filter((part) => text.includes(part));
    };
    expect(await ownerOn(before)).toEqual(['Gwen Testwright', '2 Low Lane']);
    expect(await ownerOn(after)).toEqual(['Nell Nextowner']);
  });

  it('is refused when struck through, for another kind, and to another practice', async () => {
    const { practice, animal, author } = await makeOwned();
    const other = await makePractice(db());
    const struck = { struck_at: '2026-01-13T11:00:00Z', struck_reason: 'Wrong animal' };
    const { id } = await makeEntry(db(), { animal, author, ...prescribed, ...struck });
    const { body } = await api.call('prescription_pdf', { entry_id: id }, practice.staffKey);
    expect(body).toMatchObject({ code: 'entry_struck' });
    const note = await makeEntry(db(), { animal });
    expect((await api.call('prescription_pdf', { entry_id: note.id }, practice.staffKey)).status).toBe(404);
    const good = await makeEntry(db(), { animal, author, ...prescribed });
    expect((await api.call('prescription_pdf', { entry_id: good.id }, other.adminKey)).status).toBe(404);
  });
});

describe('a vaccination certificate', () => {
  it('lists the vaccinations, without those that are struck through', async () => {
    const { practice, animal, author } = await makeOwned();
    const medicine = await makeMedicine(db(), { tenant: practice.tenant, name: 'Nobivac DHP' });
    const given = { animal, author, medicine, next_due_on: '2027-01-13' };
    await makeEntry(db(), {
      ...given,
      batch: 'A 123',
      data: { expiry: '2027-05-31', site: 'Left shoulder' },
    });
    const struck = { struck_at: '2026-01-13T11:00:00Z', struck_reason: 'Wrong animal' };
    await makeEntry(db(), { ...given, batch: 'B 456', ...struck });
    const input = { animal_id: animal.id };
    const text = await textOf(await api.call('vaccination_certificate', input, practice.staffKey));
    for (const part of ['Vaccination certificate', 'Nobivac DHP', 'A 123', '31 May 2027', '13 Jan 2027']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('B 456');
    const { rows } = await db().query({
      text: `select action, entity_id from audit_log where tenant_id = $1 and action = 'vaccination_certificate'`,
      values: [practice.tenant.id],
    });
    expect(rows).toHaveLength(1);
  });
});

describe('a record as a PDF', () => {
  it('has all entries with their addenda, some days, or those chosen', async () => {
    const { practice, animal, author } = await makeOwned();
    const medicine = await makeMedicine(db(), { tenant: practice.tenant });
    await makeEntry(db(), { animal, author, medicine, batch: 'A 123', next_due_on: '2027-01-13' });
    const first = await makeEntry(db(), { animal, author, body: 'Limps', at: '2026-01-05T10:00:00Z' });
    await makeAddendum(db(), first, 'The left leg');
    const struck = { struck_at: '2026-01-13T11:00:00Z', struck_reason: 'The other dog' };
    const second = await makeEntry(db(), { animal, author, body: 'Coughs', ...struck });
    const print = async (input: object) =>
      textOf(await api.call('record_pdf', { animal_id: animal.id, ...input }, practice.staffKey));
    const whole = await print({});
    for (const part of [
      'Health record',
      'Limps',
      'The left leg',
      'Coughs',
      'Struck through: The other dog',
    ]) {
      expect(whole).toContain(part);
    }
    expect(await print({ from: '2026-01-06' })).not.toContain('Limps');
    expect(await print({ to: '2026-01-05' })).not.toContain('Coughs');
    const chosen = await print({ entry_ids: `${first.id}` });
    expect([chosen.includes('Limps'), chosen.includes('Coughs')]).toEqual([true, false]);
    const referral = await print({ refer_to: 'Ambleton Referrals', reason: 'Lameness' });
    for (const part of [
      'Referral',
      'Ambleton Referrals',
      'Lameness',
      'For the receiving practice',
      'Limps',
    ]) {
      expect(referral).toContain(part);
    }
    expect(referral).not.toContain('Coughs');
    const other = await makeEntry(db());
    for (const entry_ids of [`${second.id},${other.id}`, `${other.id}`]) {
      const input = { animal_id: animal.id, entry_ids };
      expect((await api.call('record_pdf', input, practice.staffKey)).status).toBe(404);
    }
  });
});

describe('in the portal', () => {
  it('a client sees vaccinations, prescriptions and what was shared, of their own pets and time', async () => {
    const { practice, client, animal, author } = await makeOwned();
    const key = await makeSessionKey(db(), { client });
    const medicine = await makeMedicine(db(), { tenant: practice.tenant });
    const vaccination = await makeEntry(db(), { animal, author, medicine, body: 'Client was late' });
    await makeAddendum(db(), vaccination, 'And rude');
    const prescription = await makeEntry(db(), { animal, author, ...prescribed });
    const shared = await makeEntry(db(), { animal, author, body: 'Rest for a week', shared: true });
    await makeEntry(db(), { animal, author, body: 'Client is anxious' });
    await makeEntry(db(), { animal, author, kind: 'treatment', product: 'Meloxicam' });
    const struck = { struck_at: '2026-01-13T11:00:00Z', struck_reason: 'Wrong' };
    const withdrawn = await makeEntry(db(), { animal, author, ...prescribed, ...struck });
    const former = await makeClient(db(), { tenant: practice.tenant });
    const visit = {
      client_id: former.id,
      booking: await makeBooking(db(), { animal, client_id: former.id }),
    };
    const before = await makeEntry(db(), { animal, author, ...prescribed, ...visit });
    const { body } = await api.call('cp/record', { animal_id: animal.id }, key);
    expect(body.entries.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      vaccination.id,
      prescription.id,
      shared.id,
    ]);
    expect(body.entries[0]).not.toHaveProperty('author_id');
    expect(JSON.stringify(body)).toContain('Rest for a week');
    expect(JSON.stringify(body)).not.toMatch(/late|rude/);
    const first = (await api.call('cp/record', { animal_id: animal.id, limit: 2 }, key)).body;
    const cursor = first.next_cursor ?? '';
    const rest = (await api.call('cp/record', { animal_id: animal.id, limit: 2, cursor }, key)).body;
    expect([first.entries.length, rest.entries.length, rest.next_cursor]).toEqual([2, 1, null]);
    const certificate = await api.call('cp/vaccination_certificate', { animal_id: animal.id }, key);
    expect(await textOf(certificate)).toContain(medicine.name);
    const paper = (entry_id: number) => api.call('cp/prescription_pdf', { entry_id }, key);
    expect(await textOf(await paper(prescription.id))).toContain('Meloxicam');
    for (const { id } of [withdrawn, before, vaccination]) expect((await paper(id)).status).toBe(404);
  });

  it('each reading of a record is in the audit log, once an hour for each client', async () => {
    const { practice, client, animal, author } = await makeOwned();
    const key = await makeSessionKey(db(), { client });
    const { id } = await makeEntry(db(), { animal, author, ...prescribed });
    const readings = async () => {
      const input = { entity: 'animal', entity_id: animal.id } as const;
      const { body } = await api.call('audit_log', input, practice.adminKey);
      return body.map(({ action, client_name, user_id }) => `${action} ${client_name} ${user_id}`);
    };
    // The desk's own reading is another person's.
    await api.call('entries', { animal_id: animal.id }, practice.staffKey);
    await api.call('cp/prescription_pdf', { entry_id: id }, key);
    const reading = 'cp/record Gwen Testwright null';
    expect((await readings())[0]).toBe(reading);
    await api.call('cp/record', { animal_id: animal.id }, key);
    await api.call('cp/vaccination_certificate', { animal_id: animal.id }, key);
    expect(await readings()).toHaveLength(2);
    for (const [at, read] of [
      ['2026-01-14T10:00:01Z', () => api.call('cp/record', { animal_id: animal.id }, key)],
      ['2026-01-14T11:00:02Z', () => api.call('cp/vaccination_certificate', { animal_id: animal.id }, key)],
    ] as const) {
      api.clock.set(at);
      expect((await read()).status).toBe(200);
    }
    expect((await readings()).filter((line) => line === reading)).toHaveLength(3);
    const refused = await api.call('cp/record', { animal_id: animal.id }, practice.clientKey);
    expect(refused.status).toBe(404);
    expect(await readings()).toHaveLength(4);
  });

  it('another client, and a client of another practice, find nothing', async () => {
    const { practice, animal, author } = await makeOwned();
    const entry = await makeEntry(db(), { animal, author, ...prescribed });
    const other = await makePractice(db());
    for (const key of [practice.clientKey, other.clientKey]) {
      const statuses = [
        (await api.call('cp/record', { animal_id: animal.id }, key)).status,
        (await api.call('cp/vaccination_certificate', { animal_id: animal.id }, key)).status,
        (await api.call('cp/prescription_pdf', { entry_id: entry.id }, key)).status,
      ];
      expect(statuses).toEqual([404, 404, 404]);
      expect((await api.call('entry', { entry_id: entry.id }, key)).status).toBe(403);
    }
  });
});
