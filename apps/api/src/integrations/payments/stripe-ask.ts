import type { Stripe } from 'stripe';
import { AppError } from '../../lib/app-error.ts';
import { PaymentsUnavailable } from '../../lib/ports/payments.ts';

/** Sends a request to Stripe. @throws PaymentsUnavailable */
export type AskStripe = <Answer>(question: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;

interface Failure {
  statusCode?: number;
  code?: string;
  type?: string;
  /** The parameter that the error is about. */
  param?: string;
  /** The network's error code. */
  detail?: { code?: string; cause?: { code?: string } };
}

export const statusOf = (error: unknown): number | undefined => ((error ?? {}) as Failure).statusCode;

export const codeOf = (error: unknown): string | undefined => ((error ?? {}) as Failure).code;

/** @returns null for an id unknown to Stripe */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    // A list of what belongs to an unknown id is answered 400.
    if (statusOf(error) === 404 || codeOf(error) === 'resource_missing') return null;
    throw error;
  }
}

/** Errors that the same request always gets. */
const finalStatuses = new Set([400, 402, 404]);
/** Refusals of requests that were not executed, and will not be until the account, the key or the request changes. */
const refusingStatuses = new Set([...finalStatuses, 401, 403]);
/** The request was never received. */
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** A missing permission may be granted later. */
const passingCodes = new Set(['balance_insufficient', 'insufficient_funds', 'lock_timeout', 'rate_limit']);

const disputed = 'the cardholder has disputed the payment';
/** The message to the practice about refusals that it can resolve; others have Stripe's code. */
const reasons: Readonly<Record<string, string>> = {
  charge_already_refunded: 'the payment has already been refunded',
  charge_disputed: disputed,
  refund_disputed_payment: disputed,
  amount_too_small: 'the amount is smaller than a card can be charged',
};

/** The failure for the log and the practice: Stripe's own message and the request could repeat names. */
export function failureOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { statusCode, code, type, param, detail } = (error ?? {}) as Failure;
  if (!type?.startsWith('Stripe')) return error;
  if (statusCode) {
    const passes = passingCodes.has(code ?? '');
    const reason = reasons[code ?? ''] ?? code ?? type;
    return new PaymentsUnavailable(`Stripe refused: ${reason} (HTTP ${statusCode})`, {
      isFinal: !passes && finalStatuses.has(statusCode),
      fate: !passes && refusingStatuses.has(statusCode) ? 'refused' : 'unknown',
      lacksCustomer: code === 'resource_missing' && param === 'customer',
      concernsPayment: statusCode === 402 || (code ?? '') in reasons,
      providerCode: code ?? `HTTP_${statusCode}`,
    });
  }
  const said = detail?.cause?.code ?? detail?.code;
  return new PaymentsUnavailable(`Stripe did not respond: ${said ?? 'the connection failed'}`, {
    fate: unsentCodes.has(said ?? '') ? 'unsent' : 'unknown',
    providerCode: said ?? 'TIMEOUT',
  });
}
