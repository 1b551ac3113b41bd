import type { PrintedPrescription } from '../../lib/ports/health-documents.ts';
import { beginAnimalDocument, drawHeading, drawLabelled, healthFormat } from './animal-parts.ts';
import { drawFooters } from './page-furniture.ts';
import { printableLine, printableText } from './printable-text.ts';
import { drawSignature } from './referral-forms.ts';

/**
 * The PDF (A4) of a written prescription, with the parts that the Veterinary Medicines Regulations 2013 (schedule 3,
 * paragraph 6) ask for, and a line to sign on. Throws a RangeError if the locale is malformed.
 */
export async function renderPrescription(
  prescription: PrintedPrescription,
  logo?: Uint8Array | null,
): Promise<Uint8Array> {
  const { practice, prescriber, reference, date, validUntil } = prescription;
  const format = healthFormat(prescription);
  const name = `Prescription ${reference}`;
  const sheet = await beginAnimalDocument(prescription, logo, {
    title: 'Prescription',
    name,
    facts: [
      { label: 'Number', value: reference },
      { label: 'Prescribed', value: format.day(date) },
      { label: 'Valid until', value: format.day(validUntil) },
    ],
  });
  drawHeading(sheet, 'Prescriber', 40);
  const who = [prescriber.name, prescriber.qualification].map(printableLine).filter(Boolean).join(', ');
  drawLabelled(sheet, 'Name and qualification', who);
  drawLabelled(
    sheet,
    'Premises',
    [practice.name, practice.address].map(printableText).filter(Boolean).join('\n'),
  );
  sheet.y += 9;
  drawHeading(sheet, 'Medicine', 80);
  for (const [label, value] of medicineLines(prescription)) drawLabelled(sheet, label, printableText(value));
  sheet.y += 9;
  sheet.flow('This prescription is for an animal under my care.', sheet.styles.strong);
  sheet.y += 14;
  drawSignature(
    sheet,
    { name: printableLine(prescriber.name), role: printableLine(prescriber.qualification) || null },
    'Signature of the prescriber',
  );
  drawFooters(sheet, practice, name);
  return sheet.finish();
}

/** Each part of what is prescribed, with its label. */
function medicineLines(prescription: PrintedPrescription): [string, string][] {
  const { product, strength, form, quantity, directions, repeats, isControlled, withdrawal, remark } =
    prescription;
  const again = repeats === 1 ? '1 more time' : `${repeats} more times`;
  const lines: [string, string | null][] = [
    ['Product', [product, strength, form].filter(Boolean).join(', ')],
    ['Total quantity', quantity],
    ['Quantity in words', isControlled ? '……………………………………………………………' : null],
    ['Dose and directions', directions],
    ['Repeats', repeats === 0 ? 'Not repeatable' : again],
    ['Controlled drug', isControlled ? 'Yes: dispense within 28 days of the date of the prescription' : null],
    ['Withdrawal period', withdrawal ?? 'None stated'],
    ['Warnings', 'For animal treatment only. Keep out of the sight and reach of children.'],
    ['Remark', remark || null],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null);
}
