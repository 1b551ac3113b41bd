import { AppError } from '../lib/app-error.ts';

const maxFields = 100;
const [ampersand, equals, percent, plus, space] = [0x26, 0x3d, 0x25, 0x2b, 0x20];

/**
 * The fields of an urlencoded form that arrives in pieces. A file in it may be three times as long as its base64, so
 * it is never in memory in that form.
 * @param maxBytes of all unescaped values
 * @throws AppError `malformed_body` for too many fields and for one that is given twice, `file_too_large`
 */
export async function formFields(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Record<string, string>> {
  const fields = new Map<string, string>();
  let [count, bytesRead] = [0, 0];
  let name: string | undefined;
  let pieces: Buffer[] = [];
  const text = (): string => {
    const whole = Buffer.concat(pieces).toString();
    pieces = [];
    return whole;
  };
  const endField = (): void => {
    // Also those without a name: there may be millions of them.
    count += 1;
    if (count > maxFields) throw new AppError('malformed_body');
    const value = text();
    const key = name ?? value;
    if (fields.has(key)) throw new AppError('malformed_body');
    if (key !== '') fields.set(key, name === undefined ? '' : value);
    name = undefined;
  };
  const read = (bytes: Buffer): void => {
    for (let from = 0; from <= bytes.length;) {
      const to = endOf(bytes, from, name === undefined);
      const piece = unescaped(bytes.subarray(from, to));
      bytesRead += piece.length;
      if (bytesRead > maxBytes) throw new AppError('file_too_large');
      pieces.push(piece);
      if (bytes[to] === ampersand) endField();
      else if (bytes[to] === equals) name = text();
      from = to + 1;
    }
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    const bytes = Buffer.concat([rest, piece]);
    // A piece may end within an escape.
    const torn = bytes.lastIndexOf(percent, -1);
    const end = torn >= 0 && torn > bytes.length - 3 ? torn : bytes.length;
    read(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
  read(rest);
  endField();
  return Object.fromEntries(fields);
}

/** The end of a name or a value; the length of the piece if it continues in the next. */
function endOf(bytes: Buffer, from: number, isName: boolean): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === ampersand || (isName && bytes[at] === equals)) return at;
  }
  return bytes.length;
}

function unescaped(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === plus) byte = space;
    else if (byte === percent) {
      const high = hexDigit(bytes[at + 1]);
      const low = hexDigit(bytes[at + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        at += 2;
      }
    }
    out[length] = byte;
    length += 1;
  }
  // A copy, so that the rest of the buffer can be freed.
  return Buffer.from(out.subarray(0, length));
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
