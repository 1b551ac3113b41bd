import type pg from 'pg';
import { valueParsers } from '../../db/value-parsers.ts';
import { freedKey } from './repository.ts';

/** Why a message that may have been sent between a backup and its restore is not sent again, for the practice. */
export const mayHaveBeenSent = 'This may have been sent before a backup was restored.';

/** SQL for when a backup was restored; null if none was. */
export const restoredAt = "(select m.at from work_marks m where m.name = 'restored')";

/** The messages of a practice that a restore has failed. */
export interface PossiblySent {
  practice_id: number;
  practice_name: string;
  messages: number;
}

// As of any release that made backups.
const failDue = `
  with failed as (
    update comms set status = 'failed', last_error = $2, locked_until = null, dedupe_key = ${freedKey}, updated_at = $1
    where status = 'pending' and kind is not null and due_at <= $1 returning tenant_id)
  select t.id as practice_id, t.tenant_name as practice_name, count(*)::integer as messages
  from failed f join tenants t on t.id = f.tenant_id
  group by t.id, t.tenant_name order by t.id`;

const markRestored = `
  insert into work_marks (name, at) values ('restored', $1) on conflict (name) do update set at = excluded.at`;

/**
 * Keeps a restored installation from sending again what was sent since the backup. Messages that were due fail, so that each
 * practice decides which to resend; reminders and recalls of the time before `now` will fail in the same way.
 * @param client connection of the schema's owner, in the transaction that restores
 * @returns the practices with such messages
 */
export async function failPossiblySent(client: pg.Client, now: Date): Promise<PossiblySent[]> {
  await client.query(markRestored, [now]);
  const query = { text: failDue, values: [now, mayHaveBeenSent], types: valueParsers };
  return (await client.query<PossiblySent>(query)).rows;
}
