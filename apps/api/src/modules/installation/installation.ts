import type { OutputOf } from '@burrow/contracts/actions';
import { providerNames } from '@burrow/contracts/installation';
import type { Dependencies, OutsideContext } from '../../context/context.ts';
import { version } from '../../lib/version.ts';
import { readBackups } from './backup-read-model.ts';
import { databaseFindings, messageOf } from './database-findings.ts';
import type { Finding } from './finding.ts';
import { readDatabaseFacts, readFailedWork, readProviderCalls } from './installation-read-model.ts';
import { readDisks, temporaryFolderFinding, webFinding } from './place-findings.ts';
import { providerFindings, providerSettings } from './provider-findings.ts';
import { readFigures, type InstallationFigures } from './read-model.ts';
import { standingFindings } from './standing-findings.ts';

type Installation = OutputOf<'superadmin/installation'>;

/** The timeout of each part; afterwards it is reported as unknown. */
const limitMs = 5000;
/** The last ones, enough of them to see a pattern. */
const shownBackups = 7;

/**
 * Reads the state of the installation, as far as it is available within five seconds. A part that cannot be read is
 * null, is a finding, and is logged. Holds at most two of the connections for sign-ins and limits.
 */
export async function describeInstallation({
  deps,
  session,
  now,
  log,
}: OutsideContext): Promise<Installation> {
  const { control } = deps.database;
  const unread: Finding[] = [];
  const deadline = AbortSignal.timeout(limitMs);
  const part = async <T>(what: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await before(deadline, read);
    } catch (error) {
      log.warn({ err: error, part: what }, 'part of the installation status could not be read');
      unread.push({ what, state: 'wrong', said: `couldn’t be read: ${messageOf(error)}` });
      return null;
    }
  };
  const work = async () => ({
    figures: await part('work', () => readFigures(control, now)),
    failed: await part('failed work', () => readFailedWork(control, session.keyHash, now)),
  });
  const rest = async () => ({
    found: await part('checks', () => databaseFindings(deps.database)),
    facts: await part('database', () => readDatabaseFacts(control, () => deps.clock.now())),
    backups: await part('backups', () => readBackups(control, shownBackups)),
    calls: await part('providers', async () => {
      await deps.providerRecord.flush();
      return readProviderCalls(control, now);
    }),
  });
  const [{ figures, failed }, { found, facts, backups, calls }, server, places] = await Promise.all([
    work(),
    rest(),
    describeServer(deps),
    part('temporary folder', temporaryFolderFinding),
  ]);
  const settings = providerSettings(deps.env);
  const unknownCalls = { last_worked_at: null, last_failed_at: null, last_failure: null, failed_last_day: 0 };
  const known = {
    providers: providerNames.map((provider) => ({
      provider,
      ...settings[provider],
      calls: calls && (calls.get(provider) ?? unknownCalls),
    })),
    work: figures && workOf(figures),
    database: facts,
    backups,
    server,
  };
  const findings = [
    ...unread,
    ...(found ?? []),
    ...standingFindings(known, now),
    ...(places ? [places] : []),
    webFinding(deps.env),
    ...providerFindings(deps.env),
  ];
  return {
    read_at: now.toISOString(),
    findings: findings.map(({ todo = null, ...finding }) => ({ ...finding, todo })).toSorted(byWeight),
    ...known,
    failed,
  };
}

const weights = { wrong: 0, note: 1, ok: 2 };
const byWeight = (one: Pick<Finding, 'state'>, other: Pick<Finding, 'state'>): number =>
  weights[one.state] - weights[other.state];

/** @throws Error when it takes longer than the caller can wait */
async function before<T>(deadline: AbortSignal, read: () => Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>();
  const onOver = (): void => over.reject(new Error('no response within five seconds'));
  if (deadline.aborted) onOver();
  deadline.addEventListener('abort', onOver);
  try {
    return await Promise.race([over.promise, deadline.aborted ? over.promise : read()]);
  } finally {
    deadline.removeEventListener('abort', onOver);
  }
}

async function describeServer({ env, clock }: Dependencies): Promise<Installation['server']> {
  // A missing folder is reported by its own check or by the provider's calls.
  const disks = await readDisks(env);
  return {
    version,
    build: env.BURROW_TAG ?? version,
    node: process.version,
    started_at: new Date(clock.now().getTime() - process.uptime() * 1000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    disks: disks.map(({ what, freeBytes, totalBytes }) => ({
      what,
      free_bytes: freeBytes,
      total_bytes: totalBytes,
    })),
  };
}

/** The figures for the page: whole seconds, and lists in a fixed order. */
const workOf = (figures: InstallationFigures): NonNullable<Installation['work']> => ({
  queues: [...figures.queues].map(([name, { waiting, due, active, failed }]) => ({
    name,
    waiting,
    due: { count: due.count, oldest_seconds: Math.round(due.oldestSeconds) },
    active,
    failed,
  })),
  messages: [...figures.messages].map(([channel, { due, failedLastDay }]) => ({
    channel,
    due: { count: due.count, oldest_seconds: Math.round(due.oldestSeconds) },
    failed_last_day: failedLastDay,
  })),
  refunds: {
    pending: figures.refunds.get('pending') ?? 0,
    failed: figures.refunds.get('failed') ?? 0,
    unknown: figures.refunds.get('unknown') ?? 0,
  },
  deposits: figures.deposits,
  done: [...figures.lastDone].map(([work, at]) => ({ work, at: new Date(at).toISOString() })),
});
