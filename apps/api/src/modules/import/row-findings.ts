import { foundBy, type FoundClient, type KnownAnimal } from './known-clients.ts';
import { canBeOneName } from './named-person.ts';
import { maxShownLength, type Finding } from './row-cells.ts';
import type { ReadRow } from './row-reader.ts';

export const unknownClient = 'No client in Burrow has this phone or email yet. Enter a name to add them.';
export const archivedOwner =
  'This client is archived in Burrow, so animals can’t be added. Restore the client, then import this row again.';

const finding = (value: string, message: string): Finding => ({
  column: null,
  value: value.slice(0, maxShownLength).toWellFormed(),
  message,
});

/** A problem of the whole row, worded with its names. */
export const problemOf = ({ client, animal }: ReadRow, message: string): Finding =>
  finding([animal?.name, client?.name].filter(Boolean).join(', '), message);

/** Why a row adds nothing. */
export function duplicateOf({ client, rank }: FoundClient, animal: KnownAnimal | null): Finding {
  const what = animal ? `${animal.name} of ${client.name}` : client.name;
  const isRepeated = (animal ?? client).origin === 'file';
  return finding(
    what,
    isRepeated
      ? `${what} is in an earlier row of this file.`
      : `${what} is already in Burrow (found by ${foundBy[rank]}).`,
  );
}

/** What to check in a row whose client or animal was matched to one of another name. */
export const otherNamesIn = (
  row: ReadRow,
  { client, rank }: FoundClient,
  animal: KnownAnimal | null,
): Finding[] => [
  ...otherName(row.client, client, foundBy[rank]),
  ...(animal ? otherName(row.animal, animal, 'microchip') : []),
];

function otherName(
  typed: { name: string | undefined } | null,
  { name }: { name: string },
  by: string,
): Finding[] {
  if (!typed?.name || canBeOneName(typed.name, name)) return [];
  return [
    finding(typed.name, `${typed.name} is matched to ${name} (found by ${by}). Check that they’re the same.`),
  ];
}

/** Why a due date is left out: the animal has a record, or has another one for the recall type. */
export const dueLeftOut = ({ name, origin }: KnownAnimal, careType: string): Finding =>
  finding(
    name,
    origin === 'practice'
      ? `The due date wasn’t added, because ${name} is already in Burrow. Add it on ${name}’s page.`
      : `The due date wasn’t added, because ${name} already has one for “${careType}”.`,
  );
