import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import bidiFactory, { type Bidi } from 'bidi-js';
import * as fontkit from 'fontkit';

import { withPairLayout } from './pair-layout.ts';

export type Weight = 'regular' | 'semibold';

/** One font file, parsed. `name` is what a document registers it under. */
export interface FontFace {
  readonly name: string;
  readonly font: fontkit.Font;
  covers(codePoint: number): boolean;
}

/** A run of text that one face can set. */
interface FaceRun {
  face: FontFace;
  text: string;
  /** Where it begins in the text that was split. */
  at: number;
}

export interface FontFaces {
  /** Every face, to be registered with a document. */
  readonly all: readonly FontFace[];
  /**
   * Splits a text where the face changes: Source Sans for all characters that it has, DejaVu for the rest. A letter
   * or digit that no face has becomes '□'; any other such character is dropped. The runs are in order from left to right.
   */
  runs(text: string, weight: Weight): FaceRun[];
}

const files = {
  'Source Sans': '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  'Source Sans Semibold': '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  DejaVu: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'DejaVu Bold': 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
} as const;
type FaceName = keyof typeof files;

/** Faces in order of preference. Every digit of each is equally wide, so columns of figures align. */
const preference: Record<Weight, readonly FaceName[]> = {
  regular: ['Source Sans', 'DejaVu'],
  semibold: ['Source Sans Semibold', 'DejaVu Bold', 'DejaVu'],
};

const missingLetter = '□';
const pangram = 'Quick zephyrs blow, vexing daft Jim. Invoice 21 November 2026, total £1,234.56 7890';
const { resolve } = createRequire(import.meta.url);
let loading: Promise<FontFaces> | undefined;

/**
 * The faces of the documents: parsed once per process, about 2 MB. A call at the start saves the first document that
 * time.
 */
export function loadFontFaces(): Promise<FontFaces> {
  loading ??= readFaces();
  return loading;
}

async function readFaces(): Promise<FontFaces> {
  const names = Object.keys(files) as FaceName[];
  const faces = await Promise.all(names.map(readFace));
  const byName = new Map(faces.map((face) => [face.name, face]));
  const chain = (weight: Weight) => preference[weight].map((name) => byName.get(name) as FontFace);
  const chains = { regular: chain('regular'), semibold: chain('semibold') };
  for (const weight of [chains.regular, chains.semibold]) {
    await nextTurn();
    warmUp(weight[0] as FontFace);
  }
  return { all: faces, runs: (text, weight) => runsFromLeft(text, chains[weight]) };
}

/** Makes a face read its tables and cache the commonest pairs, which would delay the first document. */
function warmUp(face: FontFace): void {
  if (coversAll(face, pangram)) for (const word of pangram.split(' ')) face.font.layout(word);
}

async function readFace(name: FaceName): Promise<FontFace> {
  const font = fontkit.create(await readFile(resolve(files[name])));
  if (!('layout' in font)) throw new Error(`${files[name]} is a collection, not a font`);
  let characters: Set<number> | undefined;
  const covers = (codePoint: number): boolean => {
    characters ??= nameGlyphs(font);
    return characters.has(codePoint);
  };
  return { name, font: withPairLayout(font), covers };
}

/**
 * Gives each glyph of a font its first character, and returns all characters. A glyph keeps the characters it was
 * first used for, as long as the font lives; used only as part of another (the e of an é), it would have none, and
 * that letter could not be copied out of later documents.
 */
function nameGlyphs(font: fontkit.Font): Set<number> {
  const characters = font.characterSet.toSorted((a, b) => a - b);
  for (const codePoint of characters) font.glyphForCodePoint(codePoint);
  return new Set(characters);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

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
const readsRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * The parts of a line from left to right, by Unicode's algorithm and as on screens: the line itself reads from left to right. The
 * text of a part stays as it is read, except that brackets in one from right to left are mirrored.
 */
function partsFromLeft(line: string): DirectedPart[] {
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

function runsFromLeft(text: string, chain: readonly FontFace[]): FaceRun[] {
  if (!readsRightToLeft(text)) return cutByFace(text, chain);
  return partsFromLeft(text).flatMap((part) => {
    const runs = cutByFace(part.text, chain).map((run) => ({ ...run, at: part.at + run.at }));
    // A face reverses the letters of its own run, but not spaces and signs alone.
    return part.isRightToLeft
      ? runs
          .toReversed()
          .map((run) => (readsRightToLeft(run.text) ? run : { ...run, text: reversed(run.text) }))
      : runs;
  });
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

function cutByFace(text: string, chain: readonly FontFace[]): FaceRun[] {
  const first = chain[0] as FontFace;
  if (coversAll(first, text)) return text === '' ? [] : [{ face: first, text, at: 0 }];
  const runs: FaceRun[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const run = runFor(segment, chain);
    const last = runs.at(-1);
    if (last && run && last.face === run.face) last.text += run.text;
    else if (run) runs.push({ ...run, at: index });
  }
  return runs;
}

/** A letter stays in one face with its marks; marks that no face can place are dropped. */
function runFor(grapheme: string, chain: readonly FontFace[]): Omit<FaceRun, 'at'> | null {
  for (const text of new Set([grapheme, String.fromCodePoint(grapheme.codePointAt(0) ?? 0)])) {
    const face = chain.find((candidate) => coversAll(candidate, text));
    if (face) return { face, text };
  }
  if (!/[\p{L}\p{N}]/u.test(grapheme)) return null;
  const face = chain.find((candidate) => coversAll(candidate, missingLetter));
  return face ? { face, text: missingLetter } : null;
}

function coversAll(face: FontFace, text: string): boolean {
  for (const character of text) if (!face.covers(character.codePointAt(0) ?? 0)) return false;
  return true;
}
