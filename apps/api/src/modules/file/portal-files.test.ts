import { beforeEach, describe, expect, it } from 'vitest';
import { makeBooking, makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import {
  makeClient,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { AnimalRow, BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { samplePdf, samplePicture } from '../../testing/sample-files.ts';
import { sendForm, sendParts, type UploadAnswer } from '../../testing/uploads.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let booking: BookingRow;
/** Another client of the same practice. */
let sibling: { animal: AnimalRow; booking: BookingRow; key: SessionKey };
beforeEach(async () => {
  practice = await makePractice(db());
  booking = await makeBooking(db(), { animal: practice.animal });
  const client = await makeClient(db(), { tenant: practice.tenant });
  const animal = await makeAnimal(db(), { client });
  sibling = {
    animal,
    booking: await makeBooking(db(), { animal }),
    key: await makeSessionKey(db(), { client }),
  };
  await db().query('truncate rate_limits');
});

type Kept = { entity_type: 'animal' | 'booking' | 'client'; entity_id: number };
const toAnimal = (): Kept => ({ entity_type: 'animal', entity_id: practice.animal.id });
const ownRecords = (): Kept[] => [
  toAnimal(),
  { entity_type: 'booking', entity_id: booking.id },
  { entity_type: 'client', entity_id: practice.client.id },
];

const upload = (
  to: Kept = toAnimal(),
  more: Record<string, string> = {},
  file: { name: string; content: Uint8Array } = { name: 'note.txt', content: Buffer.from('Ate a sock') },
  caller = practice.clientKey,
): Promise<UploadAnswer> => sendParts(api, 'file/cp_upload', { ...to, ...more }, file, caller);

const portrait = async (caller = practice.clientKey, to = toAnimal()): Promise<UploadAnswer> =>
  upload(
    to,
    { file_type: 'profile_picture' },
    { name: 'rex.png', content: await samplePicture('png', 40, 30) },
    caller,
  );

const listed = async (of: Kept, caller = practice.clientKey) =>
  (await api.call('files/cp_by_entity', of, caller)).body;

describe('a pet owner’s file', () => {
  it('is stored with each kind of record of theirs, in every encoding, and downloaded', async () => {
    for (const owner of ownRecords()) {
      const { file_id: id = 0 } = await upload(owner);
      const file_data = Buffer.from('Ate a sock').toString('base64');
      const fields = { ...owner, filename: 'form.txt', file_data };
      expect((await sendForm(api, 'file/cp_upload', fields, practice.clientKey)).status).toBe(200);
      const files = await listed(owner);
      expect(files.map(({ filename, own }) => [filename, own])).toEqual([
        ['form.txt', true],
        ['note.txt', true],
      ]);
      const { body } = await api.call('file/cp_get', { file_id: id }, practice.clientKey);
      expect(body).toEqual({ ...files.at(-1), file_data });
      expect(body).not.toHaveProperty('uploaded_by');
    }
  });

  it('may be large, with the key before it', async () => {
    const pdf = samplePdf(9_000_000);
    const { status, file_id: id = 0 } = await upload(toAnimal(), {}, { name: 'x-ray.pdf', content: pdf });
    expect(status).toBe(200);
    const { body } = await api.call('file/cp_get', { file_id: id }, practice.clientKey);
    expect(Buffer.from(body.file_data, 'base64').equals(pdf)).toBe(true);
  });

  it('shows the desk who uploaded it', async () => {
    await upload();
    const { body } = await api.call('files/by_entity', toAnimal(), practice.staffKey);
    expect(body.map(({ uploaded_by: by }) => by)).toEqual([practice.client.name]);
    const { rows } = await db().query<{ action: string; client_id: number; user_id: null }>(
      'select l.action, l.client_id::int, l.user_id from audit_log l where l.tenant_id = $1',
      [practice.tenant.id],
    );
    expect(rows).toEqual([{ action: 'file/cp_upload', client_id: practice.client.id, user_id: null }]);
  });

  it('is deleted by its uploader and by the desk', async () => {
    const [first, second] = [await upload(), await upload()];
    const answers = [
      await api.call('file/cp_delete', { file_id: first.file_id ?? 0 }, practice.clientKey),
      await api.call('file/delete', { file_id: second.file_id ?? 0 }, practice.staffKey),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listed(toAnimal())).toEqual([]);
  });
});

describe('a profile picture', () => {
  it('is replaced by the owner, has a thumbnail, and is in the list of pets', async () => {
    const before = await makeFile(db(), { animal: practice.animal, file_type: 'profile_picture' });
    const { status, file_id: id = 0 } = await portrait();
    expect(status).toBe(200);
    expect((await api.call('file/cp_get', { file_id: before.id }, practice.clientKey)).status).toBe(404);
    const { body: pets } = await api.call('cp/animals', {}, practice.clientKey);
    expect(pets[0]?.picture_file_id).toBe(id);
    const { body: small } = await api.call('file/cp_thumbnails', { file_ids: [id] }, practice.clientKey);
    expect(small.map(({ file_id: of, mime_type: type }) => [of, type])).toEqual([[id, 'image/webp']]);
  });

  it('of the practice is visible and cannot be deleted', async () => {
    const { id } = await makeFile(db(), { animal: practice.animal, file_type: 'profile_picture' });
    expect((await listed(toAnimal())).map(({ id: seen, own }) => [seen, own])).toEqual([[id, false]]);
    expect((await api.call('file/cp_get', { file_id: id }, practice.clientKey)).body.own).toBe(false);
    expect((await api.call('file/cp_delete', { file_id: id }, practice.clientKey)).status).toBe(404);
  });

  it.each([
    ['no picture', { name: 'rex.txt', content: Buffer.from('Rex') }, toAnimal, 415],
    [
      'with something else than an animal',
      undefined,
      (): Kept => ({ entity_type: 'booking', entity_id: booking.id }),
      400,
    ],
  ])('that is %s is refused', async (_what, file, to, status) => {
    expect((await upload(to(), { file_type: 'profile_picture' }, file)).status).toBe(status);
  });
});

describe("the practice's files of the same records", () => {
  it('are hidden from the pet owner', async () => {
    for (const owner of ownRecords()) {
      const thumbnail = Buffer.from('small');
      const { id } = await makeFile(db(), {
        tenant_id: practice.tenant.id,
        [`${owner.entity_type}_id`]: owner.entity_id,
        thumbnail,
      });
      const statuses = [
        await api.call('file/cp_get', { file_id: id }, practice.clientKey),
        await api.call('file/cp_delete', { file_id: id }, practice.clientKey),
      ].map(({ status }) => status);
      expect([await listed(owner), ...statuses]).toEqual([[], 404, 404]);
      const { body } = await api.call('file/cp_thumbnails', { file_ids: [id] }, practice.clientKey);
      expect(body).toEqual([]);
    }
  });
});

describe('the records of another client of the practice', () => {
  it('accept no file, show none, and lose none', async () => {
    const theirs: Kept[] = [
      { entity_type: 'animal', entity_id: sibling.animal.id },
      { entity_type: 'booking', entity_id: sibling.booking.id },
      { entity_type: 'client', entity_id: sibling.animal.client_id },
    ];
    for (const owner of theirs) {
      const { file_id: id = 0 } = await upload(owner, {}, undefined, sibling.key);
      expect(id).toBeGreaterThan(0);
      const statuses = [
        await upload(owner),
        await api.call('files/cp_by_entity', owner, practice.clientKey),
        await api.call('file/cp_get', { file_id: id }, practice.clientKey),
        await api.call('file/cp_delete', { file_id: id }, practice.clientKey),
      ].map(({ status }) => status);
      expect(statuses).toEqual([404, 404, 404, 404]);
      expect(await listed(owner, sibling.key)).toHaveLength(1);
    }
    expect((await portrait(practice.clientKey, theirs[0])).status).toBe(404);
  });

  it('are accessible, with all their files, once a pet is transferred', async () => {
    const { file_id: id = 0 } = await upload();
    const { file_id: picture = 0 } = await portrait();
    await db().query('update animals set client_id = $1 where id = $2', [
      sibling.animal.client_id,
      practice.animal.id,
    ]);
    for (const file_id of [id, picture]) {
      expect((await api.call('file/cp_get', { file_id }, practice.clientKey)).status).toBe(404);
      expect((await api.call('file/cp_delete', { file_id }, practice.clientKey)).status).toBe(404);
    }
    // The new owner sees the pet's picture, and not another client's notes about it.
    expect((await listed(toAnimal(), sibling.key)).map((file) => [file.id, file.own])).toEqual([
      [picture, false],
    ]);
  });
});

describe('the number of files of a pet owner', () => {
  const fill = async (count: number): Promise<void> => {
    await insertRows(
      db(),
      'files',
      Array.from({ length: count }, (_, n) => ({
        tenant_id: practice.tenant.id,
        animal_id: practice.animal.id,
        filename: `${n}.txt`,
        file_size: 1,
        mime_type: 'text/plain',
        sha256: Buffer.alloc(32),
        uploaded_by_client_id: practice.client.id,
      })),
    );
  };

  it('ends at 200, also when several are uploaded at once, and not for the desk', async () => {
    await fill(198);
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === 'too_many_files')).toHaveLength(2);
    expect((await portrait()).code).toBe('too_many_files');
    const file = { name: 'a.txt', content: Buffer.from('a') };
    expect((await sendParts(api, 'file/upload', toAnimal(), file, practice.staffKey)).status).toBe(200);
    expect(
      (await upload({ ...toAnimal(), entity_id: sibling.animal.id }, {}, file, sibling.key)).status,
    ).toBe(200);
  });

  it('leaves out files that went to another owner with a pet, which they can no longer delete', async () => {
    await fill(200);
    const own: Kept = { entity_type: 'client', entity_id: practice.client.id };
    expect((await upload(own)).code).toBe('too_many_files');
    await db().query('update animals set client_id = $1 where id = $2', [
      sibling.animal.client_id,
      practice.animal.id,
    ]);
    expect((await upload(own)).status).toBe(200);
  });

  it('allows replacing a picture of their own', async () => {
    await portrait();
    await fill(199);
    expect((await portrait()).status).toBe(200);
  });
});

describe('the logo', () => {
  it('also has a thumbnail, for the portal', async () => {
    const content = await samplePicture('png', 900, 600);
    const sent = await sendParts(
      api,
      'tenant/logo_upload',
      {},
      { name: 'logo.png', content },
      practice.adminKey,
    );
    expect(sent.status).toBe(200);
    const { body } = await api.call('cp/tenant', {}, practice.clientKey);
    expect(body.tenant_logo).toMatch(/^data:image\/webp;base64,UklGR/);
    expect(body.tenant_logo?.length).toBeLessThan(90_000);
    await api.call('tenant/logo_remove', {}, practice.adminKey);
    expect((await api.call('cp/tenant', {}, practice.clientKey)).body.tenant_logo).toBeNull();
    const { rowCount } = await db().query('select 1 from file_thumbnails where tenant_id = $1', [
      practice.tenant.id,
    ]);
    expect(rowCount).toBe(0);
  });
});
