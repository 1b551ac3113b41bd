import type { Sheet } from './sheet.ts';
import type { SetLine, TextStyle } from './typesetter.ts';

export interface TableColumn {
  heading: string;
  /** In points; the columns and the gaps between them fill the sheet's width or less. */
  width: number;
  align?: 'left' | 'right';
}

/** Texts stacked in a cell, such as a description and, smaller, its detail. Empty ones are left out. */
type TableCell = readonly { text: string; style: TextStyle }[];
export type TableRow = readonly TableCell[];

interface TableOptions {
  /** Kept together with the table's first row. */
  title?: string;
  /** Height of the following block, which must not begin a page without the last row. */
  keepWithLast?: number;
  /** Space above and below the text of a row. */
  rowPadding?: number;
  /** Space between columns. */
  gap?: number;
  /** The maximum number of lines of a text in a cell; no limit unless given. */
  maxLines?: number | undefined;
}

interface CellLine {
  line: SetLine;
  style: TextStyle;
}

export const columnGap = 12;
const titleHeight = 19;

/**
 * Draws a table at the sheet's `y`. Its header is repeated on each page; a row is never split, unless it alone is
 * higher than a page.
 */
export async function drawTable(
  sheet: Sheet,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  { title, keepWithLast = 0, rowPadding = 5, gap = columnGap, maxLines }: TableOptions = {},
): Promise<void> {
  const head = headHeight(sheet);
  const pageRoom = sheet.bottom - sheet.top - 2 * titleHeight - head;
  for (const [index, row] of rows.entries()) {
    await sheet.breathe();
    const cells = row.map((cell, column) =>
      cellLines(sheet, cell, { width: columns[column]?.width ?? 0, maxLines }),
    );
    const height = Math.max(...cells.map(heightOf)) + 2 * rowPadding;
    const together = height + (index === rows.length - 1 ? keepWithLast : 0);
    const needed = together <= pageRoom ? together : Math.min(height, pageRoom);
    if (index === 0) {
      // A row higher than a page may begin here, if some of it fits.
      sheet.ensure((title ? titleHeight : 0) + head + (height <= pageRoom ? needed : 80));
      if (title) drawTableTitle(sheet, title);
      drawHead(sheet, columns, gap);
    } else if (needed > sheet.room && height <= pageRoom) {
      sheet.breakPage();
      drawHead(sheet, columns, gap);
    }
    drawRow(sheet, columns, cells, { rowPadding, gap });
  }
}

function drawTableTitle(sheet: Sheet, title: string): void {
  sheet.y += sheet.place(title, sheet.styles.section) + 4;
}

const headHeight = (sheet: Sheet): number => sheet.styles.label.leading + 6;

function drawHead(sheet: Sheet, columns: readonly TableColumn[], gap: number): void {
  let x = sheet.left;
  for (const { heading, width, align = 'left' } of columns) {
    sheet.place(heading, sheet.styles.label, { x, width, align });
    x += width + gap;
  }
  sheet.y += headHeight(sheet);
  sheet.rule(sheet.y - 1, { weight: 0.8, colour: sheet.styles.accent });
}

function drawRow(
  sheet: Sheet,
  columns: readonly TableColumn[],
  cells: readonly CellLine[][],
  { rowPadding, gap }: { rowPadding: number; gap: number },
): void {
  let rest = cells;
  sheet.y += rowPadding;
  while (true) {
    const parts = rest.map((lines) => linesThatFit(lines, sheet.room));
    drawCells(sheet, columns, parts, gap);
    rest = rest.map((lines, index) => lines.slice(parts[index]?.length ?? 0));
    if (rest.every((lines) => lines.length === 0)) break;
    sheet.breakPage();
    drawHead(sheet, columns, gap);
    sheet.y += rowPadding;
  }
  sheet.y += rowPadding;
  sheet.rule(sheet.y);
}

function drawCells(
  sheet: Sheet,
  columns: readonly TableColumn[],
  cells: readonly CellLine[][],
  gap: number,
): void {
  let x = sheet.left;
  cells.forEach((lines, index) => {
    const { width = 0, align = 'left' } = columns[index] ?? {};
    let y = sheet.y;
    for (const { line, style } of lines) {
      sheet.type.drawLine(line, style, align === 'right' ? x + width - line.width : x, y);
      y += style.leading;
    }
    x += width + gap;
  });
  sheet.y += Math.max(...cells.map(heightOf));
}

function cellLines(
  sheet: Sheet,
  cell: TableCell,
  space: { width: number; maxLines: number | undefined },
): CellLine[] {
  return cell.flatMap(({ text, style }) =>
    text === '' ? [] : sheet.measure(text, style, space).lines.map((line) => ({ line, style })),
  );
}

function linesThatFit(lines: readonly CellLine[], room: number): CellLine[] {
  let height = 0;
  return lines.filter(({ style }) => (height += style.leading) <= room);
}

const heightOf = (lines: readonly CellLine[]): number =>
  lines.reduce((sum, { style }) => sum + style.leading, 0);
