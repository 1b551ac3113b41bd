import type { AnimalRecord } from '@burrow/contracts/animal';

export type ArchiveReason = NonNullable<AnimalRecord['archived_reason']>;

/** Reasons to archive an animal, in the order they are offered. */
export const archiveReasons: readonly { value: ArchiveReason; label: string }[] = [
  { value: 'deceased', label: 'Deceased' },
  { value: 'moved', label: 'Moved away' },
  { value: 'other', label: 'Other' },
];

/** 'Moved away'; null when no reason was given. */
export const reasonLabel = (reason: AnimalRecord['archived_reason']): string | null =>
  archiveReasons.find(({ value }) => value === reason)?.label ?? null;

/** The banner's sentence on the page of an archived animal. */
export function archivedSentence(
  name: string,
  reason: AnimalRecord['archived_reason'],
  /** As it is shown; null if it is not recorded. */
  deceasedOn: string | null,
): string {
  const kept = 'The record is kept, and no appointments can be booked.';
  if (reason === 'deceased') {
    return deceasedOn === null
      ? `${name} has passed away. ${kept}`
      : `${name} passed away on ${deceasedOn}. ${kept}`;
  }
  if (reason === 'moved') return `${name} has moved away. ${kept}`;
  return `${name} is inactive. ${kept}`;
}
