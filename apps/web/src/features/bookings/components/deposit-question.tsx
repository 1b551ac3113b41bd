import type { Formats } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { RadioGroup, type RadioOption } from '../../../ui/radio-group.tsx';
import type { DepositAnswer, DepositOutcome } from '../use-cancel-answers.ts';

const toCard = 'Refunded to the card within a few working days';

/** What the terms keep, with a waiver; or if they keep nothing, the refund, with the deposit kept instead. */
function optionsFor(
  { kept, refund }: DepositOutcome,
  held: string,
  money: Formats['money'],
): readonly RadioOption<DepositAnswer>[] {
  if (Number(kept) === 0) {
    return [
      { value: 'terms', label: `Refund ${money(held)}`, hint: toCard },
      { value: 'keep', label: 'Keep the deposit', hint: 'More than this appointment’s terms allow' },
    ];
  }
  return [
    {
      value: 'terms',
      label: `Keep ${money(kept)}`,
      hint: `Under the appointment’s terms. ${Number(refund) > 0 ? `${money(refund)} is refunded to the card.` : 'Nothing is refunded.'}`,
    },
    { value: 'refund', label: `Waive it: refund ${money(held)}`, hint: toCard },
  ];
}

/** Asks what happens to a deposit that was paid by card: as the terms say, or otherwise. */
export function DepositQuestion({
  held,
  terms,
  value,
  onValueChange,
}: {
  /** What of the deposit can be refunded, a decimal string. */
  held: string;
  /** What the terms do. */
  terms: DepositOutcome;
  value: DepositAnswer;
  onValueChange: (value: DepositAnswer) => void;
}) {
  const { money } = useFormats();
  return (
    <RadioGroup
      legend={`The client has paid a deposit of ${money(held)} by card.`}
      value={value}
      onValueChange={onValueChange}
      options={optionsFor(terms, held, money)}
    />
  );
}
