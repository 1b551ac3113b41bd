import { gzipSync } from 'node:zlib';
import { maxFileBytes } from '@burrow/contracts/file-limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeFile } from '../../../../../packages/dev/src/factory-bookings.ts';
import { useTestApi } from '../../testing/harness.ts';
import { sampleDoc, sampleDocx, samplePdf, samplePicture, zip } from '../../testing/sample-files.ts';
import { sendForm, sendHeadersOnly, sendParts, type UploadAnswer } from '../../testing/uploads.ts';

const api = useTestApi({ FILE_UPLOADS_AT_ONCE: '2' });
const db = () => api.testDatabase.owner;

let practice: Practice;
let elsewhere: Practice;
beforeAll(async () => {
  [practice, elsewhere] = [await makePractice(db()), await makePractice(db())];
});
beforeEach(async () => {
  await db().query('truncate rate_limits');
});

const toClient = () => ({ entity_type: 'client' as const, entity_id: practice.client.id });

/** Uploads to the client's files, as a multipart form. */
const upload = (
  name: string,
  content: Uint8Array,
  more: Record<string, string> = {},
): Promise<UploadAnswer> =>
  sendParts(api, 'file/upload', { ...toClient(), ...more }, { name, content }, practice.staffKey);

async function contentOf(fileId: number | undefined): Promise<Buffer> {
  const { status, body } = await api.call('file/get', { file_id: fileId ?? 0 }, practice.staffKey);
  expect(status).toBe(200);
  return Buffer.from(body.file_data, 'base64');
}

const countFiles = async (): Promise<number> => {
  const { rows } = await db().query<{ count: string }>('select count(*) from files');
  return Number(rows[0]?.count);
};

const tooLarge = 'File size exceeds 10 MB limit';
const notSupported = 'File type not supported. Accepted types: images, pdf, doc, docx, txt';

describe('the size of a file', () => {
  it('of 9.9 MB is accepted, and downloaded byte for byte', async () => {
    const pdf = samplePdf(9_900_000);
    const asParts = await upload('big.pdf', pdf);
    expect(asParts.status).toBe(200);
    expect((await contentOf(asParts.file_id)).equals(pdf)).toBe(true);
  });

  it('of 10.1 MB is refused', async () => {
    const before = await countFiles();
    expect(await upload('big.pdf', samplePdf(10_600_000))).toMatchObject({
      status: 413,
      code: 'file_too_large',
      message: tooLarge,
    });
    expect(await countFiles()).toBe(before);
  });

  it.each([
    [maxFileBytes, 200],
    [maxFileBytes + 1, 413],
  ])('of %i bytes is answered with %i, in every encoding', async (bytes, status) => {
    const pdf = samplePdf(bytes);
    const base64 = pdf.toString('base64');
    const fields = { ...toClient(), filename: 'edge.pdf', file_data: base64 };
    const answers = [
      await upload('edge.pdf', pdf),
      await sendForm(api, 'file/upload', fields, practice.staffKey),
      await sendForm(
        api,
        'file/upload',
        { ...fields, file_data: `data:application/pdf;base64,${base64}` },
        practice.staffKey,
      ),
    ];
    const asJson = await api.post('/api/file/upload', JSON.stringify(fields), {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${practice.staffKey.apiKey}`,
    });
    expect([...answers.map((answer) => answer.status), asJson.status]).toEqual([
      status,
      status,
      status,
      status,
    ]);
    const message = status === 413 ? tooLarge : undefined;
    expect(answers.map((answer) => answer.message)).toEqual([message, message, message]);
  });

  it('is counted in decoded bytes even if every character of the form is escaped', async () => {
    const text = Buffer.from('%PDF-1.7\n');
    // Base64 of 0xFF is all slashes, each of which a form sends as three characters.
    const bytes = Buffer.concat([text, Buffer.alloc(maxFileBytes - text.length, 0xff)]);
    const { apiKey, userId } = { apiKey: practice.staffKey.apiKey, userId: practice.staff.id };
    const fields = { ...toClient(), filename: 'ff.pdf', api_key: apiKey, user_id: userId };
    const answer = await sendForm(api, 'file/upload', { ...fields, file_data: bytes.toString('base64') });
    expect(answer.status).toBe(200);
    expect((await contentOf(answer.file_id)).equals(bytes)).toBe(true);
  });

  it('of an action that takes no file stays at 512 kB', async () => {
    const answer = await sendForm(api, 'client', { client_id: 1, q: 'a'.repeat(600_000) }, practice.staffKey);
    expect([answer.status, answer.code]).toEqual([413, 'payload_too_large']);
  });
});

describe('the type of a file', () => {
  const text = Buffer.from('Rex has grown — £40 for his dinner.\r\n\tHe is 5 < 6 years old.\n');
  it.each<[string, Buffer | (() => Promise<Buffer>), string]>([
    ['scan.pdf', samplePdf(2000), 'application/pdf'],
    ['SCAN.PDF', samplePdf(2000), 'application/pdf'],
    ['letter.doc', sampleDoc(), 'application/msword'],
    ['letter.docx', sampleDocx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['notes.txt', text, 'text/plain'],
    ['marked.txt', Buffer.from('\ufeffWith a byte order mark'), 'text/plain'],
    ['rex.jpeg', () => samplePicture('jpeg', 40, 30), 'image/jpeg'],
    ['rex.png', () => samplePicture('png', 40, 30), 'image/png'],
    ['rex.gif', () => samplePicture('gif', 40, 30), 'image/gif'],
    ['rex.webp', () => samplePicture('webp', 40, 30), 'image/webp'],
  ])('%s is accepted', async (name, given, mime) => {
    const content = typeof given === 'function' ? await given() : given;
    const { status, file_id } = await upload(name, content);
    expect(status).toBe(200);
    const { body } = await api.call('file/get', { file_id: file_id ?? 0 }, practice.staffKey);
    expect([body.filename, body.mime_type, body.uploaded_by]).toEqual([name, mime, 'Stefan Staff']);
    // A document is evidence: it must be stored byte for byte.
    const same = Buffer.from(body.file_data, 'base64').equals(content);
    expect(mime.startsWith('image/') || same).toBe(true);
  });

  it('is determined by its content: a contradicting name is refused', async () => {
    const png = await samplePicture('png', 20, 20);
    expect(await upload('invoice.pdf', png)).toMatchObject({
      status: 415,
      code: 'file_type_not_supported',
      message: 'The name ends in .pdf, but the file is a PNG image. Rename the file and try again.',
    });
    for (const [name, content] of [
      ['rex.jpg', png],
      ['letter.docx', samplePdf(500)],
      ['letter.doc', sampleDocx()],
      ['notes.pdf', text],
      ['setup.exe', text],
      ['notes.html', text],
    ] as const) {
      expect([name, (await upload(name, content)).status]).toEqual([name, 415]);
    }
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>';
  const zeros = Buffer.alloc(60_000_000);
  it.each<[string, string, Buffer]>([
    ['an SVG', 'rex.svg', Buffer.from(svg)],
    ['an SVG that is called a PNG', 'rex.png', Buffer.from(svg)],
    ['an SVG that is called text', 'rex.txt', Buffer.from(`\n\n${svg}`)],
    ['a page', 'page.html', Buffer.from(html)],
    ['a page that is called text', 'page.txt', Buffer.from(`Hello\n${html}`)],
    ['a page with a byte order mark', 'page.txt', Buffer.from(`\ufeff${html}`)],
    ['a page in UTF-16', 'page.txt', Buffer.from(`\ufeff${html}`, 'utf16le')],
    ['a script', 'run.txt', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['XML', 'data.txt', Buffer.from('<?xml version="1.0"?><a/>')],
    ['text with a NUL', 'notes.txt', Buffer.from('Rex\0is well')],
    ['a page in front of a PDF', 'both.pdf', Buffer.concat([Buffer.from(html), samplePdf(500)])],
    ['a page inside the head of a PDF', 'both.pdf', Buffer.from(`%PDF-1.7\n${html}\n%%EOF`)],
    [
      'a byte order mark in front of a PDF',
      'both.pdf',
      Buffer.concat([Buffer.from('\ufeff'), samplePdf(500)]),
    ],
    ['a PDF that is an archive too', 'both.pdf', Buffer.concat([samplePdf(500), sampleDocx()])],
    ['a GIF in front of a script', 'rex.gif', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
    ['a program', 'rex.png', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
    ['an archive', 'files.zip', zip([{ name: 'a.txt', content: text }])],
    ['an archive that is called a document', 'files.docx', zip([{ name: 'a.txt', content: text }])],
    [
      'a document with something in front',
      'letter.docx',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), sampleDocx()]),
    ],
    ['a document with something behind', 'letter.docx', Buffer.concat([sampleDocx(), Buffer.from(html)])],
    [
      'a document with a program',
      'letter.docx',
      sampleDocx([{ name: 'word/vbaProject.bin', content: text }]),
    ],
    ['a document that is a bomb', 'letter.docx', sampleDocx([{ name: 'word/media/a.xml', content: zeros }])],
    [
      'a bomb that lies about its size',
      'letter.docx',
      sampleDocx([{ name: 'word/media/a.xml', content: zeros, toldSize: 900 }]),
    ],
    ['a bomb of gzip', 'letter.docx', gzipSync(zeros)],
    ['a bomb of gzip called text', 'notes.txt', gzipSync(zeros)],
    ['a workbook that is called a letter', 'letter.doc', sampleDoc('Workbook')],
    ['a workbook that is a letter too', 'letter.doc', sampleDoc('WordDocument', 'Workbook')],
    ['another compound file', 'letter.doc', sampleDoc('Contents')],
    ['an old document with a program', 'letter.doc', sampleDoc('WordDocument', 'MACROS')],
    ['an old document with a project', 'letter.doc', sampleDoc('WordDocument', '_VBA_PROJECT')],
    [
      'a document with a program under another name',
      'letter.docx',
      sampleDocx([{ name: 'custom/VbaProject1.bin', content: text }]),
    ],
    ...['<x t="application/vnd.ms-word.document.macroEnabled.main+xml"/>', '<x t="&#109;acro"/>'].map(
      (types): [string, string, Buffer] => [
        `a document that says ${types}`,
        'letter.docx',
        sampleDocx([{ name: '[content_types].XML', content: Buffer.from(types, 'utf16le') }]),
      ],
    ),
    ['a HEIC picture', 'rex.heic', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')],
  ])('%s is refused', async (_what, name, content) => {
    const before = await countFiles();
    const answer = await upload(name, content);
    expect([answer.status, answer.code]).toEqual([415, 'file_type_not_supported']);
    expect(await countFiles()).toBe(before);
  });

  it('is explained when it is refused', async () => {
    expect((await upload('x.zip', zip([{ name: 'a', content: text }]))).message).toBe(notSupported);
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\fakepath\\Röntgen Rex 🐶.txt', 'Röntgen Rex 🐶.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['a"; filename="b.txt', 'a"; filename="b.txt'],
    ['report', 'report.txt'],
    ['..', 'file.txt'],
    ['.txt', 'txt.txt'],
    ['\u202egpj.txt', 'gpj.txt'],
    [`${'ä'.repeat(400)}.txt`, `${'ä'.repeat(251)}.txt`],
  ])('%j is stored as %j', async (given, kept) => {
    const file_data = Buffer.from('Rex is well').toString('base64');
    const fields = { ...toClient(), filename: given, file_data };
    const { status, file_id } = await sendForm(api, 'file/upload', fields, practice.staffKey);
    expect(status).toBe(200);
    const { body } = await api.call('file/get', { file_id: file_id ?? 0 }, practice.staffKey);
    expect(body.filename).toBe(kept);
  });

  it('with a NUL is refused', async () => {
    const fields = { ...toClient(), filename: 'a\0.txt', file_data: 'UmV4' };
    const answer = await sendForm(api, 'file/upload', fields, practice.staffKey);
    expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([400, ['filename']]);
  });

  it('in the part is used, in any alphabet, unless another is given', async () => {
    const content = Buffer.from('Rex is well');
    const names = [];
    for (const more of [undefined, { filename: 'other.txt' }]) {
      const { file_id } = await upload('Бирка ветеринара.txt', content, more);
      names.push((await api.call('file/get', { file_id: file_id ?? 0 }, practice.staffKey)).body.filename);
    }
    expect(names).toEqual(['Бирка ветеринара.txt', 'other.txt']);
  });
});

describe('a request with a file', () => {
  const body = (file_data: unknown) => ({ ...toClient(), filename: 'a.txt', file_data });
  it.each([
    ['no file at all', undefined, 'Choose a file.'],
    ['an empty text', '', 'Choose a file.'],
    ['nothing behind a data: address', 'data:text/plain;base64,', 'This file is empty.'],
    ['no base64', 'Rex is well!', 'This isn’t valid base64.'],
    ['base64 that was torn off', 'UmV4I', 'This isn’t valid base64.'],
    ['base64 with padding inside', 'Um=V4UmV4', 'This isn’t valid base64.'],
    ['a data: address without base64', 'data:text/plain,Rex', 'This isn’t valid base64.'],
    ['a number', 5, 'Choose a file.'],
    ['a list', ['UmV4'], 'Choose a file.'],
    ['a record', { 0: 82, length: 1 }, 'Choose a file.'],
  ])('and %s is refused at that field', async (_what, file_data, message) => {
    const answer = await api.call('file/upload', body(file_data) as never, practice.staffKey);
    expect([answer.status, answer.error.fields]).toEqual([400, { file_data: message }]);
  });

  it('with two files, none, or one under another name is refused', async () => {
    const part = (name: string) => [name, new Blob(['Rex']), 'a.txt'] as const;
    const fields = Object.entries(toClient()).map(([name, value]) => [name, String(value)] as const);
    const outcomes = [];
    for (const parts of [[part('file'), part('file')], [part('picture')], []]) {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      for (const [name, content, filename] of parts) form.append(name, content, filename);
      const headers = { Authorization: `Bearer ${practice.staffKey.apiKey}` };
      outcomes.push((await api.post('/api/file/upload', form, headers)).status);
    }
    expect(outcomes).toEqual([400, 400, 400]);
    expect((await upload('empty.txt', Buffer.alloc(0))).fields).toEqual({ file_data: 'This file is empty.' });
  });

  it.each<[string, string, string, Record<string, string>, number]>([
    ['a multipart form without its boundary', 'multipart/form-data', 'x', {}, 400],
    ['a multipart form that ends too soon', 'multipart/form-data; boundary=b', '--b\r\nContent-Dis', {}, 400],
    ['a body that is packed', 'application/json', '{}', { 'Content-Encoding': 'gzip' }, 415],
    ['a body of another type', 'application/octet-stream', 'Rex', {}, 415],
    ['broken JSON', 'application/json', '{', {}, 400],
  ])('as %s is refused', async (_what, type, sent, headers, status) => {
    const { apiKey } = practice.staffKey;
    const response = await api.post('/api/file/upload', sent, {
      'Content-Type': type,
      Authorization: `Bearer ${apiKey}`,
      ...headers,
    });
    expect(response.status).toBe(status);
  });

  it('is answered before its body is read when its sender lacks permission', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': 40_000_000 };
    const as = (apiKey: string) =>
      sendHeadersOnly(api, 'file/upload', { ...headers, Authorization: `Bearer ${apiKey}` });
    expect(await as('nobody')).toBe(401);
    expect(await as(practice.clientKey.apiKey)).toBe(403);
    const logo = { ...headers, Authorization: `Bearer ${practice.staffKey.apiKey}` };
    expect(await sendHeadersOnly(api, 'tenant/logo_upload', logo)).toBe(403);
    const huge = { ...logo, 'Content-Length': 60_000_000 };
    expect(await sendHeadersOnly(api, 'file/upload', huge)).toBe(413);
  });

  it('waits for its turn when several large ones arrive at once, and each is stored', async () => {
    const pdf = samplePdf(9_000_000);
    const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => upload(`${index}.pdf`, pdf)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(process.memoryUsage().rss).toBeLessThan(1_500_000_000);
  });
});

describe('the files of a record', () => {
  it('are listed newest first, with their uploaders, for every kind of record including archived ones', async () => {
    const { animal, client } = practice;
    await db().query('update animals set active = false where id = $1', [animal.id]);
    for (const owner of [
      { entity_type: 'animal', entity_id: animal.id },
      { entity_type: 'client', entity_id: client.id },
    ] as const) {
      api.clock.set('2026-01-14T10:00:00Z');
      const content = Buffer.from('first');
      await sendParts(api, 'file/upload', owner, { name: 'one.txt', content }, practice.staffKey);
      api.clock.set('2026-01-14T11:00:00Z');
      await sendParts(api, 'file/upload', owner, { name: 'two.txt', content }, practice.adminKey);
      const { body } = await api.call('files/by_entity', owner, practice.staffKey);
      expect(body.slice(0, 2).map((file) => [file.filename, file.uploaded_by, file.has_thumbnail])).toEqual([
        ['two.txt', 'Ada Admin', false],
        ['one.txt', 'Stefan Staff', false],
      ]);
    }
  });

  it("of another practice are not found: they can't be read, deleted, or added to", async () => {
    const theirs = await makeFile(db(), { animal: elsewhere.animal });
    const key = practice.adminKey;
    const owner = { entity_type: 'animal' as const, entity_id: elsewhere.animal.id };
    const statuses = [
      await api.call('file/get', { file_id: theirs.id }, key),
      await api.call('file/delete', { file_id: theirs.id }, key),
      await api.call('files/by_entity', owner, key),
      await sendParts(api, 'file/upload', owner, { name: 'a.txt', content: Buffer.from('a') }, key),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect((await api.call('file/thumbnails', { file_ids: [theirs.id] }, key)).body).toEqual([]);
    const { body } = await api.call('file/get', { file_id: theirs.id }, elsewhere.adminKey);
    expect(body.id).toBe(theirs.id);
  });

  it('leave nothing behind when they are deleted', async () => {
    const { file_id = 0 } = await upload('rex.png', await samplePicture('png', 30, 30));
    expect((await api.call('file/delete', { file_id }, practice.staffKey)).status).toBe(200);
    for (const table of ['files', 'file_contents', 'file_thumbnails']) {
      const column = table === 'files' ? 'id' : 'file_id';
      const { rowCount } = await db().query(`select 1 from ${table} where ${column} = $1`, [file_id]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
    expect((await api.call('file/delete', { file_id }, practice.staffKey)).status).toBe(404);
    expect((await api.call('file/get', { file_id }, practice.staffKey)).status).toBe(404);
  });
});
