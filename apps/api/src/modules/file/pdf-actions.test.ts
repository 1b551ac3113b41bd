import { deflateSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
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
    'This PDF is protected, so it can’t be checked for programs. Print it to a new PDF and choose that one.',
};

const javaScript = '5 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj\n';
const inStream = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const uri = '<< /S /URI /URI (https://bad.example) >>';
/** With entries of its catalogue, and an object 5. */
const opening = (catalogue: string, five = 'null', more = ''): Buffer =>
  pdfWith(`5 0 obj\n${five}\nendobj\n${more}\n`, { catalogue });
/** With so many characters between the dictionary of a stream and its content. */
const behindComment = (characters: number): Buffer =>
  Buffer.from(
    objectStream(inStream)
      .toString('latin1')
      .replace('>>\nstream', `>>%${'x'.repeat(characters)}\nstream`),
    'latin1',
  );

describe('a PDF with actions is refused', () => {
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
      'an address that it opens automatically',
      pdfWith('', { catalogue: '/OpenAction << /S /URI /URI (https://bad.example) >>' }),
    ],
    [
      'an action of a page that sends its form',
      pdfWith('5 0 obj\n<< /AA << /O << /S /SubmitForm /F (https://bad.example) >> >> >>\nendobj'),
    ],
  ])('%s', async (_what, pdf) => {
    expect(await upload(pdf)).toMatchObject(acts);
  });

  it.each<[string, Buffer]>([
    ['that the document refers to', opening('/OpenAction 5 0 R', uri)],
    ['behind a comment', opening(`/OpenAction %x\n<<%${'>'.repeat(50)}\n/S /URI /URI (x)>>`)],
    ['behind many blanks', opening(`/OpenAction${' '.repeat(3000)}<< /S${' '.repeat(3000)}/URI /URI (x) >>`)],
    ['behind another dictionary', opening('/OpenAction << /X << /Y 1 >> /S /URI /URI (x) >>')],
    ['by a name with escapes', opening('/Open#41ction << /S /#55RI /U#52I (x) >>')],
    ['whose kind is written elsewhere', opening('/OpenAction 5 0 R', '<< /S 6 0 R /URI (x) >>')],
    ['that the document refers to with a comment', opening('/OpenAction 5 %x\n0 R', uri)],
    ['of an object whose number has a comment', opening('/OpenAction 5 0 R', '', `5 %x\n0 obj ${uri}`)],
    ['by a reference to a reference', opening('/OpenAction 6 0 R', uri, '6 0 obj 5 0 R endobj')],
    ['after another action', opening('/OpenAction << /S /Named /Next 5 0 R >>', uri)],
    ['in a list after another action', opening('/OpenAction << /S /Named /Next [<<>> 5 0 R] >>', uri)],
    [
      'in a list that is written elsewhere',
      opening('/OpenAction << /Next 6 0 R >>', uri, '6 0 obj [<< /S /URI /URI (x) >>] endobj'),
    ],
    ['when it closes', opening('/AA << /WC 5 0 R >>', uri)],
    ['by its second event', opening('/AA << /WS << /S /Named >> /WC << /S /URI /URI (x) >> >>')],
    ['by events that are written elsewhere', opening('/AA 6 0 R', uri, '6 0 obj << /WC 5 0 R >> endobj')],
    ['in an object stream', pdfWith(objectStream(uri), { catalogue: '/OpenAction 5 0 R' })],
    [
      'in an object stream that is not packed',
      pdfWith(objectStream(uri, { dictionary: '', pack: (content) => content }), {
        catalogue: '/OpenAction 5 0 R',
      }),
    ],
    [
      'of a page in an object stream',
      pdfWith(Buffer.concat([objectStream('<< /AA << /O 6 0 R >> >>'), Buffer.from(`6 0 obj ${uri}`)])),
    ],
  ])('with an address that it opens %s', async (_how, pdf) => {
    expect(await upload(pdf)).toMatchObject(acts);
  });

  it.each<[string, string]>([
    ['that is sent', '/S /SubmitForm /F (https://bad.example)'],
    ['that is filled in from a file', '/S /ImportData /F (x.fdf)'],
    ['that leads to another file', String.raw`/S /GoToR /F (\\\\bad.example\\x.pdf) /D [0 /Fit]`],
    ['that leads to an attached file', '/S /GoToE /T << /R /C >>'],
  ])('with a form or an action %s, also on a click', async (_what, action) => {
    const clicked = pdfWith(`5 0 obj\n<< /Type /Annot /A << ${action} >> >>\nendobj`);
    expect(await upload(clicked)).toMatchObject(acts);
    expect(await upload(opening('/OpenAction 5 0 R', `<< ${action} >>`))).toMatchObject(acts);
  });

  it.each([
    '<< /EF << /F 6 0 R >> >>',
    '<< /EF 6 0 R >>',
    '<< /EF%x\n6 %x\n0 R >>',
    '<< /#45F<</F 6 0 R>> >>',
  ])('with an attached file outside the list of attachments: %s', async (specification) => {
    expect(await upload(opening('/AF [5 0 R]', specification))).toMatchObject(acts);
    expect(await upload(pdfWith(objectStream(specification)))).toMatchObject(acts);
  });

  it('from a pet owner too', async () => {
    const file = { name: 'report.pdf', content: pdfWith(objectStream(inStream)) };
    expect(await sendParts(api, 'file/cp_upload', to(), file, practice.clientKey)).toMatchObject(acts);
  });
});

describe('a PDF with hidden objects is refused', () => {
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

describe('a harmless PDF is stored', () => {
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
    [
      'that opens on a page by an action of its own, with links',
      opening(
        '/OpenAction 5 0 R',
        '<< /S /GoTo /D [3 0 R /Fit] /Next [8 0 R] >>',
        `6 0 obj << /Type /Annot /A 7 0 R >> endobj\n7 0 obj ${uri} endobj\n8 0 obj << /S /Named /N /Print >> endobj`,
      ),
    ],
    [
      'that opens on a page by a destination of its own, with links',
      opening(
        '/OpenAction 5 0 R',
        '[6 0 R /Fit]',
        `6 0 obj << /Type /Page /Annots [<< /A ${uri} >>] >> endobj`,
      ),
    ],
    [
      'that opens on a page by an action in an object stream with links',
      pdfWith(objectStream('<< /S /GoTo /D [3 0 R] >> << /Type /Annot /A << /S /URI /URI (x) >> >>'), {
        catalogue: '/OpenAction 5 0 R',
      }),
    ],
    [
      'with a font that has the name of an attached file',
      pdfWith('5 0 obj << >> stream\n/EF 12 Tf 0 R\nendstream'),
    ],
    ['with a base for its links', opening('/OpenAction [3 0 R /Fit] /URI << /Base (https://vet.example) >>')],
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
  ['openings within each other', '/OpenAction<<'],
  ['actions after each other', '/OpenAction<</Next'],
  ['attached files behind one comment', '/EF%'],
])('a PDF of %s is refused within four seconds', async (_what, piece) => {
  const pdf = pdfWith(piece.repeat(4_000_000 / piece.length));
  const before = process.cpuUsage();
  expect(await upload(pdf)).toMatchObject(hides);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(4);
});

it.each([
  ['one object many times', () => '/AA 9 0 R 9 0 obj '],
  ['many objects', (n: number) => `/AA ${n} 0 R ${n} 0 obj `],
])('a PDF that refers to %s is checked within four seconds', async (_what, piece) => {
  const pdf = pdfWith(Array.from({ length: 200_000 }, (_, n) => piece(n + 10)).join(''));
  const before = process.cpuUsage();
  expect(await upload(pdf)).toMatchObject({ status: 200 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(4);
});
