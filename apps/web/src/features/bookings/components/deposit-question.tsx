import { useFormats } from '../../../lib/practice.ts';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { DepositAnswer } from '../use-cancel-answers.ts';

/** Asks whether a deposit that was paid by card is refunded or kept. */
export function DepositQuestion({
  deposit,
  value,
  onValueChange,
}: {
  /** A decimal string. */
  deposit: string;
  value: DepositAnswer;
  onValueChange: (value: DepositAnswer) => void;
}) {
  const { money } = useFormats();
  return (
    <RadioGroup
      legend={`The client has paid a deposit of ${money(deposit)} by card.`}
      value={value}
      onValueChange={onValueChange}
      options={[
        {
          value: 'refund',
          label: `Refund ${money(deposit)}`,
          hint: 'Refunded to the card within a few working days',
        },
        { value: 'keep', label: 'Keep the deposit', hint: 'The client gets no refund' },
      ]}
    />
  );
}
