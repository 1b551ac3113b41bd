import type { Stripe } from 'stripe';
import { AppError } from '../../lib/app-error.ts';
import { PaymentsUnavailable } from './payments.ts';

/** Asks Stripe for something. @throws PaymentsUnavailable */
export type AskStripe = <Answer>(question: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>;

interface Failure {
  statusCode?: number;
  code?: string;
  type?: string;
  /** What the network said. */
  detail?: { code?: string; cause?: { code?: string } };
}

export const statusOf = (error: unknown): number | undefined => ((error ?? {}) as Failure).statusCode;

export const codeOf = (error: unknown): string | undefined => ((error ?? {}) as Failure).code;

/** @returns null for what Stripe does not know */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** Answers that the same request gets for ever. */
const finalStatuses = new Set([400, 402, 404]);
/** What the account lacks today it may have tomorrow. */
const passingCodes = new Set(['balance_insufficient', 'insufficient_funds', 'lock_timeout', 'rate_limit']);

/** What the practice is told of refusals that it can do something about; others have Stripe's code. */
const reasons: Readonly<Record<string, string>> = {
  charge_already_refunded: 'the payment has been given back already',
  charge_disputed: 'the cardholder has disputed the payment',
  amount_too_small: 'the amount is smaller than a card can be charged',
};

/** What failed, for the log and the practice: Stripe's own words and the request could repeat names. */
export function failureOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { statusCode, code, type, detail } = (error ?? {}) as Failure;
  if (!type?.startsWith('Stripe')) return error;
  if (statusCode) {
    const isFinal = finalStatuses.has(statusCode) && !passingCodes.has(code ?? '');
    const reason = reasons[code ?? ''] ?? code ?? type;
    return new PaymentsUnavailable(`Stripe refused: ${reason} (HTTP ${statusCode})`, { isFinal });
  }
  return new PaymentsUnavailable(
    `Stripe did not answer: ${detail?.cause?.code ?? detail?.code ?? 'the connection failed'}`,
  );
}
