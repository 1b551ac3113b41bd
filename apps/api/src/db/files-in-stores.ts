import type { StoreName } from '../lib/ports/file-storage.ts';
import { asRole } from './as-role.ts';

/** Counting stops here, because more would only take longer. */
export const mostCounted = 1000;

/**
 * How many files of all practices each of the stores has, up to {@link mostCounted}; a store without any is left out.
 * @param ownerUrl the login that owns the schema
 */
export const countFilesIn = (
  ownerUrl: string,
  stores: readonly StoreName[],
): Promise<{ store: StoreName; files: number }[]> =>
  asRole(ownerUrl, 'burrow_operator', async (owner) => {
    const { rows } = await owner.query<{ store: StoreName; files: number }>(
      `select s.store, c.files
       from unnest($1::text[]) s(store),
            lateral (select count(*)::int as files
                     from (select from files f where f.storage = s.store limit $2) l) c
       where c.files > 0`,
      [stores, mostCounted],
    );
    return rows;
  });
