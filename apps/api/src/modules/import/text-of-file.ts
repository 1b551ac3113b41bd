import { AppError } from '../../lib/app-error.ts';

/** A file as text, and the encoding it was written in. */
export interface DecodedText {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

const refused = (message: string): AppError => new AppError('file_type_not_supported', { message });

/** The first bytes of other types of file, and advice for their owners. */
const otherKinds: readonly { begins: readonly number[]; message: string }[] = [
  // A ZIP, an empty one, or a part of one. A table can begin with the letters PK alone.
  ...[
    [0x03, 0x04],
    [0x05, 0x06],
    [0x07, 0x08],
  ].map((kind) => ({
    begins: [0x50, 0x4b, ...kind],
    message: 'This is a workbook or a compressed file. Open it, save it as CSV, and choose that file.',
  })),
  {
    begins: [0xd0, 0xcf, 0x11, 0xe0],
    message: 'This is an old Excel workbook. Open it, save it as CSV, and choose that file.',
  },
  { begins: [0x25, 0x50, 0x44, 0x46], message: 'This is a PDF. Choose a CSV file.' },
];

/** Control characters that no text table contains; tabs and line ends are allowed. */
const isBinary = (text: string): boolean => /(?![\t\n\v\f\r\u0080-\u009F])\p{Cc}/u.test(text);

/**
 * Decodes a file: UTF-8 or UTF-16 by its byte order mark, UTF-16 without one by its pattern, UTF-8 if all of it is
 * valid, and otherwise Windows-1252, which older systems write.
 * @throws AppError `file_type_not_supported` for a file that is no text, with advice; `invalid_input` for an empty one
 */
export function textOfFile(bytes: Uint8Array): DecodedText {
  const other = otherKinds.find(({ begins }) => begins.every((byte, index) => bytes[index] === byte));
  if (other) throw refused(other.message);
  const { text, encoding } = decode(bytes);
  // DOS programs end a text with this character.
  const decoded = { text: text.endsWith('\u001A') ? text.slice(0, -1) : text, encoding };
  if (isBinary(decoded.text)) throw refused('This file isn’t text. Choose a CSV file.');
  if (/^\s*<(?:!doctype|html|\?xml|table|svg)/i.test(decoded.text)) {
    throw refused('This is a web page. Open it, save it as CSV, and choose that file.');
  }
  return decoded;
}

function decode(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  const wide = unmarkedUtf16(bytes);
  if (wide) return utf16(bytes, wide);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

function utf16(bytes: Uint8Array, label: 'utf-16le' | 'utf-16be'): DecodedText {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding: 'UTF-16' };
  } catch {
    throw refused('This file isn’t text. Choose a CSV file.');
  }
}

/** In western text in UTF-16 every other byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, 2000 - (2000 % 2));
  if (sample.length < 4 || bytes.length % 2 !== 0) return null;
  const half = Math.floor(sample.length / 2);
  const empty = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) empty[index % 2] = (empty[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = empty;
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.7 && odd < half * 0.05 ? 'utf-16be' : null;
}
