/** A stream of a PDF whose content is other objects (PDF 1.5), and which the names in its dictionary describe. */
export interface ObjectStream {
  names: readonly string[];
  /** Where its content begins in the file. */
  start: number;
}

const delimiters = new Set('()<>[]{}/%');
const blanks = new Set('\0\t\n\f\r ');
const escapes = /#([0-9a-f]{2})/gi;

/** A text in which names are written as they are read: '/J#61vaScript' → '/JavaScript'. */
export const unescaped = (text: string): string =>
  text.includes('#')
    ? text.replaceAll(escapes, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;

/** How far a dictionary is read, and what stands between it and its stream. A viewer reads on: what is longer is refused. */
const farthest = 262_144;

interface Dictionary {
  names: string[];
  /** Behind it, or how far it was read where it is none, or does not end. */
  end: number;
  /** 'open' for one that goes on where reading stopped. */
  state: 'whole' | 'open' | 'none';
}

/**
 * Reads the dictionary at a place of a PDF, as a viewer does: strings, comments and nested dictionaries are told apart.
 * @param limit where to stop reading
 */
function dictionaryAt(text: string, from: number, limit: number): Dictionary {
  const names: string[] = [];
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
      if (depth === 0) return { names, end: at, state: 'whole' };
    } else if (character === '(') at = endOfString(text, at, limit);
    else if (character === '<') at = endAfter(text, '>', at, limit);
    else if (character === '%') at = endOfLine(text, at, limit);
    else if (character === '/') {
      const end = endOfName(text, at + 1, limit);
      names.push(unescaped(text.slice(at + 1, end)));
      at = end;
    } else if (depth === 0 && !blanks.has(character)) break;
    else at += 1;
  }
  return { names, end: at, state: depth > 0 ? 'open' : 'none' };
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

/** Behind the blanks and comments at a place. */
function endOfBlanks(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (blanks.has(text.charAt(at)) || text.charAt(at) === '%')) {
    at = text.charAt(at) === '%' ? endOfLine(text, at, limit) : at + 1;
  }
  return at;
}

/** Where the content of a stream begins whose keyword is at a place; undefined where it is not. */
function contentAt(text: string, keyword: number): number | undefined {
  if (!text.startsWith('stream', keyword)) return undefined;
  let at = keyword + 'stream'.length;
  if (text.charAt(at) === '\r') at += 1;
  if (text.charAt(at) === '\n') at += 1;
  return at;
}

/**
 * The streams of a PDF that hold other objects, one at each call of 'obj', wherever that stands: where a viewer looks is
 * up to tables that can point anywhere.
 * @param text the bytes of the file as Latin-1
 * @yields undefined for an object that is none, so that others can have their turn
 * @throws Error for more, or longer, than is read
 */
export function* objectStreams(text: string): Generator<ObjectStream | undefined> {
  // What is between two places is read more than once where objects are within each other: no honest file does that much.
  let left = 4 * text.length + farthest;
  const read = (from: number, end: number, isEnded: boolean): void => {
    left -= end - from;
    if (left <= 0 || (!isEnded && end < text.length)) throw new Error('This PDF is too long to be read.');
  };
  for (let at = text.indexOf('obj'); at !== -1; at = text.indexOf('obj', at + 3)) {
    if (text.startsWith('end', at - 3)) continue;
    const { names, end, state } = dictionaryAt(text, at + 3, Math.min(text.length, at + farthest));
    read(at, end, state !== 'open');
    let start: number | undefined;
    if (state === 'whole' && names.some((name) => name === 'First' || name === 'ObjStm')) {
      const limit = Math.min(text.length, end + farthest);
      const keyword = endOfBlanks(text, end, limit);
      read(end, keyword, keyword < limit);
      start = contentAt(text, keyword);
    }
    yield start === undefined ? undefined : { names, start };
  }
}
