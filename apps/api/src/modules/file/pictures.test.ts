import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeAnimal } from '../../../../../packages/dev/src/factory-records.ts';
import type { AnimalRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../../testing/harness.ts';
import { samplePdf, samplePicture } from '../../testing/sample-files.ts';
import { sendParts } from '../../testing/uploads.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let animal: AnimalRow;
beforeAll(async () => {
  practice = await makePractice(db());
});
beforeEach(async () => {
  await db().query('truncate rate_limits');
  animal = await makeAnimal(db(), { client: practice.client });
});

const upload = (name: string, content: Uint8Array, more: Record<string, string> = {}) => {
  const owner = { entity_type: 'animal', entity_id: animal.id };
  return sendParts(api, 'file/upload', { ...owner, ...more }, { name, content }, practice.staffKey);
};
const uploadPortrait = (name: string, content: Uint8Array) =>
  upload(name, content, { file_type: 'profile_picture' });

async function contentOf(fileId: number | undefined): Promise<Buffer> {
  const { body } = await api.call('file/get', { file_id: fileId ?? 0 }, practice.staffKey);
  return Buffer.from(body.file_data, 'base64');
}

const filesOfAnimal = async () => {
  const owner = { entity_type: 'animal' as const, entity_id: animal.id };
  return (await api.call('files/by_entity', owner, practice.staffKey)).body;
};

/** The header of a PNG of any size and kind (depth, colours, …, interlaced), with almost no pixels. */
function pngOfSize(width: number, height: number, kind = [1, 0, 0, 0, 0]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(kind, 8);
  const row = Buffer.alloc(Math.ceil(width / 8) + 1);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 30_000) }, () => row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a6' } });

describe('a picture', () => {
  it('loses its location and camera data, and is rotated upright', async () => {
    const taken = await sharp(await samplePicture('jpeg', 60, 40))
      .withExif({
        IFD0: { Make: 'Secret Camera' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret Place</x:xmpmeta>')
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const kept = await contentOf((await upload('rex.jpg', taken)).file_id);
    const { width, height, orientation, exif, xmp, format } = await sharp(kept).metadata();
    expect({ width, height, orientation, exif, xmp, format }).toEqual({
      width: 40,
      height: 60,
      format: 'jpeg',
    });
    expect(kept.toString('latin1')).not.toContain('Secret');
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of EXIF orientation %i is rotated upright', async (orientation) => {
    // Four corners of different grey.
    const pixels = Buffer.from([0, 80, 160, 250].flatMap((grey) => [grey, grey, grey]));
    const corners = sharp(pixels, { raw: { width: 2, height: 2, channels: 3 } });
    const turned = await corners.withMetadata({ orientation }).png().toBuffer();
    const kept = await contentOf((await upload('rex.png', turned)).file_id);
    const expected = await sharp(turned).autoOrient().raw().toBuffer();
    expect(await sharp(kept).raw().toBuffer()).toEqual(expected);
  });

  it('loses data appended to it', async () => {
    const both = Buffer.concat([
      await samplePicture('png', 20, 20),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect((await contentOf((await upload('rex.png', both)).file_id)).includes('script')).toBe(false);
  });

  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'keeps its format: %s, and gets a thumbnail',
    async (format) => {
      const { file_id = 0 } = await upload(`rex.${format}`, await samplePicture(format, 300, 200));
      expect((await sharp(await contentOf(file_id)).metadata()).format).toBe(format);
      const { body } = await api.call('file/thumbnails', { file_ids: [file_id] }, practice.staffKey);
      expect(body.map((thumbnail) => [thumbnail.file_id, thumbnail.mime_type])).toEqual([
        [file_id, 'image/webp'],
      ]);
      const small = await sharp(Buffer.from(body[0]?.file_data ?? '', 'base64')).metadata();
      expect([small.format, small.width, small.height]).toEqual(['webp', 160, 107]);
      expect((await filesOfAnimal())[0]?.has_thumbnail).toBe(true);
    },
  );

  it('of more than 3840 pixels is scaled down', async () => {
    const { file_id } = await upload('wide.jpg', await samplePicture('jpeg', 6000, 300));
    const { width, height } = await sharp(await contentOf(file_id)).metadata();
    expect([width, height]).toEqual([3840, 192]);
  });

  it('of 30,000 by 30,000 pixels is refused without being decoded', async () => {
    const began = performance.now();
    const answer = await upload('bomb.png', pngOfSize(30_000, 30_000));
    expect([answer.status, answer.code]).toEqual([413, 'file_too_large']);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it.each([
    ['an interlaced PNG of 16 bits', 'rex.png', async () => pngOfSize(6000, 6000, [16, 6, 0, 0, 1])],
    [
      'a progressive JPEG of 42 million pixels',
      'rex.jpg',
      () => plainPicture(7000, 6000).jpeg({ progressive: true }).toBuffer(),
    ],
    [
      'a WebP of 42 million pixels',
      'rex.webp',
      () => plainPicture(7000, 6000).webp({ effort: 0 }).toBuffer(),
    ],
  ])('that would take too much memory is refused: %s', async (_what, name, content) => {
    const answer = await upload(name, await content());
    expect([answer.status, answer.code]).toEqual([413, 'file_too_large']);
    expect(answer.message).toMatch(/^This picture is too large\. Make it smaller/);
  });

  it('of 50 million pixels from a camera is stored', async () => {
    const photo = await plainPicture(8160, 6120).jpeg().toBuffer();
    const { file_id } = await upload('photo.jpg', photo);
    expect((await sharp(await contentOf(file_id)).metadata()).width).toBe(3840);
  });

  it.each([
    ['is torn off', async () => (await samplePicture('jpeg', 400, 400)).subarray(0, 3000)],
    ['is only a beginning', async () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['is of no size', async () => pngOfSize(0, 0)],
  ])('that %s is refused', async (_what, content) => {
    const bytes = await content();
    const answer = await upload(bytes[0] === 0xff ? 'rex.jpg' : 'rex.png', bytes);
    expect([answer.status, answer.code]).toEqual([415, 'file_type_not_supported']);
    expect(await filesOfAnimal()).toEqual([]);
  });
});

describe('a profile picture', () => {
  it('replaces the previous one', async () => {
    const first = await uploadPortrait('profile_picture_1.png', await samplePicture('png', 60, 60));
    const second = await uploadPortrait('profile_picture_2.jpg', await samplePicture('jpeg', 60, 60));
    expect((await filesOfAnimal()).map((file) => [file.id, file.file_type, file.filename])).toEqual([
      [second.file_id, 'profile_picture', 'profile_picture_2.jpg'],
    ]);
    expect((await api.call('file/get', { file_id: first.file_id ?? 0 }, practice.staffKey)).status).toBe(404);
    const { body } = await api.call('animal', { animal_id: animal.id }, practice.staffKey);
    expect(body).toMatchObject({ id: animal.id });
  });

  it('is one, however many are uploaded at once', async () => {
    const content = await samplePicture('png', 50, 50);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => uploadPortrait(`${index}.png`, content)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await filesOfAnimal()).toHaveLength(1);
  });

  it('is a picture, of at most 5 MB, of an animal; otherwise the previous one stays', async () => {
    const { file_id } = await uploadPortrait('rex.png', await samplePicture('png', 60, 60));
    const large = await samplePicture('png', 1500, 1500);
    expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
    const client = { entity_type: 'client', entity_id: practice.client.id, file_type: 'profile_picture' };
    const png = { name: 'a.png', content: await samplePicture('png', 9, 9) };
    const answers = [
      await uploadPortrait('rex.pdf', samplePdf(500)),
      await uploadPortrait('rex.svg', Buffer.from('<svg/>')),
      await uploadPortrait('rex.png', large),
      await sendParts(api, 'file/upload', client, png, practice.staffKey),
    ];
    expect(answers.map(({ status, message }) => [status, message])).toEqual([
      [415, 'Please select an image file'],
      [415, 'Please select an image file'],
      [413, 'Image size must be less than 5MB'],
      [400, 'Only an animal has a profile picture.'],
    ]);
    expect((await filesOfAnimal()).map(({ id }) => id)).toEqual([file_id]);
  });
});

describe("the practice's logo", () => {
  const set = (name: string, content: Uint8Array, caller = practice.adminKey) =>
    sendParts(api, 'tenant/logo_upload', {}, { name, content }, caller);
  const logo = async () => (await api.call('tenant/logo', {}, practice.staffKey)).body;

  it('is shown, replaced and deleted by an admin', async () => {
    expect(await logo()).toBeNull();
    expect((await set('logo.webp', await samplePicture('webp', 2000, 500))).status).toBe(200);
    const shown = await logo();
    expect(shown?.mime_type).toBe('image/png');
    const { width, format } = await sharp(Buffer.from(shown?.file_data ?? '', 'base64')).metadata();
    expect([width, format]).toEqual([1024, 'png']);
    const jpeg = await samplePicture('jpeg', 100, 100);
    const answers = await Promise.all([set('a.jpg', jpeg), set('b.jpg', jpeg), set('c.jpg', jpeg)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await logo())?.mime_type).toBe('image/jpeg');
    expect((await api.call('tenant/logo_remove', {}, practice.adminKey)).status).toBe(200);
    expect(await logo()).toBeNull();
    expect((await api.call('tenant/logo_remove', {}, practice.adminKey)).status).toBe(200);
  });

  it('is a picture, and cannot be deleted or read as a file', async () => {
    expect((await set('logo.svg', Buffer.from('<svg/>'))).message).toBe('Please select an image file');
    const file = await makeFile(db(), { tenant: practice.tenant, file_type: 'logo' });
    for (const action of ['file/get', 'file/delete'] as const) {
      expect((await api.call(action, { file_id: file.id }, practice.adminKey)).status).toBe(404);
    }
    const thumbnails = await api.call('file/thumbnails', { file_ids: [file.id] }, practice.adminKey);
    expect(thumbnails.body).toEqual([]);
  });
});
