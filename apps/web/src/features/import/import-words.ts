import { importFieldNames, importFields, type ImportField } from '@burrow/contracts/import-fields';
import type { DateOrder, ImportCounts } from '@burrow/contracts/import';

/** The fields a column can be imported to, as options of a select. */
export const columnChoices = importFieldNames.map((field) => {
  const { of, label } = importFields[field];
  return { value: field, label: `${of === 'client' ? 'Client' : 'Animal'}: ${label}` };
});

/** The field of a select's value; null for a column that is not imported. */
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

/** The encoding and separator of a file, in a sentence. */
export const writtenAs = ({ encoding, separator }: { encoding: string; separator: string }): string =>
  `Read as ${encoding}, columns separated by ${separators[separator] ?? separator}.`;

/** Why an import would change nothing, given the choice for duplicates; null when it would change something. */
export function nothingToDo(counts: ImportCounts, duplicates: 'skip' | 'fill'): string | null {
  if (counts.clients_created + counts.animals_created + counts.vaccinations_created > 0) return null;
  if (counts.clients_existing + counts.animals_existing === 0)
    return 'Nothing in this file can be imported. See the problems below.';
  return duplicates === 'fill'
    ? null
    : 'Everyone in this file is already in Burrow. With “Leave them as they are”, nothing would be added.';
}
