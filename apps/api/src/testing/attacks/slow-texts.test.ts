import { accentOnPaper } from '@burrow/contracts/accent-colour';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import { importFieldNames } from '@burrow/contracts/import-fields';
import { fillIn, filledParts, variablesProblem } from '@burrow/contracts/message-text';
import { formatPhone } from '@burrow/contracts/phone-text';
import { describe, expect, it } from 'vitest';
import { addressLines, printableLine, printableText } from '../../integrations/pdf/printable-text.ts';
import { callerNetwork } from '../../lib/caller-network.ts';
import { isCommonPassword } from '../../lib/common-passwords.ts';
import { csvText, textOfCsv } from '../../lib/csv.ts';
import { deviceLabel } from '../../lib/device-label.ts';
import { nameInText } from '../../lib/name-in-text.ts';
import { internationalPhone, normalisedPhone, portalPhone } from '../../lib/phone-number.ts';
import { currencyInput, localeInput, timeZoneInput } from '../../lib/region.ts';
import { searchPattern } from '../../lib/search-pattern.ts';
import { filePath } from '../../modules/data-export/records.ts';
import { isPlainText } from '../../modules/file/content-type.ts';
import { extensionOf, plainFilename } from '../../modules/file/filename.ts';
import { dayFrom, genderFrom, weightFrom, yesNoFrom } from '../../modules/import/cell-values.ts';
import { fieldsByHeading, looksLikeHeader } from '../../modules/import/column-names.ts';
import { separatorOf } from '../../modules/import/csv-records.ts';
import { RowReader } from '../../modules/import/row-reader.ts';
import { textOfFile } from '../../modules/import/text-of-file.ts';
import { inputFields } from '../derived/input-fields.ts';

// One process serves every practice, so a rule that takes a second for one text delays all of them.

const length = 100_000;
const maxMs = 50;

const filled = (piece: string, { before = '', after = '' } = {}): string =>
  before +
  piece.repeat(Math.floor(length / piece.length)).slice(0, length - before.length - after.length) +
  after;

/** Texts that make a rule backtrack at each character, with an end that does not match. */
const hostile: readonly string[] = [
  ' ',
  '\n\u200b',
  '\n=',
  ';\t',
  "\n'",
  '0',
  'a',
  'aA1',
  'a.',
  'a-',
  '1 Jan ',
  '/',
  '. ',
  '%',
  '\\',
  '(',
  '+4',
  '{{',
  '{{a',
  '}}',
  '[',
  '"',
  '",',
  '<',
  '< ',
  'kg ',
  'A1 ',
  ' – ',
  'Version/',
  '\u0316\u0301',
  'e\u0301',
  '🐕',
  '👩\u200d',
  '\u{E0001}',
  'ﷺ',
].flatMap((piece) => [filled(piece, { after: '!' }), filled(piece, { before: '1', after: 'y' })]);
const mail = ['@', 'a@', 'a@a.', '.a@'].map((piece) => filled(piece));

/** CPU time of a call in milliseconds; the best of three if the first is too slow. */
function timeFor(call: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least > maxMs; round += 1) {
    const before = process.threadCpuUsage();
    try {
      call();
    } catch {
      // A rule may refuse the text.
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const slowOnes = (rule: (text: string) => unknown): string[] =>
  [...hostile, ...mail].flatMap((text) => {
    const ms = timeFor(() => rule(text));
    return ms > maxMs ? [`${JSON.stringify(text.slice(0, 12))}… takes ${Math.round(ms)} ms`] : [];
  });

const heading = (text: string): string => text.slice(0, 20_000);
const printed = (text: string): string => text.slice(0, 2500);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const reading = { order: 'dmy', locale: 'en-GB', today: '2026-01-14' } as const;
const reader = (text: string): RowReader =>
  new RowReader({
    columns: importFieldNames,
    headings: importFieldNames.map(() => text),
    dateOrder: 'dmy',
    locale: 'en-GB',
    today: '2026-01-14',
    hasDefaultSpecies: true,
  });
const file = { id: 1, client_id: 1, animal_id: null, booking_id: null };

const rules: Readonly<Record<string, (text: string) => unknown>> = {
  csvText,
  textOfCsv,
  'a day of an import': (text) => dayFrom(text, reading),
  'yes or no of an import': yesNoFrom,
  'a sex of an import': (text) => genderFrom(text, null),
  'a weight of an import': weightFrom,
  'a row of an import': (text) =>
    reader(text).read(
      importFieldNames.map(() => text),
      1,
    ),
  'a row of an import, as long as cells may be': (text) =>
    reader(text.slice(0, 200)).read(
      importFieldNames.map((_, index) => text.slice(index * 4000, index * 4000 + 5000)),
      1,
    ),
  // Cut to 200 characters before.
  'a heading of an import': (text) => [looksLikeHeader([heading(text)]), fieldsByHeading([heading(text)])],
  'the separator of an import': separatorOf,
  'the text of an import': (text) => textOfFile(bytes(text)),
  'a text file': (text) => isPlainText(bytes(text)),
  'a name of a file': (text) => [plainFilename(text), extensionOf(text)],
  'a path of an export': (text) => filePath({ ...file, filename: text }, { client_id: text }),
  'a phone number': (text) => normalisedPhone(text, 'en-GB'),
  'an international phone number': (text) => internationalPhone(text, 'de-DE'),
  'a phone number of a pet owner': (text) => portalPhone(text, 'en-GB'),
  'a phone number of a pet owner elsewhere': (text) => portalPhone(text, 'fr-FR'),
  formatPhone,
  searchPattern,
  accentOnPaper,
  timeZoneInput,
  localeInput,
  currencyInput,
  isCommonPassword,
  deviceLabel,
  callerNetwork,
  // Searching for emoji takes microseconds each: use the longest text that reaches these rules.
  'a name in a text message': (text) => nameInText(text.slice(0, 1000)),
  'a text in a PDF': (text) => printableText(printed(text)),
  'a line in a PDF': (text) => printableLine(printed(text)),
  'an address in a PDF': (text) => addressLines(text.slice(0, 2500)),
  'a message with variables': (text) => [variablesProblem(text), filledParts(text, {}), fillIn(text, {})],
};

describe(`with ${length} hostile characters no rule takes longer than ${maxMs} ms`, () => {
  it.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(slowOnes(rule)).toEqual([]);
  });

  it('no field of any action', { timeout: 180_000 }, () => {
    // Fields of the same name and schema share a rule, whatever their action.
    const fields = new Map(
      actionNames.flatMap((name) =>
        inputFields(actionNamed(name)).map((field) => [
          `${field.name} ${JSON.stringify(field.schema)}`,
          { action: actionNamed(name), path: field.path },
        ]),
      ),
    );
    expect(fields.size).toBeGreaterThan(100);
    const slow = [...fields].flatMap(([field, { action, path }]) =>
      slowOnes((text) => action.input.safeParse(inputWith(path, text))).map(
        (problem) => `${field}: ${problem}`,
      ),
    );
    expect(slow).toEqual([]);
  });
});

/** An input with a value at a path, and nothing else. */
const inputWith = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value);
