import { useFormats } from '../../../lib/practice.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { CancelAnswers } from '../use-cancel-answers.ts';
import { TellClient } from './tell-client.tsx';

/** What has to be known before an appointment is cancelled: what becomes of the deposit, and whether to write of it. */
export function CancelQuestions({
  deposit,
  answers,
}: {
  /** What would go back to the client's card, a decimal string; null when nothing would. */
  deposit: string | null;
  answers: CancelAnswers;
}) {
  const { money } = useFormats();
  return (
    <div className="mt-2 flex flex-col gap-4">
      {deposit === null ? null : (
        <RadioGroup
          legend={`The client has paid a deposit of ${money(deposit)} by card.`}
          value={answers.deposit}
          onValueChange={answers.setDeposit}
          options={[
            {
              value: 'refund',
              label: `Refund ${money(deposit)}`,
              hint: 'Refunded to the card within a few working days',
            },
            { value: 'keep', label: 'Keep the deposit', hint: 'The client gets no refund' },
          ]}
        />
      )}
      <TellClient checked={answers.tells} onChange={(event) => answers.setTells(event.target.checked)} />
    </div>
  );
}
