import type { DepositAnswer } from '@burrow/contracts/booking';
import type { CancelPreview } from '@burrow/contracts/booking-terms';
import { useState } from 'react';
import type { InputOf } from '../../lib/api.ts';

export type { DepositAnswer };

/** Who cancels; null until it is said where that decides about the deposit. */
export type Canceller = 'client' | 'practice' | null;

/** What a cancellation leaves of a deposit, as the desk chose. */
export interface DepositOutcome {
  kept: string;
  refund: string;
}

/** What the terms do, or all of it to one side. */
export function outcomeOf(
  terms: DepositOutcome,
  { deposit_held: held }: Pick<CancelPreview, 'deposit_held'>,
  answer: DepositAnswer,
): DepositOutcome {
  if (answer === 'refund') return { kept: '0.00', refund: held };
  return answer === 'keep' ? { kept: held, refund: '0.00' } : terms;
}

/** Whether the terms let the practice keep something if the client cancels now. */
export const keepsOfClient = (preview: CancelPreview): boolean => Number(preview.by_client.kept) > 0;

/** Who cancels unless the desk says otherwise: where no money depends on it, the question has an answer from the start. */
function usualCanceller(preview: CancelPreview | undefined): Canceller {
  if (preview === undefined || keepsOfClient(preview)) return null;
  return preview.asked_at ? 'client' : 'practice';
}

/** The answers when an appointment is cancelled, and `asInput()` for the command. */
export function useCancelAnswers(preview: CancelPreview | undefined) {
  const [said, setSaid] = useState<Canceller>(null);
  const [deposit, setDeposit] = useState<DepositAnswer>('terms');
  const [tells, setTells] = useState(true);
  const by = said ?? usualCanceller(preview);
  const outcome =
    preview === undefined || by === null
      ? null
      : outcomeOf(by === 'client' ? preview.by_client : preview.by_practice, preview, deposit);
  return {
    by,
    setBy: (next: Canceller) => {
      setSaid(next);
      setDeposit('terms');
    },
    deposit,
    setDeposit,
    tells,
    setTells,
    /** What happens to the deposit; null while unknown. */
    outcome,
    asInput: (): Pick<
      InputOf<'booking_status_update'>,
      'cancelled_by' | 'deposit' | 'expected_refund' | 'tell_client'
    > => ({
      cancelled_by: by ?? 'practice',
      deposit,
      ...(outcome === null ? {} : { expected_refund: outcome.refund }),
      tell_client: tells ? '1' : '0',
    }),
  };
}

export type CancelAnswers = ReturnType<typeof useCancelAnswers>;
