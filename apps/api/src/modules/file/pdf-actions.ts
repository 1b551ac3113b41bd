import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { AppError } from '../../lib/app-error.ts';
import { Turns } from '../../lib/turns.ts';
import { farthest, objectStreams, ReadingLimit, unescaped, type ObjectStream } from './pdf-objects.ts';
import { Openings } from './pdf-openings.ts';

const unpack = promisify(inflate);

/** Names that run or open something, or attach a file. Each is long enough not to occur in the bytes of a picture. */
const actions =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|GoToE|GoToR|SubmitForm|ImportData|RichMedia|Rendition|XFA)(?=[\0\t\n\f\r ()<>[\]{}/%])/;
const encrypted = /\/Encrypt(?=[\0\t\n\f\r ()<>[\]{}/%])/;

const refused = (message: string): AppError => new AppError('file_type_not_supported', { message });
const another = 'Print it to a new PDF and choose that one.';
const acts = (): AppError =>
  refused(`This PDF contains a program, an action or an attached file. ${another}`);
const hides = (): AppError =>
  refused(`This PDF is protected, so it can’t be checked for programs. ${another}`);

const pieceLength = 65_536;
/** Longer than any searched name, in any spelling. */
const overlap = 2048;

/** Whether any piece of a text matches, with its names decoded. Yields to other work in between. */
async function someIn(text: string, patterns: readonly RegExp[], turns: Turns): Promise<boolean> {
  for (let start = 0; start < text.length; start += pieceLength) {
    const piece = unescaped(text.slice(start, start + pieceLength + overlap));
    // A name may be at the end of the text.
    const whole = start + pieceLength + overlap >= text.length ? `${piece} ` : piece;
    if (patterns.some((pattern) => pattern.test(whole))) return true;
    if (turns.isOver) await turns.next();
  }
  return false;
}

/** Object streams of a harmless file total a few megabytes. */
const maxUnpacked = 32 * 1024 * 1024;
/** The minimum that each counts: unpacking takes time even if it contains little. */
const leastUnpacked = 4096;

/**
 * Filters other than the usual one for objects, and the parameters of filters: a predictor transforms the unpacked
 * content.
 */
const otherFilters = new Set([
  'LZWDecode',
  'LZW',
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'RunLengthDecode',
  'RL',
  'CCITTFaxDecode',
  'CCF',
  'DCTDecode',
  'DCT',
  'JBIG2Decode',
  'JPXDecode',
  'Crypt',
  'DecodeParms',
  'DP',
]);

/** The objects in a stream; null if they are in the file uncompressed. @throws AppError when they cannot be read */
async function objectsIn(
  bytes: Uint8Array,
  { names, start }: ObjectStream,
  most: number,
): Promise<Buffer | null> {
  // Some viewers accept the abbreviation, which is meant for inline pictures.
  if (!names.includes('Filter') && !names.includes('F')) return null;
  const packed = names.filter((name) => name === 'FlateDecode' || name === 'Fl').length;
  if (packed !== 1 || names.some((name) => otherFilters.has(name)) || most <= 0) throw hides();
  try {
    return await unpack(bytes.subarray(start), { maxOutputLength: most });
  } catch {
    // Encrypted, damaged, or larger than any list of objects.
    throw hides();
  }
}

/**
 * Refuses a PDF that runs or opens something (JavaScript, programs, XFA forms) or attaches files, and one whose
 * compressed objects cannot be read.
 * @throws AppError `file_type_not_supported`, with advice
 */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const turns = new Turns();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const openings = new Openings(turns, new ReadingLimit(2 * text.length + farthest));
  if (await someIn(text, [actions], turns)) throw acts();
  let left = maxUnpacked;
  let isEncrypted: boolean | undefined;
  try {
    openings.add({ text });
    if (await openings.someIn(text)) throw acts();
    for (const stream of objectStreams(text)) {
      if (turns.isOver) await turns.next();
      if (!stream) continue;
      isEncrypted ??= await someIn(text, [encrypted], turns);
      if (isEncrypted) throw hides();
      const unpacked = await objectsIn(bytes, stream, left);
      left -= Math.max(unpacked?.length ?? 0, leastUnpacked);
      const objects = unpacked?.toString('latin1') ?? text.slice(stream.start);
      openings.add({ text: objects, first: stream.first });
      if (unpacked && ((await someIn(objects, [actions], turns)) || (await openings.someIn(objects))))
        throw acts();
    }
    if (await openings.someReferred()) throw acts();
  } catch (error) {
    throw error instanceof AppError ? error : hides();
  }
}
