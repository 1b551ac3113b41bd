import { createInflateRaw } from 'node:zlib';

/** Beyond these no letter goes; a bomb does. */
const mostEntries = 2000;
const mostUnpackedBytes = 100 * 1024 * 1024;
const mostEntryRatio = 250;

interface Entry {
  name: string;
  packed: Uint8Array;
  isPacked: boolean;
  size: number;
}

/**
 * Whether bytes are a Word document (docx) and nothing else: a zip from its first byte to its last, with the parts of
 * a document and no program, of which every part unpacks to what it says. Memory stays small whatever it unpacks to.
 */
export async function isWordDocument(bytes: Uint8Array): Promise<boolean> {
  const entries = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (!entries) return false;
  const names = new Set(entries.map(({ name }) => name));
  const hasParts = names.has('[Content_Types].xml') && names.has('word/document.xml');
  if (!hasParts || names.has('word/vbaProject.bin')) return false;
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > mostUnpackedBytes || entries.some(isBomb)) return false;
  for (const entry of entries) {
    if (!(await unpacksAsTold(entry))) return false;
  }
  return true;
}

const isBomb = ({ packed, size }: Entry): boolean =>
  size > 1024 * 1024 && size > packed.length * mostEntryRatio;

/** The entries by the zip's own table; undefined for what is damaged, encrypted, or larger than any letter. */
function entriesOf(zip: Buffer): Entry[] | undefined {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0 || end + 22 > zip.length || end + 22 + zip.readUInt16LE(end + 20) !== zip.length)
    return undefined;
  const count = zip.readUInt16LE(end + 10);
  const start = zip.readUInt32LE(end + 16);
  // Something put in front moves the table away from where it says it is.
  if (count === 0 || count > mostEntries || start + zip.readUInt32LE(end + 12) !== end) return undefined;
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

/** Unpacks an entry piece by piece, keeping nothing, and stops as soon as it is more than it said. */
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
