import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { methodNames, type Payment } from '../payment-words.ts';

/** Asks, and then takes back a payment that was recorded by mistake. */
export function TakeBackPayment({
  payment,
  about,
  onClose,
}: {
  payment: Payment;
  /** What the message afterwards is about. */
  about: string;
  onClose: () => void;
}) {
  const { money } = useFormats();
  const command = useCommand('payment_void');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Void this payment?"
      confirmLabel="Void"
      busyLabel="Voiding..."
      busy={command.isPending}
      error={command.isError ? failureText('Failed to void the payment', command.error) : null}
      onConfirm={() =>
        command.mutate(
          { payment_id: payment.id },
          {
            onSuccess: () => {
              onClose();
              toast.success('Payment voided', { about });
            },
          },
        )
      }
    >
      {money(payment.amount)} ({methodNames[payment.method]}) will no longer count as paid. Use this for a
      payment recorded by mistake; to return money, refund it instead.
    </ConfirmDialog>
  );
}
