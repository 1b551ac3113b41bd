import { AppError } from '../../lib/app-error.ts';
import { recordRefusal, type TraceContext } from '../security-log/public.ts';

/** What is known of a sign-in at a provider. */
export interface SsoAttempt {
  /** The provider's practice; null for the installation's provider, and before it is known. */
  practiceId: number | null;
  /** Null for an account that is unknown, or not of the practice: its audit log must not tell which emails have one. */
  accountId: number | null;
  /** The email that the provider claims. */
  email?: string | null;
}

/** Refusals that leave a trace. The others are mistakes in settings, or the person's own choice. */
const recorded: ReadonlySet<string> = new Set([
  'sso_expired',
  'sso_failed',
  'sso_unavailable',
  'sso_email_unverified',
  'sso_connect_first',
  'sso_not_invited',
  'sso_no_group',
  'sso_not_confirmed',
  'identity_taken',
]);

/** Runs a step of a sign-in, and records its refusal in the logs. */
export async function recordingRefusal<T>(
  ctx: TraceContext,
  attempt: SsoAttempt,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof AppError && recorded.has(error.code)) {
      const { practiceId, accountId, email } = attempt;
      recordRefusal(ctx, {
        event: 'sso_failed',
        reason: error.code,
        accountId,
        ...(email && { identity: email }),
        ...(practiceId !== null && { practiceId }),
      });
    }
    throw error;
  }
}
