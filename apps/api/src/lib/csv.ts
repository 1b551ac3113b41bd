/** Makes spreadsheets read the text as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Characters that start a formula, including full-width ones. */
const formulaSigns = new Set('=+-@＝＋－＠');
/** A text without any of these needs no apostrophe. */
const mayBeFormula = /[=+\-@＝＋－＠\t\r\n]/;
/** Characters that spreadsheets skip before a formula, and semicolons between them. Each run matches once, as a whole. */
const skippedRuns = /[;\p{C}\s]+/gu;
/** Characters that start a new field in a spreadsheet with a separator other than the comma. */
const fieldSeparators = new Set(';\t\r\n');
const lineOrTab = /[\t\r\n]/;
const needsQuotes = /[",;\t\r\n]/;

/** A run of skipped characters, with an apostrophe at the start of every field that a formula follows. */
function escapedRun(run: string, isBeforeFormula: boolean, isAtStart: boolean): string {
  const semicolon = run.lastIndexOf(';');
  const isStartEscaped =
    isAtStart && ((isBeforeFormula && semicolon === -1) || lineOrTab.test(run.split(';', 1)[0] ?? ''));
  // A semicolon is not skipped, so no field before the last one reaches the formula.
  const from = isBeforeFormula ? Math.max(semicolon, isStartEscaped ? 1 : 0) : run.length;
  let escaped = (isStartEscaped ? "'" : '') + run.slice(0, from);
  for (let at = from; at < run.length; at += 1) {
    const character = run.charAt(at);
    escaped += fieldSeparators.has(character) ? `${character}'` : character;
  }
  return escaped;
}

/** Escapes formulas in one pass, in time proportional to the length. */
function withoutFormulas(text: string): string {
  if (!mayBeFormula.test(text)) return text;
  const escaped = text.replaceAll(skippedRuns, (run, at: number) =>
    escapedRun(run, formulaSigns.has(text.charAt(at + run.length)), at === 0),
  );
  return formulaSigns.has(text.charAt(0)) ? `'${escaped}` : escaped;
}

/** Skipped characters, semicolons and the apostrophes between them. Each run matches once, as a whole. */
const escapedRuns = /[';\p{C}\s]+/gu;

/** What {@link escapedRun} was made from. */
function unescapedRun(run: string, isBeforeFormula: boolean, isAtStart: boolean): string {
  const semicolon = run.lastIndexOf(';');
  const isStartEscaped =
    isAtStart &&
    run.startsWith("'") &&
    ((isBeforeFormula && semicolon === -1) || lineOrTab.test(run.split(';', 1)[0] ?? ''));
  const start = isStartEscaped ? 1 : 0;
  const from = isBeforeFormula ? Math.max(semicolon, start) : run.length;
  let text = run.slice(start, from);
  for (let at = from; at < run.length; at += 1) {
    const isEscape = run.charAt(at) === "'" && fieldSeparators.has(run.charAt(at - 1));
    if (!isEscape) text += run.charAt(at);
  }
  return text;
}

/** Digits with the signs of numbers and days, or an exponent. Spreadsheets rewrite them, except for short plain numbers. */
const isRewritten = /^(?!(?:0|[1-9]\d{0,10})$)(?=\D*\d)[\d.,/: -]+(?:e[+-]?\d+)?$/i;

/** The text of a field of our own CSV, without the apostrophes that {@link csvText} and {@link csvCode} add. */
export function textOfCsv(field: string): string {
  if (!field.includes("'")) return field;
  if (field.startsWith("'") && isRewritten.test(field.slice(1))) return field.slice(1);
  return field.replaceAll(escapedRuns, (run, at: number) =>
    unescapedRun(run, formulaSigns.has(field.charAt(at + run.length)), at === 0),
  );
}

/** A text as a field of CSV. Where a spreadsheet would take it for a formula, it gets an apostrophe. */
export function csvText(text: string): string {
  const harmless = withoutFormulas(text);
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A number that people only compare, such as of a batch: an apostrophe keeps spreadsheets from rounding it or dropping zeros. */
export const csvCode = (code: string): string => csvText(isRewritten.test(code) ? `'${code}` : code);

/** A phone number with a space: a spreadsheet would read its digits as a number, and drop the leading zero. */
export const spacedPhone = (phone: string): string => phone.replace(/^(0\d{4})(\d{3,})$/, '$1 $2');

/** A line of CSV (RFC 4180) from escaped fields. */
export const csvLine = (fields: readonly string[]): string => `${fields.join(',')}\r\n`;
