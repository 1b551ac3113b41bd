import {
  isFigure,
  type Figure,
  type FigureKind,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
} from '../../lib/ports/report-table.ts';
import { documentFormat, type DocumentFormat } from './document-format.ts';
import { drawFooters, drawLetterhead, drawTitle, headFollowingPages } from './page-furniture.ts';
import { Sheet } from './sheet.ts';
import { columnGap, drawTable, type TableColumn, type TableRow } from './table.ts';

import type { PrintedReport } from '../../lib/ports/pdf-documents.ts';

/** More columns than this are printed in landscape, in single lines of a smaller type. */
const maxUprightColumns = 5;
const totalsWidth = 264;
const totalHeight = 17;
const compactGap = 9;
/** A longer text in a cell ends in '…'. */
const maxLines = 3;
/** A text counts with at most this much when the width is divided, so that a long one leaves room to others. */
const widestText = 220;

const isText = (kind: FigureKind): boolean => kind === 'text';
const isNumber = (kind: FigureKind): boolean => kind === 'money' || kind === 'count' || kind === 'percent';

/**
 * The PDF (A4) of a report: its practice, period, filters and time of creation, its table and totals, and the
 * definitions of its figures. The same data gives the same bytes. Throws a RangeError if locale or currency is
 * malformed.
 */
export async function renderReport({
  table,
  practice,
  currency,
  generatedAt,
}: PrintedReport): Promise<Uint8Array> {
  const format = documentFormat(practice.locale, currency);
  const stacks = stacksOf(table.columns);
  const isCompact = stacks.length > maxUprightColumns;
  const sheet = await Sheet.begin({
    title: table.title,
    author: practice.name,
    date: generatedAt.slice(0, 10),
    locale: practice.locale,
    accentColour: practice.accentColour,
    isLandscape: isCompact,
  });
  headFollowingPages(sheet, practice, table.title);
  drawLetterhead(sheet, { ...practice, address: null, phone: null, email: null }, null);
  drawTitle(sheet, {
    title: table.title,
    subtitle: spanOf(table, format),
    facts: [
      { label: 'Generated', value: written(format, 'moment', generatedAt) },
      ...table.filters,
      ...(table.headline ?? []).map(({ label, kind, value }) => ({
        label,
        value: written(format, kind, value),
      })),
    ],
  });
  if (table.rows.length === 0) drawEmpty(sheet, table.empty);
  else await drawRows(sheet, table, { stacks, isCompact, format });
  drawTotals(sheet, table, format);
  drawNotes(sheet, table);
  drawFooters(sheet, practice, table.title);
  return sheet.finish();
}

const spanOf = ({ from, to }: ReportTable, format: DocumentFormat): string =>
  from === to ? format.day(from) : `${format.day(from)} to ${format.day(to)}`;

/** Indexes in a row of the columns that are printed as one. */
type Stack = readonly number[];

function stacksOf(columns: readonly ReportColumn[]): Stack[] {
  const stacks: number[][] = [];
  columns.forEach(({ isBelow }, index) => {
    const above = isBelow ? stacks.at(-1) : undefined;
    if (above) above.push(index);
    else stacks.push([index]);
  });
  return stacks;
}

interface Layout {
  stacks: readonly Stack[];
  /** Whether each row is a single line, as long as its texts are short. */
  isCompact: boolean;
  format: DocumentFormat;
}

async function drawRows(sheet: Sheet, table: ReportTable, layout: Layout): Promise<void> {
  const printed: TableRow[] = [];
  for (const row of table.rows) {
    printed.push(printedRow(sheet, table.columns, row, layout));
    await sheet.breathe();
  }
  const gap = layout.isCompact ? compactGap : columnGap;
  const columns = await tableColumns(sheet, table.columns, printed, { ...layout, gap });
  await drawTable(sheet, columns, printed, { rowPadding: layout.isCompact ? 2 : 3, gap, maxLines });
}

/** Columns as wide as their content; text columns share the remaining width by their lengths. */
async function tableColumns(
  sheet: Sheet,
  columns: readonly ReportColumn[],
  rows: readonly TableRow[],
  { stacks, gap }: Layout & { gap: number },
): Promise<TableColumn[]> {
  const widest: number[] = [];
  for (const [index, stack] of stacks.entries())
    widest.push(await widestIn(sheet, columns, stack, rows, index));
  const texts = stacks.map((stack) => stack.some((column) => isText(columns[column]?.kind ?? 'text')));
  const hasTexts = texts.includes(true);
  const weights = widest.map((width, index) => {
    if (!hasTexts) return 1;
    return texts[index] ? Math.min(width, widestText) : 0;
  });
  const taken = widest.reduce((sum, width, index) => sum + (texts[index] ? 0 : width), 0);
  const left = sheet.width - taken - (stacks.length - 1) * gap;
  const share = left / weights.reduce((sum, weight) => sum + weight, 0);
  return stacks.map((stack, index) => ({
    heading: headingOf(columns, stack),
    width: (texts[index] ? 0 : (widest[index] ?? 0)) + (weights[index] ?? 0) * share,
    align: isNumber(columns[stack[0] ?? 0]?.kind ?? 'text') ? 'right' : 'left',
  }));
}

const headingOf = (columns: readonly ReportColumn[], stack: Stack): string =>
  stack.map((column) => columns[column]?.label).join('/');

/** The width of the widest text of a column with its heading. Each text is measured once. */
async function widestIn(
  sheet: Sheet,
  columns: readonly ReportColumn[],
  stack: Stack,
  rows: readonly TableRow[],
  index: number,
): Promise<number> {
  let widest = sheet.measure(headingOf(columns, stack), sheet.styles.label).width;
  const seen = new Set<string>();
  for (const row of rows) {
    for (const { text, style } of row[index] ?? []) {
      if (seen.has(text)) continue;
      seen.add(text);
      widest = Math.max(widest, sheet.measure(text, style, { width: widestText, maxLines: 1 }).width);
    }
    await sheet.breathe();
  }
  // A text measured to fit must still fit when it is broken into lines.
  return widest + 0.01;
}

function printedRow(
  sheet: Sheet,
  columns: readonly ReportColumn[],
  row: ReportRow,
  { stacks, isCompact, format }: Layout,
): TableRow {
  const { body, soft, compact } = sheet.styles;
  return stacks.map((stack) => {
    const texts = stack.map((column) => {
      const value = row[column] ?? null;
      const { kind, value: shown } = isFigure(value)
        ? value
        : { kind: columns[column]?.kind ?? 'text', value };
      return written(format, kind, shown);
    });
    if (isCompact) return [{ text: texts.join(', '), style: compact }];
    return texts.map((text, depth) => ({ text, style: depth === 0 ? body : soft }));
  });
}

const writers: Record<FigureKind, (format: DocumentFormat, value: string) => string> = {
  id: (_format, value) => value,
  word: (_format, value) => value,
  text: (_format, value) => value,
  money: (format, value) => format.money(Math.round(Number(value) * 100)),
  count: (format, value) => format.quantity(Number(value)),
  percent: (format, value) => format.percent(Number(value)),
  day: (format, value) => format.shortDay(value),
  month: (format, value) => format.month(value),
  time: (format, value) => format.time(value),
  moment: (format, value) => `${format.shortDay(value.slice(0, 10))}, ${format.time(value.slice(11))}`,
};

/** A value formatted for people; a dash for none. */
const written = (format: DocumentFormat, kind: FigureKind, value: Figure['value']): string =>
  value === null ? '–' : writers[kind](format, String(value));

function drawEmpty(sheet: Sheet, sentence: string): void {
  sheet.y += 8;
  sheet.y += sheet.place(sentence, sheet.styles.lead) + 8;
}

function drawTotals(sheet: Sheet, { totals }: ReportTable, format: DocumentFormat): void {
  if (totals.length === 0) return;
  sheet.ensure(10 + totals.length * totalHeight);
  sheet.y += 10;
  const place = { x: sheet.right - totalsWidth, width: totalsWidth };
  for (const { label, kind, value } of totals) {
    sheet.place(label, sheet.styles.body, { ...place, y: sheet.y });
    sheet.place(written(format, kind, value), sheet.styles.strong, { ...place, align: 'right', y: sheet.y });
    sheet.y += totalHeight;
  }
}

function drawNotes(sheet: Sheet, { notes }: ReportTable): void {
  if (notes.length === 0) return;
  const { heading, soft } = sheet.styles;
  sheet.y += 14;
  sheet.ensure(heading.leading + 3 * soft.leading);
  sheet.y += sheet.place('How these figures are counted', heading) + 3;
  const width = Math.min(sheet.width, 560);
  for (const { name, meaning } of notes) {
    sheet.flow(`${name}: ${meaning}`, soft, { width });
    sheet.y += 3;
  }
}
