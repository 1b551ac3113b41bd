import { Banknote, CreditCard, Landmark } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

const methods = [
  { name: 'Cash', Icon: Banknote },
  { name: 'Card', Icon: CreditCard },
  { name: 'BACs', Icon: Landmark },
] as const;

export type PaidType = (typeof methods)[number]['name'];

/** Asks how the appointment was paid; the answer completes it. */
export function PaymentDialog({
  open,
  onOpenChange,
  balance,
  busy,
  error,
  onPay,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is still to be paid, a decimal string. */
  balance: string;
  busy: boolean;
  error: string | null;
  onPay: (method: PaidType) => void;
}) {
  const { money } = useFormats();
  const [chosen, setChosen] = useState<PaidType | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      width="small"
      title="Payment Method"
      description={
        Number(balance) > 0
          ? `${money(balance)} is still to be paid. How is it paid?`
          : 'Everything is paid already. Choose the method to complete the booking with.'
      }
      actions={
        <Button disabled={busy} onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-2 sm:grid-cols-3">
        {methods.map(({ name, Icon }) => (
          <Button
            key={name}
            size="large"
            icon={<Icon aria-hidden="true" className="size-5 text-brand" />}
            busy={busy && chosen === name}
            busyLabel="Saving..."
            disabled={busy && chosen !== name}
            onClick={() => {
              setChosen(name);
              onPay(name);
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      {error === null ? null : (
        <div className="mt-3">
          <FormProblem>{error}</FormProblem>
        </div>
      )}
    </Dialog>
  );
}
