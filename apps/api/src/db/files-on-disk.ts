import { statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const someKeys = statement<{ storage_key: string }>('some_keys_on_disk', 'select * from some_keys_on_disk()');

/** Keys of some files on the disk, of any practice; empty if there are none. */
export async function someKeysOnDisk(control: Queryable): Promise<string[]> {
  const rows = await control.rows(someKeys);
  return rows.map(({ storage_key }) => storage_key);
}
