import type { AnimalDocument } from '../../lib/ports/health-documents.ts';
import { drawBlocks, drawGrid } from './columns.ts';
import { ageOn, documentFormat, type DocumentFormat } from './document-format.ts';
import { prepareLogo } from './logo-image.ts';
import { drawLetterhead, drawTitle, headFollowingPages } from './page-furniture.ts';
import { addressLines, printableLine, printableText } from './printable-text.ts';
import { Sheet } from './sheet.ts';

/** The formatters of a document without sums of money. */
export const healthFormat = ({ practice }: AnimalDocument): DocumentFormat =>
  documentFormat(practice.locale, 'GBP');

/** Begins a document about an animal: letterhead, title, facts at the right, owner and animal. */
export async function beginAnimalDocument(
  content: AnimalDocument,
  logo: Uint8Array | null | undefined,
  {
    title,
    name,
    facts,
  }: { title: string; name: string; facts: readonly { label: string; value: string | null }[] },
): Promise<Sheet> {
  const { practice, animal, preparedOn } = content;
  const format = healthFormat(content);
  const logoImage = await prepareLogo(logo);
  const sheet = await Sheet.begin({
    title: name,
    author: practice.name,
    date: preparedOn,
    locale: practice.locale,
    accentColour: practice.accentColour,
  });
  headFollowingPages(sheet, practice, name);
  drawLetterhead(sheet, practice, logoImage);
  drawTitle(sheet, {
    title,
    subtitle: nameAndKind(animal),
    facts: [{ label: 'Date', value: format.day(preparedOn) }, ...facts],
  });
  sheet.rule(sheet.y);
  sheet.y += 12;
  drawOwner(sheet, content);
  drawAnimal(sheet, content, format);
  return sheet;
}

/** 'Biscuit, Dog, Beagle' */
export const nameAndKind = ({ name, species, breed }: Pick<Animal, 'name' | 'species' | 'breed'>): string =>
  [name, species, breed].map(printableLine).filter(Boolean).join(', ');

type Animal = AnimalDocument['animal'];

/** The blocks of the animal's client, headed by what they are called. */
export function clientBlocks(
  { styles: { strong, body, soft } }: Sheet,
  { name, phone, email, address }: AnimalDocument['client'],
  called: string,
): Parameters<typeof drawBlocks>[1][number][] {
  return [
    {
      heading: called,
      lines: [
        { text: printableLine(name), style: strong },
        { text: printableLine(phone), style: body },
        { text: printableLine(email), style: soft },
      ],
    },
    {
      heading: `${called}’s address`,
      lines: [{ text: addressLines(address).join('\n') || 'Not recorded', style: body, maxLines: 8 }],
    },
  ];
}

function drawOwner(sheet: Sheet, { client }: AnimalDocument): void {
  drawBlocks(sheet, clientBlocks(sheet, client, 'Owner'));
  sheet.y += 14;
}

function drawAnimal(sheet: Sheet, { animal, preparedOn }: AnimalDocument, format: DocumentFormat): void {
  const none = animal.noKnownAllergies ? 'No known allergies' : 'Not recorded';
  drawAnimalFacts(sheet, animal, preparedOn, format);
  drawLabelled(sheet, 'Allergies', printableText(animal.allergies) || none);
  sheet.y += 9;
}

/** The section of what an animal is, under its heading. */
export function drawAnimalFacts(
  sheet: Sheet,
  animal: Omit<Animal, 'allergies' | 'noKnownAllergies'>,
  preparedOn: string,
  format: DocumentFormat,
): void {
  drawHeading(sheet, 'Animal', 60);
  const weight = printableLine(animal.weight);
  const cells = [
    { label: 'Name', value: animal.name },
    { label: 'Species', value: animal.species },
    { label: 'Breed', value: animal.breed },
    { label: 'Sex', value: animal.sex },
    { label: 'Age', value: ageOn(animal.dateOfBirth, preparedOn) },
    { label: 'Date of birth', value: animal.dateOfBirth && format.day(animal.dateOfBirth) },
    { label: 'Weight', value: weight && `${weight} kg` },
    { label: 'Colour', value: animal.colour },
  ];
  drawGrid(
    sheet,
    cells.map(({ label, value }) => ({ label, value: printableLine(value) })),
    4,
  );
}

/** A label with its text beside it, over as many pages as it takes. */
export function drawLabelled(sheet: Sheet, label: string, text: string): void {
  const { styles } = sheet;
  const indent = 110;
  const width = sheet.width - indent;
  const { height } = sheet.measure(text, styles.body, { width });
  sheet.ensure(Math.min(height, 2 * styles.body.leading));
  sheet.place(label, { ...styles.label, leading: styles.body.leading }, { width: indent - 8 });
  sheet.flow(text, styles.body, { x: sheet.left + indent, width });
  sheet.y += 5;
}

/** A heading that stays together with at least `following` points of its section. */
export function drawHeading(sheet: Sheet, heading: string, following: number): void {
  sheet.ensure(19 + following);
  sheet.y += sheet.place(heading, sheet.styles.section) + 4;
}
