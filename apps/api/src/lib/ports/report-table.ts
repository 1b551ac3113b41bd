/**
 * The kinds of a report's values: money is the wire's decimal string, a percentage a number such as 12.5, days and
 * months are YYYY-MM-DD and YYYY-MM, times HH:MM, a moment is YYYY-MM-DD HH:MM on the practice's clock. A word is one
 * of the product's own, such as a method; a text is anything that people wrote.
 */
export type FigureKind =
  'id' | 'word' | 'text' | 'money' | 'count' | 'percent' | 'day' | 'month' | 'time' | 'moment';

export type FigureValue = string | number | null;

/** A value of another kind than its column. */
export interface Figure {
  kind: FigureKind;
  value: FigureValue;
}

export interface ReportColumn {
  label: string;
  kind: FigureKind;
  /** Printed together with the column before it: below it, or after it if rows are single lines. */
  isBelow?: true;
}

export type ReportRow = readonly (FigureValue | Figure)[];

/** A report as rows and columns, for CSV and PDF. */
export interface ReportTable {
  title: string;
  /** First and last day, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Its filters, such as 'Payment type' and 'Card'. */
  filters: readonly { label: string; value: string }[];
  /** The totals, printed first. */
  headline?: ReportTable['totals'];
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  totals: readonly (Figure & { label: string })[];
  /** The definitions of its figures. */
  notes: readonly { name: string; meaning: string }[];
  /** The sentence that is printed when there are no rows. */
  empty: string;
}

export const isFigure = (value: FigureValue | Figure): value is Figure =>
  typeof value === 'object' && value !== null;
