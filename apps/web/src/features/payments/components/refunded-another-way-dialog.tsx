import type { RefundRecord } from '@burrow/contracts/refund';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { MethodChoice, type PaidType } from './method-choice.tsx';

interface RefundedValues {
  method: PaidType | null;
  note: string;
}

const blank: RefundedValues = { method: null, note: '' };

/** Records that the desk paid a client back after the card provider refused the refund. */
export function RefundedAnotherWayDialog({
  refund,
  about,
  onClose,
}: {
  refund: RefundRecord;
  /** The subject of the message afterwards. */
  about: string;
  onClose: () => void;
}) {
  const { money } = useFormats();
  const form = useActionForm('payment_refund', {
    draft: null,
    values: blank,
    check: ({ method }) => ({ method: method === null ? 'Choose how it was refunded.' : undefined }),
    input: ({ method, note }) =>
      method && { payment_id: refund.payment_id, amount: refund.amount, method, note: note.trim() },
    onSaved: () => {
      onClose();
      toast.success(`Refund of ${money(refund.amount)} recorded`, { about });
    },
    failure: 'Couldn’t record the refund',
  });
  return (
    <FormDialog
      form={form}
      width="small"
      tone="attention"
      title="Refund another way"
      description={`The card provider refused this refund of ${money(refund.amount)}.`}
      submitLabel="Record refund"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Banner tone="info">
        <strong>Pay the client back yourself.</strong> This only records the refund.
      </Banner>
      <MethodChoice
        value={form.values.method}
        error={form.errors.method}
        onValueChange={(method) => form.set({ method })}
      />
      <TextField {...form.field('note')} label="Note (optional)" hint="Kept in the audit log" />
    </FormDialog>
  );
}
