import { AppError } from '../lib/app-error.ts';

/** Most bytes beside the file: names, ids, braces. */
const maxBesides = 64 * 1024;
const [quote, backslash] = [0x22, 0x5c];

/**
 * Passes on JSON that arrives in pieces while it is little more than one long text. Ten megabytes of small values
 * would parse to hundreds and block the event loop.
 * @throws AppError `malformed_body` as soon as too much lies outside the longest text
 */
export async function* mostlyOneText(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [total, longest, current] = [0, 0, 0];
  let [inside, escaped] = [false, false];
  for await (const piece of body) {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (!inside) {
        inside = byte === quote;
      } else if (escaped) {
        escaped = false;
        current += 1;
      } else if (byte === quote) {
        inside = false;
        longest = Math.max(longest, current);
        current = 0;
      } else {
        escaped = byte === backslash;
        current += 1;
      }
    }
    total += piece.length;
    // It never decreases: when a text becomes the longest, the previous one counts as outside.
    if (total - Math.max(longest, current) > maxBesides) throw new AppError('malformed_body');
    yield piece;
  }
}
