import bidiFactory, { type Bidi } from 'bidi-js';

/** A part of a line that reads in one direction. */
interface DirectedPart {
  /** Where it begins in the line. */
  at: number;
  text: string;
  isRightToLeft: boolean;
}

/** The package is the function itself, and its types describe a default export. */
const bidi = (bidiFactory as unknown as () => Bidi)();
/** The blocks of Hebrew, Arabic and the other scripts from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has letters that are read from right to left. */
export const readsRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * The parts of a line from left to right, by Unicode's algorithm and as on screens: the line itself reads from left to right. The
 * text of a part stays as it is read, except that brackets in one from right to left are mirrored.
 */
export function partsFromLeft(line: string): DirectedPart[] {
  const found = bidi.getEmbeddingLevels(line, 'ltr');
  const spans: { level: number; from: number; to: number }[] = [];
  for (const at of bidi.getReorderedIndices(line, found)) {
    const level = found.levels[at] ?? 0;
    const last = spans.at(-1);
    if (last?.level === level && at === last.to) last.to += 1;
    else if (last?.level === level && at === last.from - 1) last.from -= 1;
    else spans.push({ level, from: at, to: at + 1 });
  }
  return spans.map(({ level, from, to }) => {
    const text = line.slice(from, to);
    const isRightToLeft = level % 2 === 1;
    return { at: from, text: isRightToLeft ? mirrored(text) : text, isRightToLeft };
  });
}

const mirrored = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
