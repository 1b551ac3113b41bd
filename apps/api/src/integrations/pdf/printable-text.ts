import { normalised } from '../../lib/normalised.ts';

/** Marks piled on one letter (as in "zalgo" text) would be drawn over the lines above and below. */
const piledMarks = /(\p{M}{3})\p{M}+/gu;
const emoji = /\p{RGI_Emoji}/gv;
/** A character that every emoji contains. Searching for emoji is slow, and most texts have none of these. */
const hintOfEmoji = /[\u{fe0f}\u{20e3}\u{2190}-\u{10ffff}]/u;
const lineBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const fixedSpaces = /[\u2007\u202f]/g;
const wideSpaces = /[\t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/g;
/** Control, format (bidi, zero width, soft hyphen), private and unassigned characters, and variation selectors. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\ufe00-\ufe0f\ufffc\ufffd]/gu;

/**
 * Text that can be printed: composed (NFC), line breaks as `\n`, at most one empty line in a row, without control or
 * format characters, emoji or unpaired surrogates. No-break spaces stay. A missing text is ''.
 */
export function printableText(text: string | null | undefined): string {
  if (!text) return '';
  const withoutEmoji = hintOfEmoji.test(text) ? text.replace(emoji, '') : text;
  return withoutEmoji
    .toWellFormed()
    .replace(lineBreaks, '\n')
    .replace(fixedSpaces, '\u00a0')
    .replace(wideSpaces, ' ')
    .split('\n')
    .map((line) => normalised(line.replace(unprintable, ''), 'NFC').replace(piledMarks, '$1').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same on one line: for names, references and metadata. */
export function printableLine(text: string | null | undefined): string {
  // Its lines begin and end with no white space.
  return printableText(text).replace(/\n+/g, ' ');
}

/** A text on one line with a word before it, as in 'With Sam'; '' when there is no text. */
export function prefixedLine(prefix: string, text: string | null | undefined): string {
  const line = printableLine(text);
  return line === '' ? '' : `${prefix} ${line}`;
}

/** The lines of a postal address: as written, or at its commas when it was written on one line. */
export function addressLines(address: string | null | undefined): string[] {
  const text = printableText(address);
  const lines = text.includes('\n') ? text.split('\n') : text.split(/,\s+/);
  return lines.map((line) => line.replace(/,$/, '').trim()).filter((line) => line !== '');
}
