import { paymentMethods, type PaymentMethod } from '@burrow/contracts/booking-status';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { kindNames, methodNames, sumProblem, type Payment } from '../payment-words.ts';
import { useSumLabel } from '../use-sum-label.ts';

const longestNote = 200;

type Problems = Partial<Record<'amount' | 'note', string>>;

/** What the server found wrong with a field; null when it is about none. */
function refusedFields(error: unknown): Problems | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'refund_too_large') return { amount: error.message };
  const { amount, note } = error.fields;
  return amount || note ? { ...(amount ? { amount } : {}), ...(note ? { note } : {}) } : null;
}

/** What becomes of the money. */
const Consequence = ({ byCard }: { byCard: boolean }) => (
  <Banner tone="info">
    {byCard ? (
      <>
        <strong>Refunded to the card</strong> it was paid with. This can take a few working days.
      </>
    ) : (
      <>
        <strong>Give the money to the client yourself.</strong> This only records that you did.
      </>
    )}
  </Banner>
);

type Way = PaymentMethod | 'provider';

/** How money may go back, the way it came first; nothing to choose for a card payment that the provider has not refused. */
function waysBack({ by_provider: byProvider, method }: Payment, refused: boolean): SelectOption[] {
  if (byProvider && !refused) return [];
  const atTheDesk = paymentMethods.map((value) => ({ value, label: methodNames[value] }));
  return byProvider
    ? [{ value: 'provider', label: 'To the card it was paid with' }, ...atTheDesk]
    : atTheDesk.toSorted((one, other) => Number(other.value === method) - Number(one.value === method));
}

/** 'Refund…': gives all that is left of a payment back, or a part of it. */
export function RefundDialog({
  payment,
  refused,
  about,
  onClose,
}: {
  payment: Payment;
  /** The card provider would not take a refund of it, so it may be given back at the desk. */
  refused: boolean;
  /** What the message afterwards is about. */
  about: string;
  onClose: () => void;
}) {
  const formats = useFormats();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const command = useCommand('payment_refund');
  const [amount, setAmount] = useState(payment.refundable);
  const ways = waysBack(payment, refused);
  const [way, setWay] = useState<Way>(payment.by_provider ? 'provider' : payment.method);
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<Problems | null>(null);
  useFocusFirstWrong(form, problems);
  const edit = (change: () => void) => {
    change();
    setProblems(null);
    if (command.isError) command.reset();
  };
  const submit = () => {
    if (command.isPending) return;
    const left = formats.money(payment.refundable);
    const wrong = sumProblem(amount, payment.refundable, `You can refund up to ${left}.`);
    setProblems(wrong === null ? null : { amount: wrong });
    if (wrong !== null) return;
    const sum = formats.money(amount.trim());
    command.mutate(
      {
        payment_id: payment.id,
        amount: amount.trim(),
        note: note.trim(),
        ...(way === 'provider' ? {} : { method: way }),
      },
      {
        onSuccess: ({ status }) => {
          onClose();
          toast.success(status === 'pending' ? `Refund of ${sum} on its way` : `Refund of ${sum} recorded`, {
            about,
          });
        },
        onError: (error) => setProblems(refusedFields(error)),
      },
    );
  };
  const { error } = command;
  return (
    <FormDialogFrame
      dialog={Dialog}
      width="small"
      tone="attention"
      title="Refund"
      description={`${kindNames[payment.kind]} of ${formats.money(payment.amount)}, ${methodNames[payment.method]}, ${formats.date(payment.taken_at)}`}
      formId={formId}
      submitLabel="Refund"
      busyLabel="Refunding..."
      busy={command.isPending}
      error={error === null || refusedFields(error) !== null ? null : failureText('Failed to refund', error)}
      onClose={onClose}
    >
      <Consequence byCard={way === 'provider'} />
      <form
        id={formId}
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NumberField
          label={useSumLabel('Amount')}
          required
          min={0}
          step={0.01}
          value={amount}
          error={problems?.amount}
          onChange={({ target: { value } }) => edit(() => setAmount(value))}
        />
        {ways.length > 0 ? (
          <Select
            label="Refunded by"
            options={ways}
            value={way}
            onChange={({ target: { value } }) => edit(() => setWay(value as Way))}
          />
        ) : null}
        <TextField
          label="Note (optional)"
          maxLength={longestNote}
          hint="Kept in the audit log"
          value={note}
          error={problems?.note}
          onChange={({ target: { value } }) => edit(() => setNote(value))}
        />
      </form>
    </FormDialogFrame>
  );
}
