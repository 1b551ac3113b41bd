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
  if (!/^\d{1,15}$/.test(cursor)) throw invalidField('cursor', 'Enter the id of the last row.');
  return Number(cursor);
}

const pageSize = 100;

/** The number of rows: the requested one, a page's worth after a cursor, or null for the whole list. */
export const rowsWanted = ({ limit, cursor }: ListInput): number | null =>
  limit ?? (cursor === undefined ? null : pageSize);
