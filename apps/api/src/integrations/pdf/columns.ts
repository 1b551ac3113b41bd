import type { Sheet } from './sheet.ts';
import type { SetText, TextStyle } from './typesetter.ts';

/** One line of a block; an absent text is left out. */
interface BlockLine {
  text: string | null;
  style: TextStyle;
  maxLines?: number;
}

interface Block {
  heading: string;
  lines: readonly BlockLine[];
}

const gutter = 22;

/** Blocks of short texts side by side, in columns of equal width; kept together on one page. */
export function drawBlocks(sheet: Sheet, blocks: readonly Block[]): void {
  const width = (sheet.width - gutter * (blocks.length - 1)) / blocks.length;
  const columns = blocks.map(({ heading, lines }) =>
    [{ text: heading, style: sheet.styles.heading }, ...lines]
      .filter((line): line is BlockLine & { text: string } => Boolean(line.text))
      .map((line) => sheet.measure(line.text, line.style, { width, maxLines: 4, ...line })),
  );
  const headingGap = 3;
  const height = Math.max(...columns.map(heightOf)) + headingGap;
  sheet.ensure(height);
  columns.forEach((column, index) => {
    let y = sheet.y;
    column.forEach((set, row) => {
      sheet.type.draw(set, sheet.left + index * (width + gutter), y);
      y += set.height + (row === 0 ? headingGap : 0);
    });
  });
  sheet.y += height;
}

/** Labelled values in a grid read row by row; each row is kept together. A missing value shows as a dash. */
export function drawGrid(
  sheet: Sheet,
  cells: readonly { label: string; value: string }[],
  columnCount: number,
): void {
  const { styles } = sheet;
  const width = (sheet.width - gutter * (columnCount - 1)) / columnCount;
  for (let start = 0; start < cells.length; start += columnCount) {
    const row = cells
      .slice(start, start + columnCount)
      .map(({ label, value }) => [
        sheet.measure(label, styles.label, { width }),
        sheet.measure(value || '–', styles.body, { width, maxLines: 4 }),
      ]);
    const height = Math.max(...row.map(heightOf));
    sheet.ensure(height);
    row.forEach((sets, index) => {
      let y = sheet.y;
      for (const set of sets) {
        sheet.type.draw(set, sheet.left + index * (width + gutter), y);
        y += set.height;
      }
    });
    sheet.y += height + 7;
  }
}

const heightOf = (sets: readonly SetText[]): number => sets.reduce((sum, set) => sum + set.height, 0);
