import type { BookingDetail } from '@burrow/contracts/booking';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { paymentMethodChoices, type PaidType } from '../../payments/components/method-choice.tsx';
import { amountOf, paidInWords, penceOf } from '../../payments/payment-words.ts';

type Paid = Pick<BookingDetail, 'price' | 'paid' | 'balance' | 'payments' | 'refunds'>;

/** The payments received, less refunds in progress, and the balance due; nothing without payments. */
function PaidAlready({ booking }: { booking: Paid }) {
  const { money } = useFormats();
  const paidAlready = paidInWords(booking);
  if (paidAlready.length === 0) return null;
  return (
    <dl className="figures mb-4 flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
      <div className="flex justify-between gap-4">
        <dt className="text-ink-soft">Price</dt>
        <dd>{money(booking.price)}</dd>
      </div>
      {paidAlready.map(({ word, pence, isPaid }) => (
        <div key={word} className="flex justify-between gap-4">
          <dt className="text-ink-soft">{word}</dt>
          <dd>{isPaid ? `${money(amountOf(pence))} already paid` : money(amountOf(pence))}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-line pt-1 font-bold">
        <dt>Balance due</dt>
        <dd>{money(amountOf(Math.max(0, penceOf(booking.balance))))}</dd>
      </div>
    </dl>
  );
}

/** Asks how the balance was paid; the answer records that payment and completes the appointment. */
export function PaymentDialog({
  open,
  onOpenChange,
  booking,
  busy,
  error,
  onPay,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  booking: Paid;
  busy: boolean;
  error: string | null;
  /** Null when no balance is due. */
  onPay: (method: PaidType | null) => void;
}) {
  const { money } = useFormats();
  const [chosen, setChosen] = useState<PaidType | null>(null);
  const isDue = penceOf(booking.balance) > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
      width="small"
      title="Payment Method"
      description={
        isDue
          ? `Balance due: ${money(booking.balance)}. How was it paid?`
          : 'Paid in full, so no payment will be recorded.'
      }
      actions={
        <>
          <Button disabled={busy} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          {isDue ? null : (
            <Button variant="primary" busy={busy} busyLabel="Saving..." onClick={() => onPay(null)}>
              Mark Complete
            </Button>
          )}
        </>
      }
    >
      <PaidAlready booking={booking} />
      {isDue ? (
        <div className="grid gap-2 sm:grid-cols-3">
          {paymentMethodChoices.map(({ name, Icon }) => (
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
      ) : null}
      {error === null ? null : (
        <div className="mt-3">
          <FormProblem>{error}</FormProblem>
        </div>
      )}
    </Dialog>
  );
}
