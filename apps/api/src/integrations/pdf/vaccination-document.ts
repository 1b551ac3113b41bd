import type { PrintedVaccinations } from '../../lib/ports/health-documents.ts';
import { beginAnimalDocument, drawHeading, healthFormat } from './animal-parts.ts';
import { drawFooters } from './page-furniture.ts';
import { printableLine } from './printable-text.ts';
import { drawSignature } from './referral-forms.ts';
import { columnGap, drawTable, type TableColumn, type TableRow } from './table.ts';

/** The PDF (A4) of a vaccination certificate. Throws a RangeError if the locale is malformed. */
export async function renderVaccinations(
  certificate: PrintedVaccinations,
  logo?: Uint8Array | null,
): Promise<Uint8Array> {
  const { practice, animal, vaccinations } = certificate;
  const format = healthFormat(certificate);
  const name = `Vaccination certificate of ${printableLine(animal.name)}`;
  const sheet = await beginAnimalDocument(certificate, logo, {
    title: 'Vaccination certificate',
    name,
    facts: [],
  });
  const { strong, body, soft } = sheet.styles;
  const [date, batch, due, by] = [66, 92, 72, 82];
  const columns: TableColumn[] = [
    { heading: 'Date', width: date },
    { heading: 'Vaccine', width: sheet.width - date - batch - due - by - 4 * columnGap },
    { heading: 'Batch and expiry', width: batch },
    { heading: 'Next due', width: due },
    { heading: 'Given by', width: by },
  ];
  const rows = vaccinations.map((one): TableRow => [
    [{ text: format.shortDay(one.date), style: body }],
    [
      { text: printableLine(one.product), style: strong },
      { text: [one.manufacturer, one.site].map(printableLine).filter(Boolean).join(', '), style: soft },
    ],
    [
      { text: printableLine(one.batch), style: body },
      { text: one.expiry ? `Expires ${format.shortDay(one.expiry)}` : '', style: soft },
    ],
    [{ text: one.nextDueOn ? format.shortDay(one.nextDueOn) : '', style: body }],
    [{ text: printableLine(one.author), style: body }],
  ]);
  if (rows.length === 0) {
    drawHeading(sheet, 'Vaccinations', 20);
    sheet.flow('No vaccinations recorded', soft);
  }
  await drawTable(sheet, columns, rows, { title: 'Vaccinations', rowPadding: 4 });
  sheet.y += 22;
  drawSignature(sheet, null, `For ${printableLine(practice.name)}`);
  drawFooters(sheet, practice, name);
  return sheet.finish();
}
