import type { ActionName } from '@burrow/contracts/actions';
import { withRetries } from '../db/retries.ts';
import { setPractice } from '../db/set-practice.ts';
import { statement } from '../db/statement.ts';
import type { TenantTransaction } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';
import type { Actor } from '../lib/session.ts';
import type { Dependencies, WorkContext } from './context.ts';

const practiceOfWork = statement<Pick<Actor, 'timeZone' | 'locale' | 'currency'>>(
  'practice_of_work',
  'select t.time_zone as "timeZone", t.locale, t.currency from tenants t where t.id = $1',
);

interface Work {
  tenantId: number;
  /** The action whose effect the work has: live updates name it, and what it invalidates is read again. */
  action: ActionName;
  /** The pet owner in whose name it happens. */
  clientId?: number | null;
  /** Names the work in the log and in the audit log. */
  requestId: string;
}

/**
 * Runs `work` in a transaction in a practice, on behalf of nobody who is signed in: a job, a webhook, a message. It may
 * be done again when it lost a race, so it must do nothing outside. Works in a suspended practice too: what was paid
 * there must still be settled.
 * @throws AppError `not_found` for a practice that is not there
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

async function openPractice(
  tx: TenantTransaction,
  tenantId: number,
): Promise<Pick<Actor, 'timeZone' | 'locale' | 'currency'>> {
  const [, practice] = await Promise.all([
    tx.rows(setPractice, [tenantId]),
    tx.row(practiceOfWork, [tenantId]),
  ]);
  if (!practice) throw new AppError('not_found');
  return practice;
}
