import type { DateOrder, ImportFinding } from '@burrow/contracts/import';
import { importFields, importLimits, type ImportField } from '@burrow/contracts/import-fields';
import type { z } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { textOfCsv } from '../../lib/csv.ts';
import type { CellValue } from './cell-values.ts';
import { isNotesHeading } from './column-names.ts';

export type Finding = ImportFinding['findings'][number];

/** How to read the columns of a file, in which practice. */
export interface Reading {
  columns: readonly (ImportField | null)[];
  /** Of the columns that the table has. */
  headings: readonly string[];
  dateOrder: DateOrder;
  locale: string;
  /** On the practice's clock, YYYY-MM-DD. */
  today: string;
  /** Whether animals without a species get one. */
  hasDefaultSpecies: boolean;
}

/** The message of a refusal; null for any other error. */
function refusalSentence(error: unknown): string | null {
  if (error instanceof AppError && error.code === 'invalid_input') return error.message;
  return error instanceof Error && 'issues' in error
    ? ((error.issues as { message: string }[])[0]?.message ?? null)
    : null;
}

/** The cells of a row by field, and their problems. */
export class RowCells {
  readonly problems: Finding[] = [];
  private readonly cells: readonly string[];
  private readonly reading: Reading;

  constructor(cells: readonly string[], reading: Reading) {
    this.cells = cells;
    this.reading = reading;
  }

  /** A cell, without the apostrophes that protect our own CSV files from formulas. */
  private text(index: number): string {
    return textOfCsv((this.cells[index] ?? '').trim()).trim();
  }

  /** Whether any imported cell is longer than a field can be; records each as a problem. */
  hasLongCells(): boolean {
    const long = this.reading.columns.flatMap((field, index) =>
      field !== null && (this.cells[index] ?? '').length > importLimits.cell ? [index] : [],
    );
    for (const index of long) this.noteAt(index, tooLong);
    return long.length > 0;
  }

  private columnsOf(field: ImportField): number[] {
    return this.reading.columns.flatMap((column, index) => (column === field ? [index] : []));
  }

  has(of: 'client' | 'animal'): boolean {
    return this.reading.columns.some(
      (field, index) => field && importFields[field].of === of && this.text(index) !== '',
    );
  }

  /** The texts of a field's columns, '' for an empty one. */
  cellsOf(field: ImportField): string[] {
    return this.columnsOf(field).map((index) => this.text(index));
  }

  all(field: ImportField): string[] {
    return this.cellsOf(field).filter(Boolean);
  }

  one(field: ImportField): string {
    return this.all(field)[0] ?? '';
  }

  /** The texts of a field, each with its heading if that adds to the field's name. */
  labelled(field: ImportField): string[] {
    const columns = this.columnsOf(field);
    return columns.flatMap((index) => {
      const text = this.text(index);
      if (!text) return [];
      const heading = this.reading.headings[index] ?? '';
      const saysMore =
        field.endsWith('_notes') && field !== 'animal_behaviour_notes' && !isNotesHeading(heading);
      return [saysMore || columns.length > 1 ? `${heading}: ${text}` : text];
    });
  }

  /** The value of a cell; undefined when it is empty, or invalid, which is recorded. */
  understood<Value>(field: ImportField, read: (typed: string) => CellValue<Value>): Value | undefined {
    const typed = this.one(field);
    if (typed === '') return undefined;
    const answer = read(typed);
    if ('value' in answer) return answer.value;
    this.note([field], answer.wrong);
    return undefined;
  }

  /** The result of a rule for a text; a refusal is recorded. */
  checked<Value>(
    source: readonly ImportField[],
    typed: string,
    rule: (typed: string) => Value,
  ): Value | undefined {
    try {
      return rule(typed);
    } catch (error) {
      const message = refusalSentence(error);
      if (message === null) throw error;
      this.note(source, message, typed);
      return undefined;
    }
  }

  /** The contract's parsed fields; undefined when one is refused, which is recorded. */
  parse<Schema extends z.ZodType>(
    schema: Schema,
    sent: object,
    source: Readonly<Record<string, readonly ImportField[]>>,
  ): z.output<Schema> | undefined {
    const parsed = schema.safeParse(sent);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) this.note(source[String(path[0])] ?? [], message);
    return undefined;
  }

  /** Records a problem, at the first column of `source` with a value, or in the file. */
  note(source: readonly ImportField[], message: string, value?: string): void {
    const columns = source.flatMap((field) => this.columnsOf(field));
    const index = columns.find((column) => this.text(column) !== '') ?? columns[0];
    this.noteAt(index, message, value);
  }

  private noteAt(index: number | undefined, message: string, value?: string): void {
    const column = index === undefined ? null : (this.reading.headings[index] ?? null);
    const cell = index === undefined ? '' : (this.cells[index] ?? '');
    this.problems.push({ column, value: (value ?? cell).slice(0, maxShownLength).toWellFormed(), message });
  }
}

const tooLong = `Use at most ${importLimits.cell} characters.`;

/** The maximum length of an invalid value that is stored with the problem. */
export const maxShownLength = 200;
