import { createInflateRaw, inflateRawSync } from 'node:zlib';

/** Limits that no letter exceeds, but a zip bomb does. */
const maxEntries = 2000;
const maxUnpackedBytes = 100 * 1024 * 1024;
const maxEntryRatio = 250;
/** The content list of a letter is a few kilobytes long. */
const maxTypesBytes = 256 * 1024;

interface Entry {
  name: string;
  packed: Uint8Array;
  isPacked: boolean;
  size: number;
}

/**
 * Whether bytes are a Word document (docx) and nothing else: a zip from its first byte to its last, with the parts of a
 * document and no program, whose parts unpack to their declared sizes. Memory stays small whatever their size.
 */
export async function isWordDocument(bytes: Uint8Array): Promise<boolean> {
  const entries = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (!entries) return false;
  const names = new Set(entries.map(({ name }) => name));
  const hasParts = names.has('[Content_Types].xml') && names.has('word/document.xml');
  if (!hasParts || entries.some(({ name }) => /vba(?:project|data)/i.test(name))) return false;
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > maxUnpackedBytes || entries.some(isBomb)) return false;
  for (const entry of entries) {
    if (!(await unpacksAsTold(entry))) return false;
  }
  return !entries.some((entry) => isListOfTypes(entry) && namesProgram(entry));
}

const isListOfTypes = ({ name }: Entry): boolean => name.toLowerCase() === '[content_types].xml';

/** Whether the content list of a document contains a program under any name, or hides its content. */
function namesProgram({ packed, isPacked, size }: Entry): boolean {
  if (size > maxTypesBytes) return true;
  const content = isPacked ? inflateRawSync(packed, { maxOutputLength: maxTypesBytes }) : packed;
  // Of UTF-16 only the letters are kept; a character reference could spell anything.
  const list = Buffer.from(content).toString('latin1').replaceAll('\0', '');
  return /macroEnabled|vbaProject|vbaData|&#/i.test(list);
}

const entryBytes = 128;

/** The names in the directory of a compound file, in lower case: it ignores case. */
function directoryNames(file: Buffer): Set<string> {
  const names = new Set<string>();
  // Entries are at multiples of their size, wherever the directory continues in the file.
  for (let at = 0; at + entryBytes <= file.length; at += entryBytes) {
    const [nameBytes, kind] = [file.readUInt16LE(at + 64), file.readUInt8(at + 66)];
    const isEntry = (kind === 1 || kind === 2) && nameBytes > 2 && nameBytes <= 64 && nameBytes % 2 === 0;
    if (isEntry) names.add(file.toString('utf16le', at, at + nameBytes - 2).toLowerCase());
  }
  return names;
}

/** Embedded objects, and programs in a document. */
const foreignNames = [
  'workbook',
  'powerpoint document',
  'visiodocument',
  'macros',
  '_vba_project',
  '_vba_project_cur',
];

/**
 * Whether a compound file is an old Word document (doc): it has the stream of one, no program and no embedded objects.
 */
export function isOldWordDocument(bytes: Uint8Array): boolean {
  const names = directoryNames(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (!names.has('worddocument') || foreignNames.some((name) => names.has(name))) return false;
  return ![...names].some((name) => name.startsWith('__substg1.0'));
}

const isBomb = ({ packed, size }: Entry): boolean =>
  size > 1024 * 1024 && size > packed.length * maxEntryRatio;

/** The entries by the zip's own table; undefined for a damaged or encrypted file, or one larger than any letter. */
function entriesOf(zip: Buffer): Entry[] | undefined {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || end + 22 > zip.length || end + 22 + zip.readUInt16LE(end + 20) !== zip.length)
    return undefined;
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  // Prepended data moves the table away from its declared position.
  if (count === 0 || count > maxEntries || start + zip.readUInt32LE(end + 12) !== end) return undefined;
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const read = at + 46 <= end && zip.readUInt32LE(at) === 0x02014b50 ? entryAt(zip, at) : undefined;
    if (!read) return undefined;
    entries.push(read);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return at === end ? entries : undefined;
}

function entryAt(zip: Buffer, at: number): Entry | undefined {
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  const [packedSize, size, local] = [20, 24, 42].map((offset) => zip.readUInt32LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const isEncrypted = (flags & 1) !== 0;
  if (isEncrypted || (method !== 0 && method !== 8) || local + 30 > zip.length) return undefined;
  if (zip.readUInt32LE(local) !== 0x04034b50) return undefined;
  const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (begin + packedSize > zip.length) return undefined;
  const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
  return { name, packed: zip.subarray(begin, begin + packedSize), isPacked: method === 8, size };
}

/** Unpacks an entry piece by piece without storing it, and stops as soon as it exceeds its declared size. */
function unpacksAsTold({ packed, isPacked, size }: Entry): Promise<boolean> {
  if (!isPacked) return Promise.resolve(packed.length === size);
  return new Promise((resolve) => {
    const inflate = createInflateRaw();
    let unpacked = 0;
    const done = (answer: boolean): void => {
      inflate.destroy();
      resolve(answer);
    };
    inflate.on('data', (piece: Buffer) => {
      unpacked += piece.length;
      if (unpacked > size) done(false);
    });
    inflate.once('end', () => done(unpacked === size));
    inflate.once('error', () => done(false));
    inflate.end(packed);
  });
}
