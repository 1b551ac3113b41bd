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
      title="Take back this payment?"
      confirmLabel="Take back"
      busyLabel="Taking back..."
      busy={command.isPending}
      error={command.isError ? failureText('Failed to take the payment back', command.error) : null}
      onConfirm={() =>
        command.mutate(
          { payment_id: payment.id },
          {
            onSuccess: () => {
              onClose();
              toast.success('Payment taken back', { about });
            },
          },
        )
      }
    >
      {money(payment.amount)} ({methodNames[payment.method]}) no longer counts as paid. This is for a payment
      that was recorded by mistake; money that you hand back is a refund.
    </ConfirmDialog>
  );
}
