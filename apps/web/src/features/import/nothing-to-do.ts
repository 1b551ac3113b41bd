import type { ImportCounts } from '@burrow/contracts/import';

/** Why an import would change nothing, with what is there already filled in or left; null when it would. */
export function nothingToDo(counts: ImportCounts, duplicates: 'skip' | 'fill'): string | null {
  if (counts.clients_created + counts.animals_created > 0) return null;
  if (counts.clients_existing + counts.animals_existing === 0)
    return 'Nothing in this file can be imported. See the problems below.';
  return duplicates === 'fill'
    ? null
    : 'Everyone in this file is already in Burrow. With ‘Leave them as they are’, there is nothing to import.';
}
