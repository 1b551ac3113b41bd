import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit';

/** Scripts in which, without combining marks, each character has one glyph and only kerning depends on neighbours. */
const plainText = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;
const mark = /\p{M}/u;
const maxPairs = 20_000;

/**
 * The same font with a quick `layout` for plain European text: glyph by glyph, with kerning looked up once for each
 * pair of characters. Full shaping takes ten times as long and allocates much; other text, and text with marks, still
 * gets it. Omits ligatures, which this face does not need.
 */
export function withPairLayout(font: Font): Font {
  const glyphs = new Map<number, Glyph>();
  const kerning = new Map<number, number>();

  function glyphOf(codePoint: number): Glyph {
    const known = glyphs.get(codePoint);
    if (known) return known;
    const glyph = font.glyphForCodePoint(codePoint);
    glyphs.set(codePoint, glyph);
    return glyph;
  }

  function kernOf(first: number, second: number): number {
    const pair = first * 0x200000 + second;
    const known = kerning.get(pair);
    if (known !== undefined) return known;
    const run = font.layout(String.fromCodePoint(first, second), { liga: false, clig: false, calt: false });
    const kern =
      run.glyphs.length === 2 ? (run.positions[0]?.xAdvance ?? 0) - glyphOf(first).advanceWidth : 0;
    if (kerning.size >= maxPairs) kerning.clear();
    kerning.set(pair, kern);
    return kern;
  }

  function layoutPairs(text: string): GlyphRun {
    const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const run = new PairRun();
    codePoints.forEach((codePoint, index) => {
      const glyph = glyphOf(codePoint);
      const next = codePoints[index + 1];
      const xAdvance = glyph.advanceWidth + (next === undefined ? 0 : kernOf(codePoint, next));
      run.glyphs.push(glyph);
      run.positions.push({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 });
    });
    return run as Pick<GlyphRun, keyof PairRun> as GlyphRun;
  }

  const layout: Font['layout'] = (text, ...shaping) => {
    const asked = shaping.some((option) => option !== undefined);
    return asked || mark.test(text) || !plainText.test(text)
      ? font.layout(text, ...shaping)
      : layoutPairs(text);
  };
  return Object.create(font, { layout: { value: layout } }) as Font;
}

class PairRun {
  readonly glyphs: Glyph[] = [];
  readonly positions: GlyphPosition[] = [];

  /** Added up on demand: pdfkit rescales the positions before it reads the width. */
  get advanceWidth(): number {
    return this.positions.reduce((width, position) => width + position.xAdvance, 0);
  }
}
