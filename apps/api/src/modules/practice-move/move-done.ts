import type pg from 'pg';
import {
  BackupError,
  checkReadsEverything,
  readKeptTables,
  tableNamed,
  withOwner,
} from '../backup/public.ts';
import { inMovedPractice, openMoveOf } from './closing.ts';
import { skipTriggers } from './move-in.ts';
import { readMovedTables, readPracticeTables, type MovedTable } from './moved-tables.ts';

interface MoveDoneOptions {
  ownerUrl: string;
  practiceId: number;
  /** What move-in printed. */
  receipt: string;
  /** The origin of the new address. */
  movedTo: string;
}

/** Tables that background work still changes while a practice is closed. In others it only deletes what has expired. */
const changingTables = new Set(['file_removals', 'practice_moves']);

/**
 * Deletes a practice that has moved, with the accounts of people who have no other practice here. What is left leads
 * callers to the new address: the practice's name and hosts, and the hashes of its API keys and calendar feeds. Its
 * files are deleted by the clean-up job.
 * @returns how many rows were deleted
 * @throws BackupError for another receipt, or when a record has changed since the copy
 */
export const finishMove = ({ ownerUrl, practiceId, receipt, movedTo }: MoveDoneOptions): Promise<number> =>
  withOwner(ownerUrl, async (client) => {
    const moved = await readMovedTables(client);
    await checkReadsEverything(client, moved);
    return inMovedPractice(client, practiceId, async () => {
      await skipTriggers(client);
      const { receipt: expected, copied_after } = await openMoveOf(client, practiceId);
      if (expected === null || receipt !== expected) {
        throw new BackupError(
          'This isn’t the receipt for the newest copy. Use the one that move-in printed. Nothing was changed.',
        );
      }
      await checkUnchanged(client, moved, copied_after);
      await keepForwarding(client, practiceId, movedTo);
      return deleteRows(client, practiceId);
    });
  });

/** Accounts are left out: they may be shared with another practice. */
async function checkUnchanged(
  client: pg.Client,
  moved: readonly MovedTable[],
  copiedAfter: string | null,
): Promise<void> {
  for (const { name, where } of moved.filter(({ isOfAccounts }) => !isOfAccounts)) {
    const { rows } = await client.query(rowSince(name, where), [copiedAfter]);
    if (rows.length === 0) continue;
    throw new BackupError(
      `A row of ${name} has changed since the copy. Nothing was deleted. See ‘If it fails’ in docs/operating/move-a-practice.md.`,
    );
  }
}

/** A row of which a transaction after $1 wrote the current version. */
const rowSince = (table: string, where: string): string =>
  `select from ${tableNamed(table)} t where ${where} and age(t.xmin) < age($1::xid8::xid) limit 1`;

const deletion = (table: string, where: string): string =>
  `delete from ${tableNamed(table)} t where ${where}`;

async function keepForwarding(client: pg.Client, practiceId: number, movedTo: string): Promise<void> {
  await client.query(
    `update practice_moves set moved_at = now(), moved_to = $2, closed_at = null, jobs = '[]', secret_hashes = array(
       select k.key_hash from api_keys k
       where k.tenant_id = $1 and k.kind = 'integration' and k.revoked_at is null
       union all
       select f.token_hash from calendar_feeds f where f.tenant_id = $1 and f.revoked_at is null)
     where tenant_id = $1`,
    [practiceId, movedTo],
  );
  await client.query(
    `update tenants set contact_name = null, email = null, phone = null, address = null, vat_number = null,
            subscription_customer = null, subscription_reference = null
     where id = $1`,
    [practiceId],
  );
  await client.query(
    `insert into file_removals (tenant_id, storage_key, storage, due_at)
     select f.tenant_id, f.storage_key, f.storage, now() from files f
     where f.tenant_id = $1 and f.storage <> 'database' on conflict do nothing`,
    [practiceId],
  );
  await client.query('update file_removals set due_at = least(due_at, now()) where tenant_id = $1', [
    practiceId,
  ]);
}

async function deleteRows(client: pg.Client, practiceId: number): Promise<number> {
  await client.query(
    `create temporary table leaving_accounts on commit drop as
     select a.id from accounts a
     where not a.is_superadmin and a.id in (select u.account_id from users u where u.tenant_id = $1)
       and not exists (select from users u where u.account_id = a.id and u.tenant_id <> $1)`,
    [practiceId],
  );
  let deleted = 0;
  const remove = async (table: string, condition: string, values: unknown[] = []): Promise<void> => {
    const { rowCount } = await client.query(deletion(table, condition), values);
    deleted += rowCount ?? 0;
  };
  for (const table of await readPracticeTables(client)) {
    if (!changingTables.has(table)) await remove(table, 't.tenant_id = $1', [practiceId]);
  }
  // The log of the installation keeps its lines.
  await client.query(
    'update security_events set account_id = null where account_id in (select l.id from pg_temp.leaving_accounts l)',
  );
  const leaving = 'in (select l.id from pg_temp.leaving_accounts l)';
  for (const { name, columns } of await readKeptTables(client)) {
    const isOfAccounts = columns.includes('account_id') && !columns.includes('tenant_id');
    if (isOfAccounts && name !== 'security_events') await remove(name, `t.account_id ${leaving}`);
  }
  await remove('accounts', `t.id ${leaving}`);
  return deleted;
}
