import type { BookingDetail } from '@burrow/contracts/booking';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { sumProblem } from '../payment-words.ts';
import { useSumLabel } from '../use-sum-label.ts';
import { MethodChoice, type PaidType } from './method-choice.tsx';

interface PaymentValues {
  method: PaidType | null;
  amount: string;
}

/** 'Record payment': records the method and amount of a payment at the desk, up to the balance due. */
export function RecordPaymentDialog({
  booking,
  about,
  onClose,
}: {
  booking: Pick<BookingDetail, 'id' | 'balance' | 'animal_name' | 'client_name'>;
  /** The subject of the message afterwards. */
  about: string;
  onClose: () => void;
}) {
  const { money } = useFormats();
  const takeBack = useCommand('payment_void');
  const undo = (id: number) =>
    toast.tell(takeBack.mutateAsync({ payment_id: id }), {
      done: 'Payment voided',
      failed: 'Couldn’t void the payment',
      about,
    });
  const unpaid: PaymentValues = { method: null, amount: booking.balance };
  const form = useActionForm('payment_record', {
    draft: booking.id,
    values: unpaid,
    check: ({ method, amount }) => {
      const due = `Only ${money(booking.balance)} is due. Please enter that or less.`;
      return {
        method: method === null ? 'Choose how it was paid.' : undefined,
        amount: sumProblem(amount, booking.balance, due) ?? undefined,
      };
    },
    input: ({ method, amount }) => method && { booking_id: booking.id, method, amount: amount.trim() },
    onSaved: ({ payment_id: id }, { amount }) => {
      onClose();
      toast.success(`Payment of ${money(amount.trim())} recorded`, {
        about,
        undo: () => undo(id),
      });
    },
    failure: 'Couldn’t record the payment',
    blames: { more_than_owed: 'amount' },
  });
  return (
    <FormDialog
      form={form}
      width="small"
      title="Record payment"
      description={`${booking.animal_name}, ${booking.client_name}. Balance due: ${money(booking.balance)}`}
      submitLabel="Record payment"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <MethodChoice
        value={form.values.method}
        error={form.errors.method}
        onValueChange={(method) => form.set({ method })}
      />
      <NumberField
        {...form.field('amount')}
        label={useSumLabel('Amount')}
        min={0}
        step={0.01}
        hint="Enter less for a part payment; the rest remains due."
      />
    </FormDialog>
  );
}
