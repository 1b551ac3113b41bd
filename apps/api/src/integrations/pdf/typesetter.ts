import type { Rgb } from '@burrow/contracts/accent-colour';
import type { FontFace, FontFaces, Weight } from './font-faces.ts';
import { printableText } from './printable-text.ts';

/** The style of a text. Sizes and leading (distance of baselines) in points. */
export interface TextStyle {
  size: number;
  leading: number;
  weight: Weight;
  colour: Rgb;
}

/** A text broken into lines for a width, ready to be drawn. Measures in points. */
export interface SetText {
  style: TextStyle;
  lines: readonly SetLine[];
  height: number;
  /** Width of the longest line. */
  width: number;
}

export interface SetLine {
  text: string;
  width: number;
}

/** Half the height of Source Sans's capitals: centres them in the leading. */
const halfCapital = 0.33;
const ellipsis = '…';
/** Width of the narrowest letters, relative to their size. */
const narrowest = 0.2;
/** The maximum length of texts whose width is cached, and the size of the cache. */
const maxKeptLength = 12;
const maxKept = 10_000;
/** Where a word too long for its line may be broken, preferably. */
const afterJoint = /(?<=[-/@_.,?&=+:;])/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Breaks text into lines and draws it, with the fallback face if needed. pdfkit's own wrapping uses one font at a
 * time and begins new pages itself; here the page decides the positions.
 */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #faces: FontFaces;
  /** Of frequent texts: single letters, and the words of tables. */
  readonly #widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument, faces: FontFaces) {
    this.#doc = doc;
    this.#faces = faces;
    for (const face of faces.all) doc.registerFont(face.name, parsedFont(face));
  }

  /**
   * Breaks a text at its line breaks, at spaces and, where a word alone is too wide, within it. No line is wider than
   * `width`. Beyond `maxLines` it ends in '…'.
   */
  set(text: string, style: TextStyle, width: number, maxLines = Number.POSITIVE_INFINITY): SetText {
    const lines: SetLine[] = [];
    for (const paragraph of printableText(text).split('\n')) {
      this.#breakParagraph(paragraph, style, width, { lines, maxLines });
      if (lines.length > maxLines) break;
    }
    while (lines.at(-1)?.text === '') lines.pop();
    const kept = lines.length > maxLines ? this.#cut(lines, style, width, maxLines) : lines;
    return {
      style,
      lines: kept,
      height: kept.length * style.leading,
      width: Math.max(0, ...kept.map((line) => line.width)),
    };
  }

  /** Draws lines from `top`; right-aligned lines end at `x + width`. */
  draw(set: SetText, x: number, top: number, width = 0, align: 'left' | 'right' = 'left'): void {
    set.lines.forEach((line, index) => {
      const left = align === 'right' ? x + width - line.width : x;
      this.drawLine(line, set.style, left, top + index * set.style.leading);
    });
  }

  /** Draws one line whose leading begins at `top`. */
  drawLine(line: SetLine, style: TextStyle, x: number, top: number): void {
    const baseline = top + style.leading / 2 + halfCapital * style.size;
    let left = x;
    this.#doc.fillColor([...style.colour]);
    const placed = this.#faces.runs(line.text, style.weight).map(({ face, at, text }) => {
      const run = { face, at, text: text.replaceAll('\u00a0', ' '), left };
      left += this.#runWidth(face, run.text, style);
      return run;
    });
    // In the order in which they are read, so that they are copied in it.
    for (const run of placed.toSorted((a, b) => a.at - b.at)) {
      this.#doc.font(run.face.name, style.size).text(run.text, run.left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
    }
  }

  #width(text: string, style: TextStyle): number {
    const isShort = text.length <= maxKeptLength;
    const key = `${style.weight} ${style.size} ${text}`;
    const known = isShort ? this.#widths.get(key) : undefined;
    if (known !== undefined) return known;
    let width = 0;
    for (const run of this.#faces.runs(text, style.weight)) {
      width += this.#runWidth(run.face, run.text.replaceAll('\u00a0', ' '), style);
    }
    if (isShort && this.#widths.size < maxKept) this.#widths.set(key, width);
    return width;
  }

  #runWidth(face: FontFace, text: string, style: TextStyle): number {
    return this.#doc.font(face.name, style.size).widthOfString(text);
  }

  /** Stops at the first line too many: a long text takes no longer than the part that is shown. */
  #breakParagraph(
    paragraph: string,
    style: TextStyle,
    width: number,
    { lines, maxLines }: { lines: SetLine[]; maxLines: number },
  ): void {
    const space = this.#width(' ', style);
    let line: SetLine = { text: '', width: 0 };
    const add = (piece: string, gap: number) => {
      const pieceWidth = this.#width(piece, style);
      if (line.text !== '' && line.width + gap + pieceWidth > width) {
        lines.push(line);
        line = { text: '', width: 0 };
      }
      const joined = line.text !== '';
      line.text += (joined && gap > 0 ? ' ' : '') + piece;
      line.width += (joined ? gap : 0) + pieceWidth;
    };
    for (const word of paragraph.split(' ')) {
      if (word === '') continue;
      let gap = space;
      for (const piece of this.#pieces(word, style, width)) {
        add(piece, gap);
        if (lines.length > maxLines) return;
        gap = 0;
      }
    }
    lines.push(line);
  }

  /** A word that fits a line is one piece; a longer one is split into parts that fit. */
  *#pieces(word: string, style: TextStyle, width: number): Generator<string> {
    const parts = this.#fits(word, style, width) ? [word] : word.split(afterJoint);
    for (const part of parts) {
      if (this.#fits(part, style, width)) yield part;
      else for (const { segment } of graphemes.segment(part)) yield segment;
    }
  }

  /** A text far too long is not measured as a whole. */
  #fits(text: string, style: TextStyle, width: number): boolean {
    return text.length * style.size * narrowest <= width && this.#width(text, style) <= width;
  }

  #cut(lines: readonly SetLine[], style: TextStyle, width: number, maxLines: number): SetLine[] {
    const kept = lines.slice(0, maxLines);
    const letters = Array.from(graphemes.segment(kept.pop()?.text ?? ''), ({ segment }) => segment);
    const shortened = () => letters.join('').trimEnd() + ellipsis;
    while (letters.length > 0 && this.#width(shortened(), style) > width) letters.pop();
    const last = shortened();
    return [...kept, { text: last, width: this.#width(last, style) }];
  }
}

/** pdfkit also takes a font that fontkit has parsed, which its type declarations don't know yet. */
function parsedFont(face: FontFace): PDFKit.Mixins.PDFFontSource {
  return face.font as unknown as PDFKit.Mixins.PDFFontSource;
}
