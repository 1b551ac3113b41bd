import type { JobResult } from 'pg-boss';
import type { Dependencies } from '../context/context.ts';
import { forgetExpiredKeys } from '../db/idempotency-keys.ts';
import { queueNames, type QueueName, type QueuePayloads } from '../db/job-schema.ts';
import { AppError } from '../lib/app-error.ts';
import { forgetOldKeys } from '../modules/api-key/public.ts';
import { backUpWhenDue } from '../modules/backup/public.ts';
import { lapseChange } from '../modules/booking-change/public.ts';
import { checkDeposit } from '../modules/deposit/public.ts';
import { forgetExpiredSupplies } from '../modules/entry/public.ts';
import { removeForgottenFiles } from '../modules/file/public.ts';
import { forgetExpiredImports, workOnImport } from '../modules/import/public.ts';
import { planReminders } from '../modules/message/public.ts';
import { forgetOldNotifications } from '../modules/notification/public.ts';
import { giveUpRefund, settleRefund } from '../modules/payment/public.ts';
import { forgetExpiredCodes } from '../modules/portal-access/public.ts';
import { planRecalls } from '../modules/recall/public.ts';
import { syncSubscription } from '../modules/subscription/public.ts';
import { forgetOldOutcomes } from '../modules/installation/public.ts';
import { forgetOldSignIns } from '../modules/security-log/public.ts';
import { mailAccountEvent } from '../modules/session/public.ts';
import { mailPasswordLink } from '../modules/team/public.ts';
import { fillGaps, planGaps } from '../modules/waitlist/public.ts';
import { clearDeliveries } from '../modules/webhook-out/public.ts';

/** A claimed job. */
export interface TakenJob {
  id: string;
  name: string;
  data: object | null;
}

type Handler<Name extends QueueName> = (
  deps: Dependencies,
  payload: QueuePayloads[Name],
  /** Identifies the work in the log. */
  requestId: string,
) => Promise<unknown>;

/** The handlers of jobs, by the name of their queue. Each is idempotent. */
const jobHandlers: { [Name in QueueName]: Handler<Name> } = {
  refund: settleRefund,
  refund_given_up: (deps, payload) => giveUpRefund(deps, payload),
  deposit_check: checkDeposit,
  booking_change_lapse: lapseChange,
  subscription_check: (deps, { tenantId }) => syncSubscription(deps, tenantId),
  import: workOnImport,
  password_mail: mailPasswordLink,
  account_mail: mailAccountEvent,
  fill_gaps: fillGaps,
  plan_reminders: planReminders,
  plan_gaps: planGaps,
  plan_recalls: planRecalls,
  clear_up: async (deps) => {
    await removeForgottenFiles(deps);
    await forgetExpiredImports(deps);
    await forgetExpiredKeys(deps.database.control, deps.clock.now());
    await forgetOldKeys(deps);
    await forgetOldSignIns(deps);
    await forgetOldOutcomes(deps.database.control, deps.clock.now());
    await clearDeliveries(deps);
    await forgetExpiredSupplies(deps);
    await forgetExpiredCodes(deps);
    await forgetOldNotifications(deps);
  },
  back_up: backUpWhenDue,
};

/**
 * Runs a job. Never rejects: errors are logged, and the queue decides whether to retry. The queue stores only the
 * kind of an error, because its message may contain personal data.
 */
export async function doJob(deps: Dependencies, { id, name, data }: TakenJob): Promise<JobResult> {
  const work = (): Promise<unknown> => handlerOf(name)(deps, data, id);
  try {
    await (deps.tracing ? deps.tracing.job({ name: `job ${name}` }, causeOf(data), work) : work());
    return { id, status: 'completed' };
  } catch (error) {
    deps.log.warn({ err: error, job: name, jobId: id, payload: data }, 'a job failed');
    return { id, status: 'failed', output: { failed: kindOf(error) } };
  }
}

function handlerOf(
  name: string,
): (deps: Dependencies, payload: object | null, id: string) => Promise<unknown> {
  const known = queueNames.find((queue) => queue === name);
  if (!known) throw new Error(`There is no such job: ${name}.`);
  return jobHandlers[known] as (deps: Dependencies, payload: object | null, id: string) => Promise<unknown>;
}

/** The request that enqueued the job, if it was traced. */
function causeOf(data: object | null): string | undefined {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown };
  return typeof traceparent === 'string' ? traceparent : undefined;
}

function kindOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}
