import type { Sheet } from './sheet.ts';

const lineHeight = 22;
const fewestFindingLines = 4;
const inset = 14;

/** The line on which a staff member signs; kept together. */
export function drawSignature(
  sheet: Sheet,
  referredBy: { name: string; role: string | null } | null,
  heading = 'Signature of the referrer',
): void {
  const height = 52;
  sheet.ensure(height);
  sheet.place(heading, sheet.styles.section);
  sheet.y += 14;
  const half = sheet.width / 2 - 12;
  const name = referredBy ? [referredBy.name, referredBy.role].filter(Boolean).join(', ') : '';
  drawField(sheet, 'Name', { x: sheet.left, width: sheet.width * 0.4, value: name });
  drawField(sheet, 'Signature', { x: sheet.left + sheet.width * 0.4 + 16, width: half * 0.75 });
  const dateLeft = sheet.left + sheet.width * 0.4 + 16 + half * 0.75 + 16;
  drawField(sheet, 'Date', { x: dateLeft, width: sheet.right - dateLeft });
  sheet.y += height - 14 + 10;
}

/** A framed form for the receiving practice to fill in by hand. Its lines fill the rest of the page. */
export function drawReceivingPractice(sheet: Sheet): void {
  const head = 27;
  const around = head + 3 * (lineHeight + 4) + 16;
  sheet.ensure(around + fewestFindingLines * lineHeight);
  const findingLines = Math.floor((sheet.room - around) / lineHeight);
  const height = around + findingLines * lineHeight;
  const top = sheet.y;
  sheet.doc.roundedRect(sheet.left, top, sheet.width, height, 4).lineWidth(0.8);
  sheet.doc.strokeColor([...sheet.styles.accent]).stroke();
  sheet.y = top + 10;
  const [x, width] = [sheet.left + inset, sheet.width - 2 * inset];
  sheet.place('For the receiving practice', sheet.styles.section, { x, width });
  sheet.y = top + head;
  const half = (width - 16) / 2;
  drawField(sheet, 'Practice', { x, width: half });
  drawField(sheet, 'Clinician', { x: x + half + 16, width: half });
  sheet.y += lineHeight + 4;
  sheet.place('Findings', sheet.styles.label, { x, y: sheet.y + 10 });
  for (let line = 0; line < findingLines; line += 1) {
    sheet.y += lineHeight;
    sheet.rule(sheet.y + lineHeight - 4, { x, width });
  }
  sheet.y += lineHeight + 4;
  drawField(sheet, 'Signature', { x, width: half });
  drawField(sheet, 'Date', { x: x + half + 16, width: half });
  sheet.y = top + height;
}

/** A line to write on with its label at the left end, and a value if it is known. */
function drawField(sheet: Sheet, label: string, at: { x: number; width: number; value?: string }): void {
  const { styles } = sheet;
  const y = sheet.y + lineHeight - 15;
  const labelWidth = sheet.measure(label, styles.label).width + 8;
  sheet.place(label, { ...styles.label, leading: styles.body.leading }, { x: at.x, y });
  if (at.value) {
    sheet.place(at.value, styles.body, {
      x: at.x + labelWidth,
      width: at.width - labelWidth,
      maxLines: 1,
      y,
    });
  }
  sheet.rule(sheet.y + lineHeight - 1, { x: at.x + labelWidth, width: at.width - labelWidth });
}
