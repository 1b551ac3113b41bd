import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { isEntryOfClient } from '../../db/entry-of-client.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../lib/app-error.ts';
import { cursorId } from '../../lib/paging.ts';
import { ownClientId } from '../../lib/own-client.ts';
import { entryColumns, entryJoins, toRecord, type EntryRow } from './read-model.ts';

const ownAnimal = statement<{ id: number }>(
  'own_animal_of_record',
  'select a.id from animals a where a.tenant_id = $1 and a.id = $2 and a.client_id = $3',
);

// $3 the client, of whose time with the animal the entries are; $4 the last one of the previous page.
const ownRecord = statement<EntryRow>(
  'own_record',
  `select ${entryColumns} from entries e ${entryJoins}
   where e.tenant_id = $1 and e.animal_id = $2 and ${isEntryOfClient('e', '$3')} and e.struck_at is null
     and (e.kind in ('vaccination', 'prescription') or e.shared)
     and ($4::bigint is null or (e.at, e.id) < (
       select l.at, l.id from entries l
       where l.tenant_id = $1 and l.animal_id = $2 and ${isEntryOfClient('l', '$3')} and l.id = $4))
   order by e.at desc, e.id desc limit $5`,
);

/** Of a vaccination or prescription that is not shared, the remark and the addenda are the practice's own. */
const asOwned = (row: EntryRow): EntryRow => (row.shared ? row : { ...row, body: '', addenda: null });

/** What the practice shares of a pet's record with its owner, newest first. @throws AppError `not_found` */
export async function ownRecordOf(
  ctx: Ctx,
  input: ParsedInputOf<'cp/record'>,
): Promise<OutputOf<'cp/record'>> {
  const { tx, tenantId, session } = ctx;
  const clientId = ownClientId(ctx);
  const { animal_id: animalId, limit } = input;
  const [animal, rows] = await Promise.all([
    tx.row(ownAnimal, [tenantId, animalId, clientId]),
    tx.rows(ownRecord, [tenantId, animalId, clientId, cursorId(input.cursor), limit + 1]),
  ]);
  if (!animal) throw new AppError('not_found', { message: 'Pet not found.' });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map((row) => toRecord(asOwned(row), session)),
    next_cursor: last ? String(last.id) : null,
  };
}
