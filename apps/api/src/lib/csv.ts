/** So that spreadsheets read the text as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * What a spreadsheet takes for the beginning of a formula, also in full width and behind what it skips; there, and where
 * a field begins for one that parts fields otherwise than by commas.
 */
const formulaBegin = /(^|[;\t\r\n])(?=[\p{C}\s]*[=+\-@＝＋－＠])|^(?=[\p{C}\s]*[\t\r\n])/gu;
const needsQuotes = /[",;\t\r\n]/;

/** A text as a field of CSV. Where a spreadsheet would take it for a formula, it gets an apostrophe. */
export function csvText(text: string): string {
  const harmless = text.replaceAll(formulaBegin, "$1'");
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of CSV (RFC 4180) from fields that are written already. */
export const csvLine = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;
