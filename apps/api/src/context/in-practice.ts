import type { ActionName } from '@burrow/contracts/actions';
import { withRetries } from '../db/retries.ts';
import { setPractice } from '../db/set-practice.ts';
import { statement } from '../db/statement.ts';
import type { TenantTransaction } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import type { Actor } from '../lib/session.ts';
import type { Dependencies, WorkContext } from './context.ts';

type PracticeOfWork = Pick<Actor, 'timeZone' | 'locale' | 'currency'>;

const practiceOfWork = statement<PracticeOfWork & { isClosed: boolean }>(
  'practice_of_work',
  `select t.time_zone as "timeZone", t.locale, t.currency,
          exists (select from practice_moves m where m.tenant_id = t.id and m.closed_at is not null) as "isClosed"
   from tenants t where t.id = $1`,
);

interface Work {
  tenantId: number;
  /** The action that has the same effect: live updates name it, and clients refetch what it invalidates. */
  action: ActionName;
  /** The pet owner on whose behalf it runs. */
  clientId?: number | null;
  /** Identifies the work in the log and in the audit log. */
  requestId: string;
}

/**
 * Runs `work` in a transaction in a practice, without a signed-in caller: a job, a webhook, a message. It may be
 * retried after a lost race, so it must have no effect outside. Works in a suspended practice too: what was paid
 * there must still be settled. Not in one that is being moved: its copy would lack the change.
 * @throws AppError `not_found` for an unknown practice, `practice_moving`
 */
export const inPractice = <T>(
  deps: Dependencies,
  { tenantId, action, clientId = null, requestId }: Work,
  work: (ctx: WorkContext) => Promise<T>,
): Promise<T> =>
  withRetries(deps.database, () =>
    deps.database.transaction(false, async (tx) => {
      const practice = await openPractice(tx, tenantId);
      return work({
        requestId,
        action,
        tenantId,
        tx,
        deps,
        now: deps.clock.now(),
        log: deps.log.child({ request_id: requestId }),
        session: { userId: null, clientId, name: null, ...practice },
        auditDetails: () => undefined,
      });
    }),
  );

async function openPractice(tx: TenantTransaction, tenantId: number): Promise<PracticeOfWork> {
  const [, practice] = await Promise.all([
    tx.rows(setPractice, [tenantId]),
    tx.row(practiceOfWork, [tenantId]),
  ]);
  if (!practice) throw new AppError('not_found');
  const { isClosed, ...opened } = practice;
  if (isClosed) throw new AppError('practice_moving');
  return opened;
}
