import { clientBlocks, drawAnimalFacts, drawHeading, nameAndKind } from './animal-parts.ts';
import { drawBlocks } from './columns.ts';
import { documentFormat, type DocumentFormat } from './document-format.ts';
import { prepareLogo } from './logo-image.ts';
import { drawFooters, drawLetterhead, drawTitle, headFollowingPages } from './page-furniture.ts';
import { printableLine, printableText } from './printable-text.ts';
import { drawReceivingPractice, drawSignature } from './referral-forms.ts';
import { Sheet } from './sheet.ts';
import { columnGap, drawTable, type TableColumn, type TableRow } from './table.ts';

import type { ReferralData } from '../../lib/ports/pdf-documents.ts';

const noMoney = 'GBP';

/**
 * The PDF (A4) of a referral form: the animal's records, the reason and history, the referrer's signature line and a
 * ruled space for the receiving practice. The same data gives the same bytes. `logo` is PNG or JPEG; one that can't
 * be decoded is left out. Throws a RangeError if the locale is malformed.
 */
export async function renderReferral(referral: ReferralData, logo?: Uint8Array | null): Promise<Uint8Array> {
  const { practice } = referral;
  const name = `Referral of ${printableLine(referral.animal.name)}`;
  const format = documentFormat(practice.locale, noMoney);
  const logoImage = await prepareLogo(logo);
  const sheet = await Sheet.begin({
    title: name,
    author: practice.name,
    date: referral.preparedOn,
    locale: practice.locale,
    accentColour: practice.accentColour,
  });
  headFollowingPages(sheet, practice, name);
  drawLetterhead(sheet, practice, logoImage);
  drawHead(sheet, referral, format);
  drawPeople(sheet, referral);
  drawAnimal(sheet, referral, format);
  drawMedicalNotes(sheet, referral);
  await sheet.breathe();
  drawReason(sheet, referral, format);
  await drawVisits(sheet, referral, format);
  drawSignature(sheet, referral.referredBy);
  drawReceivingPractice(sheet);
  drawFooters(sheet, practice, name);
  return sheet.finish();
}

function drawHead(
  sheet: Sheet,
  { animal, preparedOn, reference }: ReferralData,
  format: DocumentFormat,
): void {
  drawTitle(sheet, {
    title: 'Referral',
    subtitle: nameAndKind(animal),
    facts: [
      { label: 'Date', value: format.day(preparedOn) },
      { label: 'Our reference', value: reference },
    ],
  });
  sheet.rule(sheet.y);
  sheet.y += 12;
}

function drawPeople(sheet: Sheet, { client, practice, referredBy }: ReferralData): void {
  const { strong, body, soft } = sheet.styles;
  drawBlocks(sheet, [
    ...clientBlocks(sheet, client, 'Client'),
    {
      heading: 'Referred by',
      lines: [
        { text: printableLine(referredBy?.name ?? practice.name), style: strong },
        { text: printableLine(referredBy?.role), style: body },
        { text: referredBy && printableLine(practice.name), style: soft },
      ],
    },
  ]);
  sheet.y += 16;
}

function drawAnimal(sheet: Sheet, { animal, preparedOn }: ReferralData, format: DocumentFormat): void {
  drawAnimalFacts(sheet, animal, preparedOn, format);
  sheet.y += 9;
}

function drawMedicalNotes(sheet: Sheet, { animal }: ReferralData): void {
  drawHeading(sheet, 'Medical notes', 40);
  const allergies = printableText(animal.allergies);
  const none = animal.noKnownAllergies ? 'No known allergies' : 'Not recorded';
  drawNote(sheet, 'Allergies', allergies || none, allergies !== '');
  drawNote(sheet, 'Behaviour', printableText(animal.behaviourNotes) || 'No behaviour notes', false);
  drawNote(sheet, 'General notes', printableText(animal.notes) || 'No general notes', false);
  sheet.y += 9;
}

/** A label with its text beside it, over as many pages as it takes; a warning is set in bold. */
function drawNote(sheet: Sheet, label: string, text: string, warns: boolean): void {
  const { styles } = sheet;
  const indent = 92;
  const width = sheet.width - indent;
  const style = warns ? styles.strong : styles.body;
  const { height } = sheet.measure(text, style, { width });
  sheet.ensure(Math.min(height, 2 * style.leading));
  if (warns && height <= sheet.room) sheet.groundBehind(sheet.y, height, 3);
  sheet.place(label, { ...styles.label, leading: style.leading }, { width: indent });
  sheet.flow(text, style, { x: sheet.left + indent, width });
  sheet.y += 6;
}

function drawReason(sheet: Sheet, { appointment }: ReferralData, format: DocumentFormat): void {
  drawHeading(sheet, 'Reason and history', 40);
  const service = printableLine(appointment.service) || 'Appointment';
  sheet.flow(service, sheet.styles.strong);
  sheet.flow(`${format.day(appointment.date)}, ${format.time(appointment.time)}`, sheet.styles.soft);
  sheet.y += 4;
  sheet.flow(printableText(appointment.notes) || 'No notes for this appointment', sheet.styles.body);
  sheet.y += 13;
}

async function drawVisits(
  sheet: Sheet,
  { recentVisits }: ReferralData,
  format: DocumentFormat,
): Promise<void> {
  if (recentVisits.length === 0) return;
  const { strong, body, soft } = sheet.styles;
  const [date, staff] = [80, 110];
  const columns: TableColumn[] = [
    { heading: 'Date', width: date },
    { heading: 'Service and notes', width: sheet.width - date - staff - 2 * columnGap },
    { heading: 'Seen by', width: staff },
  ];
  const rows = recentVisits.map((visit): TableRow => [
    [{ text: format.shortDay(visit.date), style: body }],
    [
      { text: printableLine(visit.service) || 'Appointment', style: strong },
      { text: printableText(visit.notes), style: soft },
    ],
    [{ text: printableLine(visit.staffMember), style: body }],
  ]);
  await drawTable(sheet, columns, rows, { title: 'Recent visits', rowPadding: 3 });
  sheet.y += 18;
}
