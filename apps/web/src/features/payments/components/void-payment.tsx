import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { methodNames, type Payment } from '../payment-words.ts';

/** Voids a payment that was recorded by mistake, after asking. */
export function VoidPayment({
  payment,
  about,
  onClose,
}: {
  payment: Payment;
  /** The subject of the message afterwards. */
  about: string;
  onClose: () => void;
}) {
  const { money } = useFormats();
  return (
    <ConfirmCommand
      command="payment_void"
      input={{ payment_id: payment.id }}
      onClose={onClose}
      title="Void this payment?"
      confirmLabel="Void"
      busyLabel="Voiding..."
      failure={(error) => failureText('Couldn’t void the payment', error)}
      done="Payment voided"
      about={about}
    >
      {money(payment.amount)} ({methodNames[payment.method]}) will no longer count as paid. Use this for a
      payment recorded by mistake; to return money, refund it instead.
    </ConfirmCommand>
  );
}
