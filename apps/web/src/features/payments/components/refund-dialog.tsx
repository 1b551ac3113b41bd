import { paymentMethods } from '@burrow/contracts/booking-status';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { kindNames, methodNames, sumProblem, type Payment } from '../payment-words.ts';
import { useSumLabel } from '../use-sum-label.ts';

const Consequence = ({ byCard }: { byCard: boolean }) => (
  <Banner tone="info">
    {byCard ? (
      <>
        <strong>Refunded to the card</strong> it was paid with. This can take a few working days.
      </>
    ) : (
      <>
        <strong>Pay the client back yourself.</strong> This only records the refund.
      </>
    )}
  </Banner>
);

/** The ways to refund, the payment's own first; no choice for a card payment unless the provider refused it. */
function waysBack({ by_provider: byProvider, method }: Payment, refused: boolean): SelectOption[] {
  if (byProvider && !refused) return [];
  const atTheDesk = paymentMethods.map((value) => ({ value, label: methodNames[value] }));
  return byProvider
    ? [{ value: 'provider', label: 'To the card it was paid with' }, ...atTheDesk]
    : atTheDesk.toSorted((one, other) => Number(other.value === method) - Number(one.value === method));
}

/** 'Refund…': refunds the rest of a payment, or a part of it. */
export function RefundDialog({
  payment,
  refused,
  about,
  onClose,
}: {
  payment: Payment;
  /** The card provider refused a refund of it, so it may be refunded at the desk. */
  refused: boolean;
  /** The subject of the message afterwards. */
  about: string;
  onClose: () => void;
}) {
  const formats = useFormats();
  const ways = waysBack(payment, refused);
  const form = useActionForm('payment_refund', {
    draft: payment.id,
    values: {
      amount: payment.refundable,
      way: payment.by_provider ? ('provider' as const) : payment.method,
      note: '',
    },
    required: { amount: true },
    check: ({ amount }) => {
      const left = formats.money(payment.refundable);
      const wrong = sumProblem(amount, payment.refundable, `You can refund up to ${left}.`);
      return { amount: wrong ?? undefined };
    },
    input: ({ amount, way, note }) => ({
      payment_id: payment.id,
      amount: amount.trim(),
      note: note.trim(),
      ...(way === 'provider' ? {} : { method: way }),
    }),
    onSaved: ({ status }, { amount }) => {
      const sum = formats.money(amount.trim());
      onClose();
      toast.success(status === 'pending' ? `Refund of ${sum} in progress` : `Refund of ${sum} recorded`, {
        about,
      });
    },
    failure: 'Couldn’t refund the payment',
    blames: { refund_too_large: 'amount' },
  });
  return (
    <FormDialog
      form={form}
      width="small"
      tone="attention"
      title="Refund"
      description={`${kindNames[payment.kind]} of ${formats.money(payment.amount)}, ${methodNames[payment.method]}, ${formats.date(payment.taken_at)}`}
      submitLabel="Refund"
      busyLabel="Refunding..."
      onClose={onClose}
    >
      <Consequence byCard={form.values.way === 'provider'} />
      <NumberField {...form.field('amount')} label={useSumLabel('Amount')} min={0} step={0.01} />
      {ways.length > 0 ? <Select {...form.field('way')} label="Refunded by" options={ways} /> : null}
      <TextField {...form.field('note')} label="Note (optional)" hint="Kept in the audit log" />
    </FormDialog>
  );
}
