import type { LogoImage } from './logo-image.ts';
import { addressLines, printableLine } from './printable-text.ts';
import type { Sheet } from './sheet.ts';

import type { DocumentPractice } from '../../lib/ports/document-practice.ts';

/** A fact at the head of a document; one without a value is left out. */
interface Fact {
  label: string;
  value: string | null;
}

const contactWidth = 170;
const logoHeight = 46;
const widestLogo = 150;
const gap = 14;
/** The last of three columns, aligned with the blocks below the title. */
const factsWidth = 148;

/**
 * The practice's name, logo and contact data at the top of the first page, and the parts that repeat on every page.
 */
export function drawLetterhead(sheet: Sheet, practice: DocumentPractice, logo: LogoImage | null): void {
  const top = sheet.y;
  const nameBottom = drawName(sheet, practice, logo, sheet.width - contactWidth - 24);
  const contact = [...addressLines(practice.address).slice(0, 8), practice.phone, practice.email];
  let y = top + 2;
  for (const line of contact) {
    if (!line) continue;
    const placement = {
      x: sheet.right - contactWidth,
      width: contactWidth,
      align: 'right',
      maxLines: 2,
      y,
    } as const;
    y += sheet.place(printableLine(line), sheet.styles.soft, placement);
  }
  sheet.y = Math.max(nameBottom, y) + 14;
  sheet.rule(sheet.y, { weight: 1, colour: sheet.styles.accent });
  sheet.y += 18;
}

/** A compact logo is beside the name, a wide one above it. Returns the bottom of the lower of the two. */
function drawName(sheet: Sheet, practice: DocumentPractice, logo: LogoImage | null, width: number): number {
  const { styles } = sheet;
  const top = sheet.y;
  const name = printableLine(practice.name);
  if (!logo) return top + sheet.place(name, styles.practice, { width, maxLines: 3 });
  const scale = Math.min(logoHeight / logo.height, widestLogo / logo.width);
  const size = { width: logo.width * scale, height: logo.height * scale };
  sheet.doc.image(logo.png, sheet.left, top, size);
  if (size.width > logoHeight * 1.5) {
    const nameTop = top + size.height + 6;
    return nameTop + sheet.place(name, styles.practice, { width, maxLines: 3, y: nameTop });
  }
  const beside = { x: sheet.left + size.width + gap, width: width - size.width - gap, maxLines: 3 };
  const { height } = sheet.measure(name, styles.practice, beside);
  sheet.place(name, styles.practice, { ...beside, y: top + Math.max(0, (size.height - height) / 2) });
  return top + Math.max(size.height, height);
}

/** The document's title and number on the left, its dates and references on the right, a mark above those. */
export function drawTitle(
  sheet: Sheet,
  title: { title: string; subtitle: string; facts: readonly Fact[]; mark?: string | null },
): void {
  const { styles } = sheet;
  const top = sheet.y;
  const x = sheet.right - factsWidth;
  const titleWidth = x - sheet.left - 20;
  let left = top + sheet.place(title.title, styles.title, { width: titleWidth });
  left += sheet.place(title.subtitle, styles.lead, { width: titleWidth, maxLines: 3, y: left });
  let right = top + 6;
  if (title.mark) right += drawMark(sheet, title.mark, right) + 8;
  for (const { label, value } of printableFacts(title.facts)) {
    const labelWidth = sheet.measure(label, styles.soft).width;
    sheet.place(label, { ...styles.soft, leading: styles.body.leading }, { x, y: right });
    const placement = { x: x + labelWidth + 8, width: factsWidth - labelWidth - 8, y: right };
    right += 1.5 + sheet.place(value, styles.body, { ...placement, align: 'right', maxLines: 2 });
  }
  sheet.y = Math.max(left, right) + 16;
}

const printableFacts = (facts: readonly Fact[]): { label: string; value: string }[] =>
  facts
    .map(({ label, value }) => ({ label, value: printableLine(value) }))
    .filter(({ value }) => value !== '');

/** A word in a thin double frame, at the right edge; returns its height. */
function drawMark(sheet: Sheet, text: string, top: number): number {
  const { mark, accent } = sheet.styles;
  const set = sheet.measure(text, mark);
  const width = set.width + 18;
  const height = mark.leading + 8;
  const x = sheet.right - width;
  sheet.doc.strokeColor([...accent]);
  sheet.doc.lineWidth(1).roundedRect(x, top, width, height, 3).stroke();
  sheet.doc
    .lineWidth(0.4)
    .roundedRect(x + 2, top + 2, width - 4, height - 4, 2)
    .stroke();
  sheet.type.draw(set, x + 9, top + 4);
  return height;
}

/** The header of every page after the first, with the practice and the document's name. */
export function headFollowingPages(sheet: Sheet, practice: DocumentPractice, documentName: string): void {
  sheet.runningHead = () => {
    const { styles } = sheet;
    const half = sheet.width / 2 - 10;
    sheet.place(printableLine(practice.name), styles.heading, { width: half, maxLines: 1 });
    const right = { x: sheet.right - half, width: half, align: 'right', maxLines: 1 } as const;
    sheet.place(documentName, styles.soft, right);
    sheet.y += styles.heading.leading + 4;
    sheet.rule(sheet.y);
    sheet.y += 16;
  };
}

/** Draws the footer of every page: the document's name, and which page of how many. Call it last. */
export function drawFooters(sheet: Sheet, practice: DocumentPractice, documentName: string): void {
  const { label } = sheet.styles;
  const y = sheet.bottom + 22;
  sheet.onEachPage((page, pages) => {
    sheet.rule(y - 7);
    const name = `${printableLine(practice.name)} · ${documentName}`;
    sheet.place(name, label, { width: sheet.width - 90, maxLines: 1, y });
    const right = { x: sheet.right - 80, width: 80, align: 'right', y } as const;
    sheet.place(`Page ${page} of ${pages}`, label, right);
  });
}
