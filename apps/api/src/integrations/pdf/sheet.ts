import { accentOnPaper, tint, type Rgb } from '@burrow/contracts/accent-colour';
import PDFDocument from 'pdfkit';
import { Turns } from '../../lib/turns.ts';
import { dayInstant } from './document-format.ts';
import { loadFontFaces } from './font-faces.ts';
import { printableLine } from './printable-text.ts';
import { Typesetter, type SetText, type TextStyle } from './typesetter.ts';

const a4 = { width: 595.28, height: 841.89 };
const sideMargin = 54;
const topMargin = 50;
const bottomMargin = 62;
const maxTitleLength = 200;

const ink: Rgb = [34, 39, 31];
const inkSoft: Rgb = [84, 89, 77];
const hairline: Rgb = [214, 216, 208];

/** The text styles of a document, and the colours of one practice. */
interface DocumentStyles {
  accent: Rgb;
  /** A background on which ink and accent stay legible. */
  accentGround: Rgb;
  practice: TextStyle;
  title: TextStyle;
  lead: TextStyle;
  body: TextStyle;
  strong: TextStyle;
  /** Secondary text: details under a line, contact data. */
  soft: TextStyle;
  /** Rows of tables with many rows and columns. */
  compact: TextStyle;
  /** Headings of sections, in the accent. */
  section: TextStyle;
  /** Headings of columns side by side, in the accent. */
  heading: TextStyle;
  /** Labels above or beside a value. */
  label: TextStyle;
  total: TextStyle;
  mark: TextStyle;
}

/** The styles with a practice's colour, adjusted by `accentOnPaper`. */
function documentStyles(accentColour: string | null | undefined): DocumentStyles {
  const accent = accentOnPaper(accentColour);
  return {
    accent,
    accentGround: tint(accent, 0.07),
    practice: { size: 15, leading: 18, weight: 'semibold', colour: ink },
    title: { size: 25, leading: 29, weight: 'semibold', colour: accent },
    lead: { size: 11, leading: 15, weight: 'regular', colour: inkSoft },
    body: { size: 9.5, leading: 13, weight: 'regular', colour: ink },
    strong: { size: 9.5, leading: 13, weight: 'semibold', colour: ink },
    soft: { size: 8.5, leading: 11.5, weight: 'regular', colour: inkSoft },
    compact: { size: 8, leading: 11, weight: 'regular', colour: ink },
    section: { size: 11, leading: 15, weight: 'semibold', colour: accent },
    heading: { size: 8.5, leading: 12, weight: 'semibold', colour: accent },
    label: { size: 8, leading: 11, weight: 'regular', colour: inkSoft },
    total: { size: 12, leading: 16, weight: 'semibold', colour: ink },
    mark: { size: 10, leading: 12, weight: 'semibold', colour: accent },
  };
}

/** The metadata of a document, and its colour. */
interface SheetOptions {
  title: string;
  author: string;
  /** `YYYY-MM-DD`; also the creation date in the file, so that the same data always gives the same bytes. */
  date: string;
  locale: string;
  accentColour: string | null;
  /** Portrait unless given; landscape for wide tables. */
  isLandscape?: boolean;
}

interface Placement {
  x?: number;
  width?: number;
  align?: 'left' | 'right';
  maxLines?: number | undefined;
}

/**
 * The pages of one document and the position on them, `y`, down to which they are filled. Measures in points from the
 * top left corner. Only `ensure` and `flow` begin a new page.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly styles: DocumentStyles;
  readonly type: Typesetter;
  readonly left = sideMargin;
  readonly right: number;
  readonly width: number;
  readonly top = topMargin;
  readonly bottom: number;
  y = topMargin;
  readonly #turns = new Turns();
  /** Draws the header of every page but the first; must leave `y` below it. */
  runningHead: () => void = () => undefined;

  private constructor(
    doc: PDFKit.PDFDocument,
    [width, height]: readonly [number, number],
    styles: DocumentStyles,
    type: Typesetter,
  ) {
    this.right = width - sideMargin;
    this.width = width - 2 * sideMargin;
    this.bottom = height - bottomMargin;
    this.doc = doc;
    this.styles = styles;
    this.type = type;
  }

  static async begin(options: SheetOptions): Promise<Sheet> {
    const faces = await loadFontFaces();
    const metadata = (text: string) => printableLine(text).slice(0, maxTitleLength).toWellFormed();
    const size: [number, number] = options.isLandscape ? [a4.height, a4.width] : [a4.width, a4.height];
    const doc = new PDFDocument({
      size,
      margin: 0,
      // No standard font: every text is set in an embedded face.
      font: '',
      bufferPages: true,
      pdfVersion: '1.7',
      lang: options.locale,
      displayTitle: true,
      info: {
        Title: metadata(options.title),
        Author: metadata(options.author),
        Creator: 'Burrow',
        CreationDate: dayInstant(options.date) ?? new Date(0),
      },
    });
    return new Sheet(doc, size, documentStyles(options.accentColour), new Typesetter(doc, faces));
  }

  /** Yields to other work when this document has blocked the event loop for long. Call it between blocks. */
  async breathe(): Promise<void> {
    if (this.#turns.isOver) await this.#turns.next();
  }

  /** Height left on this page. */
  get room(): number {
    return this.bottom - this.y;
  }

  /** Begins a new page unless `height` still fits on this one. */
  ensure(height: number): void {
    if (height > this.room) this.breakPage();
  }

  breakPage(): void {
    this.doc.addPage();
    this.y = this.top;
    this.runningHead();
  }

  /** Lays out a text for a width without drawing it. */
  measure(text: string, style: TextStyle, { width = this.width, maxLines }: Placement = {}): SetText {
    return this.type.set(text, style, width, maxLines);
  }

  /** Draws a text at `y` and returns its height; `y` stays. For blocks whose space was ensured. */
  place(text: string, style: TextStyle, placement: Placement & { y?: number } = {}): number {
    const { x = this.left, width = this.width, align = 'left', y = this.y } = placement;
    const set = this.measure(text, style, { ...placement, width });
    this.type.draw(set, x, y, width, align);
    return set.height;
  }

  /** Draws a text of any length line by line, over as many pages as it takes; two lines at least stay together. */
  flow(text: string, style: TextStyle, { x = this.left, width = this.width }: Placement = {}): void {
    const { lines } = this.type.set(text, style, width);
    const first = lines.length === 3 ? 3 : 2;
    lines.forEach((line, index) => {
      const together = index === 0 ? first : index === lines.length - 2 ? 2 : 1;
      this.ensure(style.leading * Math.min(together, lines.length));
      this.type.drawLine(line, style, x, this.y);
      this.y += style.leading;
    });
  }

  /** A horizontal line at `y`. */
  rule(y: number, { x = this.left, width = this.width, weight = 0.5, colour = hairline } = {}): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor([...colour])
      .stroke();
  }

  /** A background for the next content, extended a little on all sides so that the text on it stays aligned. */
  groundBehind(
    top: number,
    height: number,
    around: number,
    { x = this.left, width = this.width } = {},
  ): void {
    const box = [x - 8, top - around, width + 16, height + 2 * around] as const;
    this.doc.fillColor([...this.styles.accentGround]);
    this.doc.roundedRect(...box, 3).fill();
  }

  /** Calls `draw` on each page, when all are complete. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      draw(page + 1, count);
    }
  }

  /** Ends the document and returns its bytes. */
  async finish(): Promise<Uint8Array> {
    await this.breathe();
    this.doc.end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.doc as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return Uint8Array.from(Buffer.concat(chunks));
  }
}
