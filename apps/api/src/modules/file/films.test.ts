import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { samplePicture } from '../../testing/sample-files.ts';
import { sendForm, sendParts } from '../../testing/uploads.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let elsewhere: Practice;
beforeAll(async () => {
  [practice, elsewhere] = [await makePractice(db()), await makePractice(db())];
});
beforeEach(async () => {
  await db().query('truncate rate_limits');
});

const toAnimal = () => ({ entity_type: 'animal', entity_id: practice.animal.id });
const upload = (name: string, content: Uint8Array) =>
  sendParts(api, 'file/upload', toAnimal(), { name, content }, practice.staffKey);

async function contentOf(fileId: number | undefined): Promise<Buffer> {
  const { body } = await api.call('file/get', { file_id: fileId ?? 0 }, practice.staffKey);
  return Buffer.from(body.file_data, 'base64');
}

/** An animated WebP. */
async function film(frames: number, edge: number): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, n) =>
    sharp({ create: { width: edge, height: edge, channels: 3, background: n % 2 ? '#123' : '#edc' } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer();
}

describe('an animated picture', () => {
  it('stays animated', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => samplePicture('png', 20, 20)));
    const walk = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const kept = await contentOf((await upload('walk.gif', walk)).file_id);
    expect((await sharp(kept, { animated: true }).metadata()).pages).toBe(3);
  });

  it.each([
    [60, 40, 200],
    [61, 40, 413],
    [9, 1040, 200],
    [10, 1040, 413],
  ])('of %i frames %i pixels wide and high is answered with %i', async (frames, edge, status) => {
    const answer = await upload('film.webp', await film(frames, edge));
    expect(answer.status).toBe(status);
    const { message = '' } = answer;
    expect(message.startsWith('This animation is too long: the limit is 60 frames')).toBe(status === 413);
  });

  it('waits for three others of its practice at most, and for few of another', async () => {
    // As long as the limits allow, so that all eight have arrived before the first is done.
    const file_data = (await film(60, 400)).toString('base64');
    const order: number[] = [];
    const answers = Array.from({ length: 8 }, async (_, n) => {
      const fields = { ...toAnimal(), filename: `${n}.webp`, file_data };
      const answer = await sendForm(api, 'file/upload', fields, practice.staffKey);
      order.push(answer.status);
      return answer;
    });
    const owner = { entity_type: 'client', entity_id: elsewhere.client.id };
    const file = { name: 'b.png', content: await samplePicture('png', 20, 20) };
    // The excess ones are refused immediately; then the four others are waiting or in progress.
    await vi.waitFor(() => expect(order.slice(0, 4)).toEqual([429, 429, 429, 429]), 10_000);
    expect((await sendParts(api, 'file/upload', owner, file, elsewhere.staffKey)).status).toBe(200);
    expect(order.filter((status) => status === 200).length).toBeLessThan(4);
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429);
    expect(refused.map(({ message }) => message)).toEqual(
      refused.map(() => 'Too many of your files are being processed at once. Wait a moment and try again.'),
    );
    expect(order.slice(4)).toEqual([200, 200, 200, 200]);
  });
});
