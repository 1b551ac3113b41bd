import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { isNamedIn, type NamedPerson } from './named-person.ts';
import { importText } from './repository.ts';

interface ImportOfPractice {
  id: number;
  /** Whether it created the client or an animal of theirs, or filled in a field. */
  has_written: boolean;
}

const imports = (condition: string): string =>
  `select i.id, exists (
       select from import_records r where r.tenant_id = $1 and r.import_id = i.id and r.kind = 'client' and r.record_id = $2)
     or exists (
       select from import_records r where r.tenant_id = $1 and r.import_id = i.id and r.kind = 'animal'
         and r.record_id = any (array(select a.id from animals a where a.tenant_id = $1 and a.client_id = $2))) as has_written
   from imports i where i.tenant_id = $1 and i.cleared_at is null and ${condition} order by i.id`;

const underWay = "i.status in ('checking', 'running', 'undoing')";
const importsUnderWay = statement<ImportOfPractice>('imports_under_way', imports(underWay));
// Prevents these from starting until the client is erased.
const lockAtRest = statement<ImportOfPractice>(
  'lock_imports_at_rest',
  `${imports(`not ${underWay}`)} for no key update of i`,
);

const personOf = statement<NamedPerson>(
  'person_in_imports',
  'select c.name, c.email::text as email, c.phone from clients c where c.tenant_id = $1 and c.id = $2',
);

/** Those that have written to the client, or whose file names them. One file after the other: they are large. */
async function thoseOfClient(
  tx: Queryable,
  tenantId: number,
  clientId: number,
  found: readonly ImportOfPractice[],
): Promise<number[]> {
  if (found.length === 0) return [];
  const person = await tx.row(personOf, [tenantId, clientId]);
  const ids: number[] = [];
  for (const { id, has_written: hasWritten } of found) {
    const isTheirs =
      hasWritten || (person && (await isNamedIn((await importText(tx, tenantId, id)) ?? '', person)));
    if (isTheirs) ids.push(id);
  }
  return ids;
}

/** How many imports of a client are in progress: they may still write the rows that they have read. */
export async function countImportsUnderWay(
  tx: Queryable,
  tenantId: number,
  clientId: number,
): Promise<number> {
  const found = await tx.rows(importsUnderWay, [tenantId, clientId]);
  return (await thoseOfClient(tx, tenantId, clientId, found)).length;
}

/** Locks the imports that are not in progress. @returns those of the client */
export async function lockImportsOfClient(
  tx: Queryable,
  tenantId: number,
  clientId: number,
): Promise<number[]> {
  const found = await tx.rows(lockAtRest, [tenantId, clientId]);
  return thoseOfClient(tx, tenantId, clientId, found);
}
