/**
 * What a value of a report is: money is the wire's decimal string, a percentage a number such as 12.5, days and months
 * are YYYY-MM-DD and YYYY-MM, times HH:MM, a moment is YYYY-MM-DD HH:MM on the practice's clock. A word is one of the
 * product's own, such as a method; a text is anything that people wrote.
 */
export type FigureKind =
  'id' | 'word' | 'text' | 'money' | 'count' | 'percent' | 'day' | 'month' | 'time' | 'moment';

export type FigureValue = string | number | null;

/** A value that is of another kind than its column. */
export interface Figure {
  kind: FigureKind;
  value: FigureValue;
}

export interface ReportColumn {
  label: string;
  kind: FigureKind;
  /** In print it stands with the column before it: below that, or behind it where rows are single lines. */
  isBelow?: true;
}

/** One value for each column. */
export type ReportRow = readonly (FigureValue | Figure)[];

/** A report as rows and columns, the same for a spreadsheet and for paper. */
export interface ReportTable {
  title: string;
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** What it was narrowed down to, such as 'Payment type' and 'Card'. */
  filters: readonly { label: string; value: string }[];
  /** What it comes to, to be read first. */
  headline?: ReportTable['totals'];
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: readonly (Figure & { label: string })[];
  /** What its numbers mean. */
  notes: readonly { name: string; meaning: string }[];
  /** The sentence that stands for rows when there are none. */
  empty: string;
}

export const isFigure = (value: FigureValue | Figure): value is Figure =>
  typeof value === 'object' && value !== null;
