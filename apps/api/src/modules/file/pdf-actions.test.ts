import { deflateSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../testing/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { objectStream, pdfWith } from '../../testing/sample-pdfs.ts';
import { samplePdf } from '../../testing/sample-files.ts';
import { sendParts, type UploadAnswer } from '../../testing/uploads.ts';

const api = useTestApi();
let practice: Practice;
beforeAll(async () => {
  practice = await makePractice(api.testDatabase.owner);
});
beforeEach(async () => {
  await api.testDatabase.owner.query('truncate rate_limits');
});

const to = () => ({ entity_type: 'animal', entity_id: practice.animal.id });
const upload = (content: Uint8Array): Promise<UploadAnswer> =>
  sendParts(api, 'file/upload', to(), { name: 'report.pdf', content }, practice.staffKey);

const acts = {
  status: 415,
  code: 'file_type_not_supported',
  message:
    'This PDF contains a program, an action or an attached file. Print it to a new PDF and choose that one.',
};
const hides = {
  status: 415,
  code: 'file_type_not_supported',
  message:
    "This PDF is protected, so it can't be checked for programs. Print it to a new PDF and choose that one.",
};

const javaScript = '5 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n';
const inStream = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
/** With so many characters between the dictionary of a stream and its content. */
const behindComment = (characters: number): Buffer =>
  Buffer.from(
    objectStream(inStream)
      .toString('latin1')
      .replace('>>\nstream', `>>%${'x'.repeat(characters)}\nstream`),
    'latin1',
  );

describe('a PDF that acts is refused', () => {
  it.each<[string, Buffer]>([
    ['JavaScript', pdfWith(javaScript)],
    ['JavaScript at its opening', pdfWith('', { catalogue: `/OpenAction ${inStream}` })],
    ['JavaScript with an escaped name', pdfWith('5 0 obj\n<</S/J#61va#53cript/JS(x)>>\nendobj\n')],
    ['JavaScript in an object stream', pdfWith(objectStream(inStream))],
    [
      'JavaScript in a stream that calls itself a picture',
      pdfWith(objectStream(inStream, { dictionary: '/Subtype /Image /Filter /Fl' })),
    ],
    [
      'JavaScript behind a string that looks like another object',
      pdfWith(objectStream(inStream, { dictionary: '/X (8 0 obj << >>) /Filter /FlateDecode' })),
    ],
    [
      'JavaScript behind a long entry of a dictionary',
      pdfWith(objectStream(inStream, { dictionary: `/X (${'x'.repeat(100_000)}) /Filter /FlateDecode` })),
    ],
    ['JavaScript behind a long comment', pdfWith(behindComment(100_000))],
    [
      'JavaScript in a stream whose filter has the short name',
      pdfWith(objectStream(inStream, { dictionary: '/F /FlateDecode' })),
    ],
    ['JavaScript in a comment that looks like a stream', pdfWith(`% stream\n${javaScript}% endstream\n`)],
    ['a program', pdfWith('5 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\n')],
    [
      'an attached file',
      pdfWith('5 0 obj\n<< /Type /EmbeddedFile /Length 3 >>\nstream\nabc\nendstream\nendobj\n'),
    ],
    ['a list of attached files', pdfWith('', { catalogue: '/Names << /EmbeddedFiles 5 0 R >>' })],
    ['a form of XFA', pdfWith('', { catalogue: '/AcroForm << /XFA 5 0 R >>' })],
    [
      'an address that it opens by itself',
      pdfWith('', { catalogue: '/OpenAction << /S /URI /URI (https://bad.example) >>' }),
    ],
    [
      'an action of a page that sends its form',
      pdfWith('5 0 obj\n<< /AA << /O << /S /SubmitForm /F (https://bad.example) >> >> >>\nendobj'),
    ],
  ])('%s', async (_what, pdf) => {
    expect(await upload(pdf)).toMatchObject(acts);
  });

  it('also from a pet owner', async () => {
    const file = { name: 'report.pdf', content: pdfWith(objectStream(inStream)) };
    expect(await sendParts(api, 'file/cp_upload', to(), file, practice.clientKey)).toMatchObject(acts);
  });
});

describe('a PDF that hides its objects is refused', () => {
  const plain = '<< /Type /Annot >>';
  it.each<[string, Buffer]>([
    ['behind a password', pdfWith(objectStream(plain), { trailer: '/Encrypt 9 0 R' })],
    ['in a stream that cannot be unpacked', pdfWith(objectStream(plain, { pack: (content) => content }))],
    [
      'packed twice',
      pdfWith(
        objectStream(inStream, {
          dictionary: '/Filter [/FlateDecode /FlateDecode]',
          pack: (content) => deflateSync(deflateSync(content)),
        }),
      ),
    ],
    ['in another packing', pdfWith(objectStream(plain, { dictionary: '/Filter /LZWDecode' }))],
    [
      'in a packing that is named elsewhere',
      pdfWith(objectStream(inStream, { dictionary: '/Filter 9 0 R' })),
    ],
    [
      'behind a predictor',
      pdfWith(
        objectStream(inStream, { dictionary: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
      ),
    ],
    [
      'behind a predictor that is named elsewhere',
      pdfWith(objectStream(plain, { dictionary: '/Filter /FlateDecode /DecodeParms 9 0 R' })),
    ],
    [
      'in a dictionary longer than any',
      pdfWith(objectStream(inStream, { dictionary: `/X (${'x'.repeat(300_000)}) /Filter /FlateDecode` })),
    ],
    ['behind a comment longer than any', pdfWith(behindComment(300_000))],
    ['in more than can be unpacked', pdfWith(objectStream(' '.repeat(40_000_000)))],
  ])('%s', async (_what, pdf) => {
    expect(await upload(pdf)).toMatchObject(hides);
  });
});

describe('an honest PDF is kept', () => {
  it.each<[string, Buffer]>([
    ['of one page', pdfWith()],
    [
      'with packed objects',
      pdfWith(objectStream('<< /Type /Annot /A << /S /URI /URI (https://vet.example) >> >>')),
    ],
    ['that opens on a page', pdfWith('', { catalogue: '/OpenAction [3 0 R /Fit]' })],
    [
      'that opens on a page by an action',
      pdfWith('', { catalogue: '/OpenAction << /S /GoTo /D [3 0 R /XYZ null null 1] >>' }),
    ],
    ['that may not be printed, with its objects in the open', pdfWith('', { trailer: '/Encrypt 9 0 R' })],
    [
      'of a scanner, with large pictures',
      pdfWith(
        Buffer.concat([
          Buffer.from('5 0 obj\n<< /Subtype /Image /Filter /DCTDecode /Length 3000000 >>\nstream\n'),
          samplePdf(3_000_000).subarray(16),
          Buffer.from('\nendstream\nendobj\n'),
        ]),
      ),
    ],
    ['with outlines', pdfWith('5 0 obj\n<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>\nendobj\n')],
    [
      'with words that are part of longer ones',
      pdfWith('5 0 obj\n<< /JavaScripting 1 /Launcher 2 >>\nendobj\n'),
    ],
  ])('%s', async (_what, pdf) => {
    expect(await upload(pdf)).toMatchObject({ status: 200 });
  });
});

it.each([
  ['dictionaries that share one comment', 'obj<</First>>%'],
  ['dictionaries within each other', 'obj<<'],
  [
    'streams with next to nothing in them',
    `obj<</First/Filter/Fl>>stream\n${deflateSync('x').toString('latin1')}`,
  ],
])('a PDF of %s is refused before it has taken seconds', async (_what, piece) => {
  const pdf = pdfWith(piece.repeat(4_000_000 / piece.length));
  const before = process.cpuUsage();
  expect(await upload(pdf)).toMatchObject(hides);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(4);
});
