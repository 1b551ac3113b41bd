import { importFieldNames, importFields, type ImportField } from '@burrow/contracts/import-fields';
import type { DateOrder } from '@burrow/contracts/import';

/** What a column can be, as a select offers it. */
export const columnChoices = importFieldNames.map((field) => {
  const { of, label } = importFields[field];
  return { value: field, label: `${of === 'client' ? 'Client' : 'Animal'}: ${label}` };
});

/** The field of a value that a select answers; null for one left out. */
export const chosenField = (value: string): ImportField | null =>
  importFieldNames.find((field) => field === value) ?? null;

export const dateOrders: readonly { value: DateOrder; label: string }[] = [
  { value: 'dmy', label: 'Day first (31/12/2019)' },
  { value: 'mdy', label: 'Month first (12/31/2019)' },
  { value: 'ymd', label: 'Year first (2019/12/31)' },
];

const separators: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

/** How a file was written, in a sentence. */
export const writtenAs = ({ encoding, separator }: { encoding: string; separator: string }): string =>
  `Read as ${encoding}, columns separated by ${separators[separator] ?? separator}.`;
