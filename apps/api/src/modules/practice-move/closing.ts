import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { jobSchema, putJobs } from '../../db/job-schema.ts';
import { BackupError, withOwner } from '../backup/public.ts';
import { movedJobs, type MovedJob } from './move-manifest.ts';
import { setMovedPractice } from './moved-tables.ts';

/** The state of a practice that is being moved, or was. */
export interface MoveState {
  suspended_at: string | null;
  moved_to: string | null;
  receipt: string | null;
  copied_after: string | null;
  jobs: unknown;
}

/** Runs work in a transaction in a practice. */
export async function inMovedPractice<T>(
  client: pg.Client,
  practiceId: number,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  await setMovedPractice(client, practiceId);
  const done = await work();
  await client.query('commit');
  return done;
}

/** The practice's move; undefined if there is none. Locks it, as every step does. */
export async function moveOf(client: pg.Client, practiceId: number): Promise<MoveState | undefined> {
  const { rows } = await client.query<MoveState>(
    `select m.suspended_at::text, m.moved_to, m.receipt, m.copied_after::text, m.jobs
     from practice_moves m where m.tenant_id = $1 for update`,
    [practiceId],
  );
  return rows[0];
}

/** The move of a practice that has not moved yet. @throws BackupError */
export async function openMoveOf(client: pg.Client, practiceId: number): Promise<MoveState> {
  const found = await moveOf(client, practiceId);
  if (!found) throw new BackupError(`Practice ${practiceId} isn’t being moved. Run move-out first.`);
  if (found.moved_to !== null) {
    throw new BackupError(`Practice ${practiceId} has already moved to ${found.moved_to}.`);
  }
  return found;
}

interface ClosingOptions {
  practiceId: number;
  /** The role of the API's connections. */
  appRole: string;
  /** How long work under way may take. */
  patienceMs: number;
  say: (what: string) => void;
}

/**
 * Closes a practice, first to people and programs, then to background work, and waits for what was under way. Returns
 * once nothing can write in the practice any more. Repeats a step that was interrupted.
 * @throws BackupError for an unknown practice, one that has moved, or when work under way does not end
 */
export async function closePractice(client: pg.Client, options: ClosingOptions): Promise<void> {
  const { practiceId } = options;
  await inMovedPractice(client, practiceId, () => begin(client, practiceId));
  await waitUntil(options, workInWords, () =>
    inMovedPractice(client, practiceId, () => isEmpty(client, workUnderWay, practiceId)),
  );
  await inMovedPractice(client, practiceId, () =>
    client.query('update practice_moves set closed_at = coalesce(closed_at, now()) where tenant_id = $1', [
      practiceId,
    ]),
  );
  const begun = await openTransactions(client, options);
  await waitUntil(options, 'requests under way, such as exports', async () => {
    const open = new Set(await openTransactions(client, options));
    return !begun.some((one) => open.has(one));
  });
  // A job that began before the practice was closed can't record its outcome: it fails, and is pending again.
  await waitUntil(options, workInWords, () =>
    inMovedPractice(client, practiceId, async () => {
      await client.query(takePendingJobs, [practiceId]);
      return isEmpty(client, workLeft, practiceId);
    }),
  );
}

async function begin(client: pg.Client, practiceId: number): Promise<void> {
  const { rowCount } = await client.query('select from tenants t where t.id = $1 for update', [practiceId]);
  if (!rowCount) throw new BackupError(`There is no practice with the id ${practiceId} here.`);
  if (await moveOf(client, practiceId)) await openMoveOf(client, practiceId);
  await client.query(
    `insert into practice_moves (tenant_id, started_at, suspended_at)
     select t.id, now(), t.suspended_at from tenants t where t.id = $1 on conflict do nothing`,
    [practiceId],
  );
  await client.query('update tenants set suspended_at = coalesce(suspended_at, now()) where id = $1', [
    practiceId,
  ]);
}

const lookEveryMs = 250;

async function waitUntil(
  { patienceMs, say, practiceId }: ClosingOptions,
  what: string,
  isSo: () => Promise<boolean>,
): Promise<void> {
  if (await isSo()) return;
  say(`Waiting for ${what}.`);
  for (const until = performance.now() + patienceMs; performance.now() < until;) {
    await sleep(lookEveryMs);
    if (await isSo()) return;
  }
  throw new BackupError(
    `Practice ${practiceId} still has ${what}. Run move-out again in a few minutes, or move-cancel.`,
  );
}

const workInWords = 'messages, webhooks and jobs under way';

/** @param jobs SQL for which jobs `j` count */
const workOf = (jobs: string): string => `
  select from comms c where c.tenant_id = $1::bigint and c.status = 'pending' and c.locked_until > now()
  union all
  select from webhook_deliveries d where d.tenant_id = $1::bigint and d.claimed_until > now()
  union all
  select from ${jobSchema}.job j where ${jobs} and j.data ->> 'tenantId' = $1::bigint::text
  limit 1`;
const workUnderWay = workOf("j.state = 'active'");
const workLeft = workOf("j.state < 'completed'");

/** Whether nothing is being sent or worked on: what ends from now on would be missing from the copy, and repeated. */
const isEmpty = async (client: pg.Client, work: string, practiceId: number): Promise<boolean> =>
  (await client.query(work, [practiceId])).rows.length === 0;

/** The transactions of the API. Those that begin after the practice was closed see that it is. */
async function openTransactions(client: pg.Client, { appRole }: ClosingOptions): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select l.virtualtransaction as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'virtualxid' and l.granted and a.datname = current_database() and a.usename = $1`,
    [appRole],
  );
  return rows.map(({ name }) => name);
}

const takePendingJobs = `
  with taken as (
    delete from ${jobSchema}.job j where j.state < 'active' and j.data ->> 'tenantId' = $1::bigint::text
    returning j.id, j.name, j.data, j.priority, j.singleton_key, j.start_after)
  update practice_moves set copied_after = pg_current_xact_id(), jobs = jobs || coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', t.id, 'name', t.name, 'data', t.data, 'priority', t.priority, 'singletonKey', t.singleton_key,
      'startAfter', t.start_after)) order by t.start_after, t.id)
    from taken t), '[]')
  where tenant_id = $1::bigint`;

/** Puts a practice's jobs back into the queue. What is overdue is due now: the queue deletes jobs not begun in time. */
export async function putMovedJobs(client: pg.Client, jobs: readonly MovedJob[], now: Date): Promise<void> {
  const overdue = now.toISOString();
  await putJobs(
    client,
    jobs.map(({ startAfter, singletonKey, ...job }) => ({
      ...job,
      ...(singletonKey !== undefined && { singletonKey }),
      startAfter: Date.parse(startAfter) < now.getTime() ? overdue : startAfter,
    })),
  );
}

interface CancelOptions {
  ownerUrl: string;
  practiceId: number;
  now: Date;
}

/**
 * Opens a practice that was closed for a move, as it was before.
 * @throws BackupError when there is no move, or it is done
 */
export const cancelMove = ({ ownerUrl, practiceId, now }: CancelOptions): Promise<void> =>
  withOwner(ownerUrl, (client) =>
    inMovedPractice(client, practiceId, async () => {
      const { suspended_at, jobs } = await openMoveOf(client, practiceId);
      await client.query('delete from practice_moves where tenant_id = $1', [practiceId]);
      await client.query('update tenants set suspended_at = $2 where id = $1', [practiceId, suspended_at]);
      await putMovedJobs(client, movedJobs.parse(jobs), now);
    }),
  );
