import type { PrintedEntry, PrintedRecord } from '../../lib/ports/health-documents.ts';
import { beginAnimalDocument, drawHeading, drawLabelled, healthFormat } from './animal-parts.ts';
import type { DocumentFormat } from './document-format.ts';
import { drawFooters } from './page-furniture.ts';
import { printableLine, printableText } from './printable-text.ts';
import { drawReceivingPractice, drawSignature } from './referral-forms.ts';
import type { Sheet } from './sheet.ts';

/**
 * The PDF (A4) of a health record: all of it, some days or chosen entries. As a referral it has a reason, a signature line
 * and a space for the receiving practice. Throws a RangeError if the locale is malformed.
 */
export async function renderRecord(record: PrintedRecord, logo?: Uint8Array | null): Promise<Uint8Array> {
  const { practice, animal, referral } = record;
  const title = referral ? 'Referral' : 'Health record';
  const name = `${title} of ${printableLine(animal.name)}`;
  const format = healthFormat(record);
  const facts = [{ label: 'Days', value: rangeText(record, format) }];
  const sheet = await beginAnimalDocument(record, logo, { title, name, facts });
  if (referral) {
    if (referral.to) drawLabelled(sheet, 'Referred to', printableLine(referral.to));
    drawLabelled(sheet, 'Reason', printableText(referral.reason) || 'Not stated');
    sheet.y += 9;
  }
  drawHeading(sheet, 'Entries', 40);
  if (record.entries.length === 0) sheet.flow('No entries', sheet.styles.soft);
  for (const entry of record.entries) {
    drawEntry(sheet, entry, format);
    await sheet.breathe();
  }
  if (referral) {
    sheet.y += 12;
    drawSignature(sheet, { name: referral.by, role: null });
    drawReceivingPractice(sheet);
  }
  drawFooters(sheet, practice, name);
  return sheet.finish();
}

function rangeText({ range }: PrintedRecord, format: DocumentFormat): string | null {
  if (!range) return null;
  const [from, to] = [range.from, range.to].map((day) => day && format.shortDay(day));
  if (from && to) return `${from} to ${to}`;
  return from ? `From ${from}` : `To ${to ?? ''}`;
}

function drawEntry(sheet: Sheet, entry: PrintedEntry, format: DocumentFormat): void {
  const { strong, body, soft } = sheet.styles;
  sheet.ensure(3 * body.leading);
  sheet.rule(sheet.y);
  sheet.y += 6;
  const by = printableLine(entry.author);
  const when = [format.day(entry.date), by].filter(Boolean).join(' · ');
  sheet.flow(printableLine(entry.heading), strong);
  sheet.flow(when, soft);
  if (entry.struck !== null) {
    sheet.flow(printableText(`Struck through: ${entry.struck || 'no reason recorded'}`), strong);
  }
  const details = entry.details.map(
    ({ label, value, isDay }) => `${label}: ${isDay ? format.day(value) : value}`,
  );
  if (details.length > 0) sheet.flow(printableText(details.join('\n')), body);
  const text = printableText(entry.text);
  if (text !== '') sheet.flow(text, body);
  for (const addendum of entry.addenda) {
    const heading = ['Addendum', format.day(addendum.date), printableLine(addendum.author)];
    sheet.flow(heading.filter(Boolean).join(' · '), soft);
    sheet.flow(printableText(addendum.text), body);
  }
  sheet.y += 8;
}
