import type { Turns } from '../../lib/turns.ts';
import { dictionaryAt, endOfBlanks, farthest, type ReadingLimit } from './pdf-objects.ts';

/** A part of a PDF with objects: the file itself, or the content of an object stream. */
export interface PdfText {
  text: string;
  /** Of an object stream: the offset of its first object; NaN if its dictionary does not state it. */
  first?: number;
}

/**
 * The keys that list actions to run on opening, and that attach a file, in any spelling: each character of a name may be
 * written as '#xx'.
 */
const keyPattern =
  /\/(?:(?<OpenAction>(?:O|#4[fF])(?:p|#70)(?:e|#65)(?:n|#6[eE])(?:A|#41)(?:c|#63)(?:t|#74)(?:i|#69)(?:o|#6[fF])(?:n|#6[eE]))|(?<AA>(?:A|#41)(?:A|#41))|(?<EF>(?:E|#45)(?:F|#46)))(?=[\0\t\n\f\r ()<>[\]{}/%])/g;

/**
 * How a value is parsed: as an action or a destination, as the actions that follow one (`/Next`), or as a dictionary of
 * actions by event (`/AA`).
 */
type Kind = 'action' | 'next' | 'events';

const pieceLength = 65_536;
/** Longer than any of the keys, in any spelling. */
const overlap = 64;
/** More than any harmless file of the maximum size has. */
const maxObjects = 1_000_000;
const integer = /\d{1,10}/y;
const numbered = /(?:^|\D)(\d{1,10})[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]*$/;

function integerAt(text: string, at: number): string | undefined {
  integer.lastIndex = at;
  return integer.exec(text)?.[0];
}

/** A value that is still to be parsed. */
interface Place {
  text: string;
  at: number;
  kind: Kind;
}

/**
 * Finds an attached file, or an action that opens an address when the document or a page is opened, also through a
 * reference. A link that the reader clicks does not count.
 */
export class Openings {
  readonly #parts: PdfText[] = [];
  readonly #places: Place[] = [];
  readonly #referred: { object: number; kind: Kind }[] = [];
  readonly #turns: Turns;
  readonly #limit: ReadingLimit;

  constructor(turns: Turns, limit: ReadingLimit) {
    this.#turns = turns;
    this.#limit = limit;
  }

  /** Records the offsets of objects that another part may refer to. */
  add(part: PdfText): void {
    this.#parts.push(part);
  }

  /**
   * Searches a text. Referenced objects are only recorded, for {@link someReferred}.
   * @throws Error beyond the limits
   */
  async someIn(text: string): Promise<boolean> {
    for (let start = 0; start < text.length; start += pieceLength) {
      const piece = text.slice(start, start + pieceLength + overlap);
      for (const { index, 0: found, groups } of piece.matchAll(keyPattern)) {
        if (index >= pieceLength) break;
        const at = start + index + found.length;
        if (groups?.['EF'] !== undefined) {
          if (this.#isDictionary(text, at)) return true;
        } else {
          this.#places.push({ text, at, kind: groups?.['AA'] === undefined ? 'action' : 'events' });
          if (await this.#somePlace()) return true;
        }
      }
      if (this.#turns.isOver) await this.#turns.next();
    }
    return false;
  }

  /** Whether any referenced object matches. @throws Error beyond the limits */
  async someReferred(): Promise<boolean> {
    if (this.#referred.length === 0) return false;
    const { byNumber, unnumbered } = await this.#indexed();
    // Any object may be referenced.
    this.#places.push(...unnumbered);
    if (await this.#somePlace()) return true;
    const seen = new Set<string>();
    for (let next = this.#referred.pop(); next; next = this.#referred.pop()) {
      const { object, kind } = next;
      if (seen.has(`${object} ${kind}`)) continue;
      seen.add(`${object} ${kind}`);
      for (const place of byNumber.get(object) ?? []) this.#places.push({ ...place, kind });
      if (await this.#somePlace()) return true;
    }
    return false;
  }

  async #somePlace(): Promise<boolean> {
    for (let place = this.#places.pop(); place; place = this.#places.pop()) {
      if (this.#acts(place)) return true;
      if (this.#turns.isOver) await this.#turns.next();
    }
    return false;
  }

  /** Whether a value is an action that opens an address. */
  #acts({ text, at: from, kind }: Place): boolean {
    const at = this.#afterBlanks(text, from);
    if (text.startsWith('<<', at)) return this.#dictionary(text, at, kind).acts;
    // In place of an action, a list is a destination in the document.
    if (text.charAt(at) === '[') return kind === 'next' && this.#listActs(text, at + 1);
    const object = integerAt(text, at);
    if (object !== undefined) this.#referred.push({ object: Number(object), kind });
    return false;
  }

  #dictionary(text: string, from: number, kind: Kind): { acts: boolean; end: number } {
    let acts = false;
    const limit = Math.min(text.length, from + farthest);
    const { end, state } = dictionaryAt(text, from, limit, (name, after, depth) => {
      if (depth > 1) return;
      if (kind === 'events') this.#places.push({ text, at: after, kind: 'action' });
      else if (name === 'Next') this.#places.push({ text, at: after, kind: 'next' });
      else if (name === 'URI') acts = true;
    });
    this.#limit.read(from, end, state !== 'open' || end >= text.length);
    return { acts, end };
  }

  #listActs(text: string, from: number): boolean {
    let at = this.#afterBlanks(text, from);
    while (at < text.length && text.charAt(at) !== ']') {
      const begun = at;
      const object = integerAt(text, at);
      if (text.startsWith('<<', at)) {
        const { acts, end } = this.#dictionary(text, at, 'action');
        if (acts) return true;
        at = end;
      } else {
        if (object !== undefined) this.#referred.push({ object: Number(object), kind: 'action' });
        at += object?.length ?? 1;
      }
      at = this.#afterBlanks(text, at);
      this.#limit.read(begun, at, at - from < farthest);
    }
    return false;
  }

  /**
   * Whether there is a dictionary at an offset, or a reference to one. Two numbers without 'R' are the size of a font.
   */
  #isDictionary(text: string, from: number): boolean {
    let at = this.#afterBlanks(text, from);
    if (text.startsWith('<<', at)) return true;
    for (let count = 0; count < 2; count += 1) {
      const number = integerAt(text, at);
      if (number === undefined) return false;
      at = this.#afterBlanks(text, at + number.length);
    }
    return text.charAt(at) === 'R';
  }

  #afterBlanks(text: string, from: number): number {
    const limit = Math.min(text.length, from + farthest);
    const at = endOfBlanks(text, from, limit);
    this.#limit.read(from, at, at < limit || at >= text.length);
    return at;
  }

  /** The offsets of the objects. */
  async #indexed(): Promise<{ byNumber: Map<number, Omit<Place, 'kind'>[]>; unnumbered: Place[] }> {
    const byNumber = new Map<number, Omit<Place, 'kind'>[]>();
    const unnumbered: Place[] = [];
    let count = 0;
    for (const part of this.#parts) {
      const { text } = part;
      for (const { object, at } of part.first === undefined ? objectsInFile(text) : objectsInStream(part)) {
        if ((count += 1) > maxObjects) throw new Error('This PDF has too many objects.');
        if (object === undefined) {
          const begun = this.#afterBlanks(text, at);
          if (text.startsWith('<<', begun)) unnumbered.push({ text, at: begun, kind: 'action' });
        } else {
          const places = byNumber.get(object);
          if (places) places.push({ text, at });
          else byNumber.set(object, [{ text, at }]);
        }
        if (this.#turns.isOver) await this.#turns.next();
      }
    }
    return { byNumber, unnumbered };
  }
}

/** The offset of an object, with its number if known. */
interface Found {
  object?: number;
  at: number;
}

function* objectsInFile(text: string): Generator<Found> {
  for (let at = text.indexOf('obj'); at !== -1; at = text.indexOf('obj', at + 3)) {
    if (text.startsWith('end', at - 3)) continue;
    const object = numbered.exec(text.slice(Math.max(0, at - 40), at))?.[1];
    yield object === undefined ? { at: at + 3 } : { object: Number(object), at: at + 3 };
  }
}

/**
 * The content of an object stream begins with pairs of numbers: each object's number and offset.
 * @throws Error if they cannot be read
 */
function* objectsInStream({ text, first = Number.NaN }: PdfText): Generator<Found> {
  const isRead = first <= text.length;
  if (!isRead) throw new Error('An object stream does not say where its objects are.');
  const pair = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})/y;
  for (let at = endOfBlanks(text, 0, first); at < first; at = endOfBlanks(text, pair.lastIndex, first)) {
    pair.lastIndex = at;
    const [, object, offset] = pair.exec(text) ?? [];
    if (offset === undefined) throw new Error('An object stream has no list of its objects.');
    yield { object: Number(object), at: first + Number(offset) };
  }
}
