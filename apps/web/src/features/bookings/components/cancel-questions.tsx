import type { CancelAnswers } from '../use-cancel-answers.ts';
import { DepositQuestion } from './deposit-question.tsx';
import { TellClient } from './tell-client.tsx';

/** Asks, before an appointment is cancelled, whether to refund the deposit and whether to notify the client. */
export function CancelQuestions({
  deposit,
  answers,
}: {
  /** The refundable amount, a decimal string; null for none. */
  deposit: string | null;
  answers: CancelAnswers;
}) {
  return (
    <div className="mt-2 flex flex-col gap-4">
      {deposit === null ? null : (
        <DepositQuestion deposit={deposit} value={answers.deposit} onValueChange={answers.setDeposit} />
      )}
      <TellClient checked={answers.tells} onChange={(event) => answers.setTells(event.target.checked)} />
    </div>
  );
}
