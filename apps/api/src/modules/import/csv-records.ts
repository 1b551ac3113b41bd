import { Readable } from 'node:stream';
import { importLimits } from '@burrow/contracts/import-fields';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { invalidField } from '../../lib/app-error.ts';
import { Turns } from '../../lib/turns.ts';

const separators = [',', ';', '\t', '|'] as const;

/** Longest row, in characters: several times the longest texts of a client and an animal. */
const maxRecordLength = 100_000;
const chunkLength = 65_536;

const options = (separator: string) => ({
  delimiter: separator,
  // Each of them ends a row: a file written by several programs can mix them.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quotation mark within a text, such as 5" or "Bob" Smith, does not start a quoted one.
  relax_quotes: true,
  max_record_size: maxRecordLength,
});

/** The separator line of spreadsheets: sep=; */
const announced = /^sep=(.)\r?\n/;

/**
 * The separator of a table: the one in its first line, or else the one that divides its first rows into the most
 * columns, the same number in each. A table of one column has a comma.
 */
export function separatorOf(text: string): string {
  const said = announced.exec(text)?.[1];
  if (said !== undefined) return said;
  const sample = text.slice(0, chunkLength);
  const scores = separators.map((separator) => ({ separator, score: evenColumns(sample, separator) }));
  const [best] = scores.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best.separator : ',';
}

/** How many columns most of the first rows have; 0 when there is one, or when they differ from row to row. */
function evenColumns(sample: string, separator: string): number {
  const rows: string[][] = [];
  try {
    parseAtOnce(sample, {
      ...options(separator),
      to: 20,
      on_record: (row) => {
        rows.push(row);
        return row;
      },
    });
  } catch (error) {
    // The sample can end within a quotation; the rows before it suffice.
    if (!(error instanceof CsvError)) throw error;
  }
  const counts = rows.filter((row) => row.some((cell) => cell.trim() !== '')).map(({ length }) => length);
  const [first = 0] = counts;
  const alike = counts.filter((count) => count === first).length;
  return first > 1 ? first * (alike / counts.length) : 0;
}

/**
 * The records of a table in order, including empty ones, so that the n-th is the n-th row of a spreadsheet. Yields to
 * other work in between.
 * @throws AppError `invalid_input` for the field `file_data`: a quotation that does not end, a row too long, too many
 * columns
 */
export async function* recordsOf(text: string, separator: string): AsyncGenerator<string[]> {
  const parser = parse(options(separator));
  const source = Readable.from(chunksOf(text.replace(announced, '')));
  source.on('error', (error) => parser.destroy(error));
  const turns = new Turns();
  let records = 0;
  try {
    for await (const record of source.pipe(parser) as AsyncIterable<string[]>) {
      records += 1;
      if (record.length > importLimits.columns) {
        throw invalidField(
          'file_data',
          `Row ${records} has ${record.length} columns; the limit is ${importLimits.columns}.`,
        );
      }
      yield record;
      if (turns.isOver) await turns.next();
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, records) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The text in pieces of whole characters: the parser gets bytes, and would lose half of one. */
function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + chunkLength;
    const isWithinCharacter = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    yield text.slice(start, isWithinCharacter ? end + 1 : end);
    start = isWithinCharacter ? end + 1 : end;
  }
}

function unreadable(error: CsvError, records: number) {
  const after = `after row ${records}`;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return invalidField(
      'file_data',
      `The row ${after} is longer than ${maxRecordLength} characters. A quotation mark (") may be missing.`,
    );
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return invalidField('file_data', `A quotation mark (") opened ${after} is never closed.`);
  }
  return invalidField('file_data', `Couldn’t read the table ${after}. Save it as CSV again.`);
}

export const isEmptyRecord = (record: readonly string[]): boolean =>
  record.every((cell) => cell.trim() === '');
