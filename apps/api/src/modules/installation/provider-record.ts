import type { ProviderName } from '@burrow/contracts/installation';
import type { Dependencies } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import type { Queryable } from '../../db/transaction.ts';
import { providerFailure } from '../../lib/ports/provider-failure.ts';
import type { ProviderRecord } from '../../lib/ports/provider-record.ts';

/** How long the results of calls are collected before they are written: one small write for many calls. */
const gatherMs = 5000;
const hourMs = 3_600_000;
/** For how many days they are kept. */
export const keptDays = 35;

/** The results of a provider's calls of one hour. */
interface Outcomes {
  provider: ProviderName;
  hour: Date;
  worked: number;
  failed: number;
  lastWorkedAt: Date | null;
  lastFailedAt: Date | null;
  lastFailure: string | null;
}

const addOutcomes = statement(
  'add_provider_outcomes',
  `insert into provider_outcomes as p (provider, hour, worked, failed, last_worked_at, last_failed_at, last_failure)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (provider, hour) do update
   set worked = p.worked + excluded.worked, failed = p.failed + excluded.failed,
       last_worked_at = greatest(p.last_worked_at, excluded.last_worked_at),
       last_failure = case when excluded.last_failed_at >= coalesce(p.last_failed_at, '-infinity')
                           then excluded.last_failure else p.last_failure end,
       last_failed_at = greatest(p.last_failed_at, excluded.last_failed_at)`,
);
const forgetOutcomes = statement(
  'forget_provider_outcomes',
  'delete from provider_outcomes p where p.hour < $1',
);

export function createProviderRecord({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): ProviderRecord {
  const gathered = new Map<string, Outcomes>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const written = [...gathered.values()];
    gathered.clear();
    for (const [index, outcomes] of written.entries()) {
      try {
        await database.control.rows(addOutcomes, valuesOf(outcomes));
      } catch (error) {
        log.warn({ err: error }, 'the results of provider calls could not be recorded yet');
        for (const unwritten of written.slice(index)) gather(gathered, unwritten);
        return;
      }
    }
  };
  let writing = Promise.resolve();
  const flush = (): Promise<void> => (writing = writing.then(write));
  const add = (provider: ProviderName, failure: string | null): void => {
    const now = clock.now();
    const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
    const isFailed = failure !== null;
    gather(gathered, {
      provider,
      hour,
      worked: isFailed ? 0 : 1,
      failed: isFailed ? 1 : 0,
      lastWorkedAt: isFailed ? null : now,
      lastFailedAt: isFailed ? now : null,
      lastFailure: failure,
    });
    if (!isClosed) timer ??= setTimeout(() => void flush(), gatherMs).unref();
  };
  return {
    note: async (provider, _call, work) => {
      try {
        const answer = await work();
        add(provider, null);
        return answer;
      } catch (error) {
        const failure = providerFailure(error);
        if (failure !== null) add(provider, failure);
        throw error;
      }
    },
    flush,
    close: () => {
      isClosed = true;
      return flush();
    },
  };
}

/** Adds to the collected results of the same hour. */
function gather(gathered: Map<string, Outcomes>, added: Outcomes): void {
  const key = `${added.provider} ${added.hour.getTime()}`;
  const known = gathered.get(key);
  if (!known) {
    gathered.set(key, added);
    return;
  }
  const isLater = (added.lastFailedAt?.getTime() ?? -1) >= (known.lastFailedAt?.getTime() ?? -1);
  gathered.set(key, {
    ...known,
    worked: known.worked + added.worked,
    failed: known.failed + added.failed,
    lastWorkedAt: later(known.lastWorkedAt, added.lastWorkedAt),
    lastFailedAt: later(known.lastFailedAt, added.lastFailedAt),
    lastFailure: (isLater ? added.lastFailure : null) ?? known.lastFailure,
  });
}

const later = (one: Date | null, other: Date | null): Date | null =>
  (one?.getTime() ?? -1) > (other?.getTime() ?? -1) ? one : other;

const valuesOf = (outcomes: Outcomes): unknown[] => [
  outcomes.provider,
  outcomes.hour,
  outcomes.worked,
  outcomes.failed,
  outcomes.lastWorkedAt,
  outcomes.lastFailedAt,
  outcomes.lastFailure,
];

/** Deletes results that are too old to be shown. */
export async function forgetOldOutcomes(control: Queryable, now: Date): Promise<void> {
  await control.rows(forgetOutcomes, [new Date(now.getTime() - keptDays * 24 * hourMs)]);
}
