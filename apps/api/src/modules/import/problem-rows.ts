import type { OutputOf } from '@burrow/contracts/actions';
import type { DocumentInPieces } from '@burrow/contracts/wire';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { byteOrderMark, csvLine, csvText } from '../../lib/csv.ts';
import { Turns } from '../../lib/turns.ts';
import { headingsOfImport, problemRows, type ProblemRow } from './read-model.ts';

type Document = OutputOf<'import/problem_rows'>;

/** The column with the problem; an import leaves it out. */
const problemHeading = 'What is wrong';

/** Waits for its turn, and returns where the rows are written in batches. */
export async function placeForRows(ctx: OutsideContext): Promise<DocumentInPieces> {
  await ctx.beginLargeAnswer('table');
  return ctx.documentInPieces();
}

/** The rows with problems as in the file, with the problem. @throws AppError `not_found` */
export async function writeProblemRows(
  ctx: Ctx,
  importId: number,
  place: DocumentInPieces,
): Promise<Document> {
  const headings = await headingsOfImport(ctx, importId);
  await place.write(pieces(ctx, importId, headings));
  return { filename: `import-${importId}-problems.csv`, content: place };
}

async function* pieces(ctx: Ctx, importId: number, headings: readonly string[]): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...headings, problemHeading].map(csvText));
  const turns = new Turns();
  for await (const rows of problemRows(ctx, importId)) {
    let lines = '';
    for (const row of rows) {
      lines += problemLine(row, headings);
      if (!turns.isOver) continue;
      yield lines;
      lines = '';
      await turns.next();
    }
    yield lines;
  }
}

function problemLine({ line, cells, findings }: ProblemRow, headings: readonly string[]): string {
  const own = headings.map((_, index) => csvText(cells[index] ?? ''));
  const wrong = findings.map(({ column, message }) => (column ? `${column}: ${message}` : message));
  // Cells beyond the last heading are returned after the problem.
  const beyond = cells.slice(headings.length).map(csvText);
  return csvLine([...own, csvText(`Row ${line}. ${wrong.join(' ')}`), ...beyond]);
}

const template: readonly (readonly [heading: string, first: string, second: string])[] = [
  ['First name', 'Ann', 'Ann'],
  ['Surname', 'Miller', 'Miller'],
  ['Mobile', '07700 900001', '07700 900001'],
  ['Home phone', '', ''],
  ['Email', 'ann@example.com', 'ann@example.com'],
  ['Address 1', '12 High Street', '12 High Street'],
  ['Town', 'Bristol', 'Bristol'],
  ['Postcode', 'BS1 4DJ', 'BS1 4DJ'],
  ['Client notes', '', ''],
  ['Wants text messages', 'yes', 'yes'],
  ['Wants emails', 'yes', 'yes'],
  ['Pet name', 'Rex', 'Misty'],
  ['Species', 'Dog', 'Cat'],
  ['Breed', 'Labrador', ''],
  ['Colour', 'Black', 'Tabby'],
  ['Sex', 'male neutered', 'female'],
  ['Date of birth', '2019-12-31', '2021-06-01'],
  ['Weight kg', '31.5', ''],
  ['Microchip', '985141000000001', ''],
  ['Vaccine', 'Nobivac DHP', ''],
  ['Vaccinated on', '2025-06-14', ''],
  // Empty: a new practice has no recall types.
  ['Vaccination due next', '', ''],
  ['Recall type', '', ''],
  ['Allergies', 'Penicillin', ''],
  ['Behaviour', '', 'Shy'],
  ['Animal notes', '', ''],
];

/** A template table with two example rows. */
export function templateCsv(): OutputOf<'import/template'> {
  const lines = [0, 1, 2].map((row) => csvLine(template.map((column) => csvText(column[row] ?? ''))));
  return { filename: 'burrow-import-template.csv', content: Buffer.from(byteOrderMark + lines.join('')) };
}
