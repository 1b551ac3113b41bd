import { messageChannels, type MessageChannel } from '@burrow/contracts/message-text';
import { codesOfInstallation } from '../../db/attempt-count.ts';
import { jobSchema, queueNames, type QueueName } from '../../db/job-schema.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { markedWork, type MarkedWork } from '../../db/job-heartbeats.ts';

export interface Waiting {
  count: number;
  /** For how many seconds the oldest has been due; 0 for none. */
  oldestSeconds: number;
}

export interface QueueFigures {
  /** Jobs that have not begun, including those scheduled for later. */
  waiting: number;
  /** Of these, the ones due now. */
  due: Waiting;
  active: number;
  /** Failed in the last seven days, and not deleted yet. */
  failed: number;
}

const refundStates = ['pending', 'failed', 'unknown'] as const;
export type RefundState = (typeof refundStates)[number];

/** The state of the installation, over all practices: how many and since when, never whose. */
export interface InstallationFigures {
  queues: ReadonlyMap<QueueName, QueueFigures>;
  messages: ReadonlyMap<MessageChannel, { due: Waiting; failedLastDay: number }>;
  deposits: { open: number; overdue: number };
  /** Messages by status; a failed one stays so until it is resent. */
  refunds: ReadonlyMap<RefundState, number>;
  oldestPendingRefundSeconds: number;
  refundsFailedLastDay: number;
  /** Events that could be sent now to working endpoints. */
  webhooksDue: Waiting;
  /** Endpoints whose last attempt failed. */
  webhooksFailing: number;
  /** Codes sent by all portals today. */
  portalCodesToday: number;
  /** The newest migration, such as 15; 0 without one. */
  migration: number;
  /** When scheduled work last succeeded, in milliseconds since 1970, by its name. */
  lastDone: ReadonlyMap<MarkedWork, number>;
  backups: BackupFigures;
}

export interface BackupFigures {
  /** When the last complete one began, in milliseconds since 1970, and its size; undefined without one. */
  lastDone: { at: number; bytes: number } | undefined;
  /** Whether the last finished backup failed; undefined if none has finished. */
  lastFailed: boolean | undefined;
  /** How long the current backup has been running; 0 if none is. */
  runningSeconds: number;
}

interface Figure {
  kind:
    | 'messages_due'
    | 'messages_failed'
    | 'deposits'
    | 'refunds'
    | 'refunds_failed'
    | 'webhooks_due'
    | 'webhooks_failing';
  part: string | null;
  amount: number;
  since: string | null;
}

const figures = statement<Figure>(
  'installation_figures',
  `select f.kind, f.part, f.amount, f.since from installation_figures($1) f
   union all
   select w.kind, w.part, w.amount, w.since from webhook_figures($1) w`,
);

// Waiting jobs are few and found by index. Completed ones are kept for a week, so the other counts are the queue's own,
// at most half a minute old.
const queueFigures = statement<{
  name: QueueName;
  waiting: number;
  due: number;
  oldest_seconds: number;
  active: number;
  failed: number;
}>(
  'queue_figures',
  `select q.name, w.waiting, w.due, coalesce(w.oldest_seconds, 0) as oldest_seconds, q.active_count as active,
          q.failed_count as failed
   from ${jobSchema}.queue q
   cross join lateral (
     select count(*) as waiting, count(*) filter (where j.start_after <= n.at) as due,
            extract(epoch from max(n.at - j.start_after) filter (where j.start_after <= n.at))::float8 as oldest_seconds
     from (select ${jobSchema}.job_now() as at) n
     join ${jobSchema}.job j on j.name = q.name and j.state < 'active' and not j.blocked) w
   where q.name = any($1)
   order by q.name`,
);

const progress = statement<{
  migration: string | null;
  marks: Partial<Record<MarkedWork, string>> | null;
  codes: number | null;
}>(
  'work_progress',
  `select (select max(m.name) from migrations m) as migration,
          (select jsonb_object_agg(w.name, w.at) from work_marks w) as marks,
          (select r.points from rate_limits r
           where r.key = '${codesOfInstallation}' and r.expire > extract(epoch from now()) * 1000) as codes`,
);

const backupFigures = statement<{
  at: string | null;
  bytes: number | null;
  failed: boolean | null;
  running_since: string | null;
}>(
  'backup_figures',
  `select d.started_at as at, d.bytes, f.state = 'failed' as failed, r.started_at as running_since
   from (values (1)) one
   left join (select b.state from backups b where b.state <> 'running' order by b.id desc limit 1) f on true
   left join (select b.started_at, b.bytes from backups b where b.state = 'done' order by b.id desc limit 1) d on true
   left join (select b.started_at from backups b where b.state = 'running' order by b.id desc limit 1) r on true`,
);

/**
 * Reads the state of the installation. Four statements, limited to work that is waiting, in progress or recently failed.
 * @throws AppError `unavailable`
 */
export async function readFigures(control: Queryable, now: Date): Promise<InstallationFigures> {
  // One after the other, so that they hold one of the few connections for sign-ins.
  const queues = await control.rows(queueFigures, [queueNames]);
  const counted = await control.rows(figures, [now]);
  const done = await control.row(progress);
  const backup = await control.row(backupFigures);
  const find = (kind: Figure['kind'], part: string | null = null): Figure | undefined =>
    counted.find((figure) => figure.kind === kind && figure.part === part);
  const amountOf = (...asked: Parameters<typeof find>): number => find(...asked)?.amount ?? 0;
  const secondsSince = (figure: Figure | undefined): number =>
    figure?.since ? Math.max(0, (now.getTime() - Date.parse(figure.since)) / 1000) : 0;
  return {
    queues: new Map(
      queues.map(({ name, waiting, due, oldest_seconds: oldestSeconds, active, failed }) => [
        name,
        { waiting, due: { count: due, oldestSeconds }, active, failed },
      ]),
    ),
    messages: new Map(
      messageChannels.map((channel) => {
        const due = find('messages_due', channel);
        return [
          channel,
          {
            due: { count: due?.amount ?? 0, oldestSeconds: secondsSince(due) },
            failedLastDay: amountOf('messages_failed', channel),
          },
        ];
      }),
    ),
    deposits: { open: amountOf('deposits', 'open'), overdue: amountOf('deposits', 'overdue') },
    refunds: new Map(refundStates.map((state) => [state, amountOf('refunds', state)])),
    oldestPendingRefundSeconds: secondsSince(find('refunds', 'pending')),
    refundsFailedLastDay: amountOf('refunds_failed'),
    webhooksDue: { count: amountOf('webhooks_due'), oldestSeconds: secondsSince(find('webhooks_due')) },
    webhooksFailing: amountOf('webhooks_failing'),
    portalCodesToday: done?.codes ?? 0,
    migration: Number.parseInt(done?.migration ?? '0', 10),
    lastDone: new Map(
      markedWork.flatMap((name) => {
        const at = done?.marks?.[name];
        return at === undefined ? [] : [[name, Date.parse(at)]];
      }),
    ),
    backups: {
      lastDone: backup?.at ? { at: Date.parse(backup.at), bytes: backup.bytes ?? 0 } : undefined,
      lastFailed: backup?.failed ?? undefined,
      runningSeconds: backup?.running_since
        ? Math.max(0, (now.getTime() - Date.parse(backup.running_since)) / 1000)
        : 0,
    },
  };
}
