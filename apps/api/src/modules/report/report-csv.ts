import { byteOrderMark, csvLine, csvText } from '../../lib/csv.ts';
import { isFigure, type ReportColumn, type ReportRow } from '../../lib/ports/report-table.ts';
import { Turns } from '../../lib/turns.ts';

/**
 * A report as CSV, in pieces: the names of its columns, then its rows, and nothing else. Money, counts and percentages
 * are plain numbers; unknown values are empty.
 */
export async function* csvPieces(
  columns: readonly ReportColumn[],
  batches: AsyncIterable<readonly ReportRow[]> | Iterable<readonly ReportRow[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ label }) => csvText(label)));
  const turns = new Turns();
  for await (const rows of batches) {
    let lines = '';
    for (const row of rows) {
      lines += csvLine(fieldsOf(columns, row));
      if (!turns.isOver) continue;
      yield lines;
      lines = '';
      await turns.next();
    }
    yield lines;
  }
}

const fieldsOf = (columns: readonly ReportColumn[], row: ReportRow): string[] =>
  columns.map((column, index) => {
    const cell = row[index] ?? null;
    const { kind, value } = isFigure(cell) ? cell : { kind: column.kind, value: cell };
    if (value === null) return '';
    return kind === 'text' || kind === 'word' ? csvText(String(value)) : String(value);
  });
