import { Turns } from '../../lib/turns.ts';
import { normalised } from '../../lib/normalised.ts';

/** The details that identify a person in free text. */
export interface NamedPerson {
  name: string;
  email: string | null;
  /** As the practice stores it. */
  phone: string | null;
}

/** Without capitals and accents. */
const plain = (text: string): string => normalised(text, 'NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Whether two names can be one: 'Mrs Zoë Miller' and 'Miller, Zoe'. One has all words of the other. */
export function canBeOneName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(plain(one)), wordsOf(plain(other))];
  return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
}

/** The digits of a number without 0, +44 or 0044. */
const maxDigits = 9;
const fewestDigits = 6;
/** A name with this few letters occurs in every text. */
const shortestName = 4;

/** About how many characters are checked before the clock is read again. */
const pieceLength = 20_000;

/**
 * Whether a text, such as a table, names a person: their email, their phone number in any spelling, or all words of
 * their name in one line, in any order and in separate columns. In doubt it does.
 */
export async function isNamedIn(text: string, person: NamedPerson): Promise<boolean> {
  const turns = new Turns();
  for (const piece of piecesOf(text)) {
    if (isNamedInPiece(piece, person)) return true;
    if (turns.isOver) await turns.next();
  }
  return false;
}

/** The text in pieces of whole lines. */
function* piecesOf(text: string): Generator<string> {
  const lineEnd = /[\r\n]/g;
  for (let start = 0; start < text.length;) {
    lineEnd.lastIndex = start + pieceLength;
    const end = lineEnd.exec(text)?.index ?? text.length;
    yield text.slice(start, end);
    start = end;
  }
}

function isNamedInPiece(text: string, { name, email, phone }: NamedPerson): boolean {
  const searched = plain(text);
  if (email !== null && searched.includes(plain(email))) return true;
  const digits = (phone ?? '').replaceAll(/\D/g, '').replace(/^0+/, '').slice(-maxDigits);
  if (digits.length >= fewestDigits && searched.replaceAll(/[ ()./-]/g, '').includes(digits)) return true;
  const words = wordsOf(plain(name));
  if (words.join('').length < shortestName) return false;
  return searched.split(/[\r\n]+/).some((line) => {
    if (!words.every((word) => line.includes(word))) return false;
    const told = new Set(wordsOf(line));
    return words.every((word) => told.has(word));
  });
}
