import { useState } from 'react';
import type { InputOf } from '../../lib/api.ts';

/** Whether to refund a deposit that was paid by card. */
export type DepositAnswer = 'refund' | 'keep';

/** The answers when an appointment is cancelled or a request rejected, and `asInput()`, which both commands accept. */
export function useCancelAnswers() {
  const [deposit, setDeposit] = useState<DepositAnswer>('refund');
  const [tells, setTells] = useState(true);
  return {
    deposit,
    setDeposit,
    tells,
    setTells,
    /** Resets the answers for the next dialog. */
    forget: () => {
      setDeposit('refund');
      setTells(true);
    },
    asInput: (): Pick<InputOf<'booking_status_update'>, 'deposit' | 'tell_client'> => ({
      deposit,
      tell_client: tells ? '1' : '0',
    }),
  };
}

export type CancelAnswers = ReturnType<typeof useCancelAnswers>;
