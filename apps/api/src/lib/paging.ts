import { invalidField } from './app-error.ts';

interface ListInput {
  /** Words to find. */
  q?: string | undefined;
  /** The page size. */
  limit?: number | undefined;
  /** Id of the last row of the previous page. */
  cursor?: string | undefined;
}

/** The id in a cursor, or null without one. */
export function cursorId(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw unknownCursor();
  return Number(cursor);
}

/** The error for a cursor that is not, or no longer, the id of a row. */
export const unknownCursor = () => invalidField('cursor', 'Enter the id of the last row.');

/** A place in a list by name. */
interface CursorPlace {
  id: number | null;
  /** Null for the name that the row has now. */
  name: string | null;
}

/**
 * The place in a cursor of a list by name: an id, or an id and the name that the row had ('12:Ann Archer'), which is the same
 * place after the row is renamed or deleted.
 */
export function cursorPlace(cursor: string | undefined): CursorPlace {
  const [id, ...name] = cursor?.split(':') ?? [];
  return { id: cursorId(id), name: name.length === 0 ? null : name.join(':') };
}

const pageSize = 100;

/** The number of rows: the requested one, a page's worth after a cursor, or null for the whole list. */
export const rowsWanted = ({ limit, cursor }: ListInput): number | null =>
  limit ?? (cursor === undefined ? null : pageSize);
