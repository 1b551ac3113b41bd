/** A stream of a PDF that contains other objects (PDF 1.5), and is described by the names in its dictionary. */
export interface ObjectStream {
  names: readonly string[];
  /** The offset of its content in the file. */
  start: number;
  /** The offset of the first object in the content; NaN if unknown. */
  first: number;
}

/** How much of a PDF is read in total, in characters: nested parts may be read more than once. */
export class ReadingLimit {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** @param isEnded whether the part from `from` was read to its end @throws Error beyond the limits */
  read(from: number, end: number, isEnded: boolean): void {
    this.#left -= end - from;
    if (this.#left <= 0 || !isEnded) throw new Error('This PDF is too long to be read.');
  }
}

const delimiters = new Set('()<>[]{}/%');
const blanks = new Set('\0\t\n\f\r ');
const escapes = /#([0-9a-f]{2})/gi;

/** A text with its names decoded: '/J#61vaScript' → '/JavaScript'. */
export const unescaped = (text: string): string =>
  text.includes('#')
    ? text.replaceAll(escapes, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;

/**
 * The maximum length of a dictionary, and of the gap between it and its stream. A viewer reads on, so longer ones are
 * refused.
 */
export const farthest = 262_144;

interface Dictionary {
  /** The offset after it, or how far it was read if it is invalid or does not end. */
  end: number;
  /** 'open' for one that continues where reading stopped. */
  state: 'whole' | 'open' | 'none';
}

/**
 * Parses the dictionary at an offset of a PDF, as a viewer does: distinguishes strings, comments and nested
 * dictionaries.
 * @param limit where to stop reading
 * @param onName receives each name, its end, and the depth of nested dictionaries
 */
export function dictionaryAt(
  text: string,
  from: number,
  limit: number,
  onName: (name: string, end: number, depth: number) => void,
): Dictionary {
  let depth = 0;
  let at = from;
  while (at < limit) {
    const character = text.charAt(at);
    const isDouble = text.charAt(at + 1) === character;
    if (character === '<' && isDouble) {
      depth += 1;
      at += 2;
    } else if (character === '>' && isDouble) {
      depth -= 1;
      at += 2;
      if (depth === 0) return { end: at, state: 'whole' };
    } else if (character === '(') at = endOfString(text, at, limit);
    else if (character === '<') at = endAfter(text, '>', at, limit);
    else if (character === '%') at = endOfLine(text, at, limit);
    else if (character === '/') {
      const end = endOfName(text, at + 1, limit);
      onName(unescaped(text.slice(at + 1, end)), end, depth);
      at = end;
    } else if (depth === 0 && !blanks.has(character)) break;
    else at += 1;
  }
  return { end: at, state: depth > 0 ? 'open' : 'none' };
}

function endOfString(text: string, from: number, limit: number): number {
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return limit;
}

function endAfter(text: string, mark: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && text.charAt(at) !== mark) at += 1;
  return at + 1;
}

function endOfLine(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && text.charAt(at) !== '\n' && text.charAt(at) !== '\r') at += 1;
  return at;
}

function endOfName(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && !blanks.has(text.charAt(at)) && !delimiters.has(text.charAt(at))) at += 1;
  return at;
}

/** The offset after the white space and comments at an offset. */
export function endOfBlanks(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (blanks.has(text.charAt(at)) || text.charAt(at) === '%')) {
    at = text.charAt(at) === '%' ? endOfLine(text, at, limit) : at + 1;
  }
  return at;
}

/** The offset of a stream's content, after the keyword at an offset; undefined without one. */
function contentAt(text: string, keyword: number): number | undefined {
  if (!text.startsWith('stream', keyword)) return undefined;
  let at = keyword + 'stream'.length;
  if (text.charAt(at) === '\r') at += 1;
  if (text.charAt(at) === '\n') at += 1;
  return at;
}

/** The number at an offset of a dictionary; NaN for anything else, such as a reference to one. */
function numberAt(text: string, from: number, limit: number): number {
  const at = endOfBlanks(text, from, limit);
  let end = at;
  while (end < limit && /\d/.test(text.charAt(end))) end += 1;
  const isAlone = ['/', '>'].includes(text.charAt(endOfBlanks(text, end, limit)));
  return end > at && isAlone ? Number(text.slice(at, end)) : Number.NaN;
}

/**
 * The streams of a PDF that contain other objects, tried at each 'obj' anywhere: viewers follow tables that can point
 * anywhere.
 * @param text the bytes of the file as Latin-1
 * @yields undefined for an object that is none, so that other work can run
 * @throws Error beyond the limits
 */
export function* objectStreams(text: string): Generator<ObjectStream | undefined> {
  // Overlapping objects make parts be read more than once: no harmless file does that much.
  const limits = new ReadingLimit(4 * text.length + farthest);
  for (let at = text.indexOf('obj'); at !== -1; at = text.indexOf('obj', at + 3)) {
    if (text.startsWith('end', at - 3)) continue;
    const names: string[] = [];
    const firsts: number[] = [];
    const { end, state } = dictionaryAt(
      text,
      at + 3,
      Math.min(text.length, at + farthest),
      (name, behind, depth) => {
        names.push(name);
        if (name === 'First' && depth === 1) firsts.push(behind);
      },
    );
    limits.read(at + 3, end, state !== 'open' || end >= text.length);
    let start: number | undefined;
    if (state === 'whole' && names.some((name) => name === 'First' || name === 'ObjStm')) {
      const limit = Math.min(text.length, end + farthest);
      const keyword = endOfBlanks(text, end, limit);
      limits.read(end, keyword, keyword < limit || keyword >= text.length);
      start = contentAt(text, keyword);
    }
    const [first = at, ...others] = firsts;
    yield start === undefined
      ? undefined
      : { names, start, first: others.length > 0 ? Number.NaN : numberAt(text, first, end) };
  }
}
