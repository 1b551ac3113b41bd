import { beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { samplePdf, samplePicture } from '../../testing/sample-files.ts';
import { sendParts } from '../../testing/uploads.ts';

const api = useTestApi({ FILE_STORAGE_PER_PRACTICE_MB: '1' });
const db = () => api.testDatabase.owner;

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const upload = (bytes: number, to: Practice = practice) =>
  sendParts(
    api,
    'file/upload',
    { entity_type: 'client', entity_id: to.client.id },
    { name: 'a.pdf', content: samplePdf(bytes) },
    to.staffKey,
  );

const stored = async () => {
  const { rows } = await db().query<{ counted: number; summed: number }>(
    `select (select u.bytes::int from file_usage u where u.tenant_id = $1) as counted,
            coalesce(sum(f.file_size), 0)::int as summed
     from files f where f.tenant_id = $1`,
    [practice.tenant.id],
  );
  return rows[0];
};

describe('the storage space of a practice', () => {
  it('ends at its limit, for this practice alone, until files are deleted', async () => {
    const { file_id = 0 } = await upload(600_000);
    expect(await upload(600_000)).toMatchObject({ status: 413, code: 'storage_full' });
    expect((await upload(448_576)).status).toBe(200);
    const full = await upload(10);
    expect([full.status, full.message]).toEqual([
      413,
      'The practice has no file storage left. Delete files you no longer need, or ask your system administrator for more.',
    ]);
    const logo = { name: 'logo.png', content: await samplePicture('png', 20, 20) };
    const logoAnswer = await sendParts(api, 'tenant/logo_upload', {}, logo, practice.adminKey);
    expect([logoAnswer.status, logoAnswer.code]).toEqual([413, 'storage_full']);
    expect((await upload(600_000, await makePractice(db()))).status).toBe(200);
    expect(await stored()).toEqual({ counted: 1_048_576, summed: 1_048_576 });
    expect((await api.call('file/delete', { file_id }, practice.staffKey)).status).toBe(200);
    expect((await upload(600_000)).status).toBe(200);
    expect(await stored()).toEqual({ counted: 1_048_576, summed: 1_048_576 });
  });

  it('is not exceeded by simultaneous uploads', async () => {
    const callers = [practice.staffKey, practice.adminKey];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        sendParts(
          api,
          'file/upload',
          { entity_type: 'client', entity_id: practice.client.id },
          { name: 'a.pdf', content: samplePdf(300_000) },
          callers[n % 2],
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 200, 200, 413, 413, 413, 413, 413]);
    expect(await stored()).toEqual({ counted: 900_000, summed: 900_000 });
  });

  it('is freed by a replaced portrait', async () => {
    const owner = { entity_type: 'animal', entity_id: practice.animal.id, file_type: 'profile_picture' };
    const file = { name: 'rex.png', content: await samplePicture('png', 450, 450) };
    const set = () => sendParts(api, 'file/upload', owner, file, practice.staffKey);
    expect((await set()).status).toBe(200);
    const room = 1_048_576 - ((await stored())?.counted ?? 0);
    expect((await upload(room)).status).toBe(200);
    expect((await set()).status).toBe(200);
    expect((await stored())?.counted).toBe((await stored())?.summed);
  });
});
