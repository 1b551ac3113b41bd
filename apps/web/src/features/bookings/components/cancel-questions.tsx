import type { CancelPreview } from '@burrow/contracts/booking-terms';
import { useFormats } from '../../../lib/practice.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { CancelAnswers } from '../use-cancel-answers.ts';
import { DepositQuestion } from './deposit-question.tsx';
import { TellClient } from './tell-client.tsx';

/** What happens to the deposit: all of it goes back if the practice cancels, and the terms apply if the client does. */
function Deposit({ preview, answers }: { preview: CancelPreview; answers: CancelAnswers }) {
  const { money } = useFormats();
  const { deposit_held: held, by_client: terms } = preview;
  if (Number(held) === 0 || answers.by === null) return null;
  if (answers.by === 'practice') {
    return <p>The deposit of {money(held)} is refunded to the card within a few working days.</p>;
  }
  return (
    <DepositQuestion held={held} terms={terms} value={answers.deposit} onValueChange={answers.setDeposit} />
  );
}

/** Asks, before an appointment is cancelled, who cancels, what happens to the deposit, and whether to notify the client. */
export function CancelQuestions({ preview, answers }: { preview: CancelPreview; answers: CancelAnswers }) {
  const { nearMoment } = useFormats();
  const { free_until: until, is_free: isFree, deposit_held: held } = preview;
  const limit =
    until === null || Number(held) === 0
      ? undefined
      : `Free of charge until ${nearMoment(until)}${isFree ? '' : ' (now late)'}`;
  return (
    <div className="mt-2 flex flex-col gap-4">
      <RadioGroup
        legend="Who is cancelling?"
        value={answers.by}
        onValueChange={answers.setBy}
        options={[
          { value: 'practice', label: 'The practice' },
          { value: 'client', label: 'The client', hint: limit },
        ]}
      />
      <div aria-live="polite" className="empty:hidden">
        <Deposit preview={preview} answers={answers} />
      </div>
      <TellClient checked={answers.tells} onChange={(event) => answers.setTells(event.target.checked)} />
    </div>
  );
}
