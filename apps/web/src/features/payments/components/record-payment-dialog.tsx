import type { BookingDetail } from '@burrow/contracts/booking';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialogFrame } from '../../../ui/form-dialog-frame.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { sumProblem } from '../payment-words.ts';
import { useSumLabel } from '../use-sum-label.ts';
import { MethodChoice, type PaidType } from './method-choice.tsx';

type Problems = Partial<Record<'method' | 'amount', string>>;

const failed = 'Failed to record the payment';

/** What the server found wrong with a field; null when it is about none. */
function refusedFields(error: unknown): Problems | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'more_than_owed') return { amount: error.message };
  const { method, amount } = error.fields;
  return method || amount ? { ...(method ? { method } : {}), ...(amount ? { amount } : {}) } : null;
}

/** Records a payment and offers to take it back, also after the page has been left. */
function useRecording(bookingId: number, about: string) {
  const { money } = useFormats();
  const record = useCommand('payment_record');
  const takeBack = useCommand('payment_void');
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const complain = (found: Problems, message: string | null) => {
    setProblems(found);
    setProblem(message);
  };
  const send = (method: PaidType, amount: string, onDone: () => void) =>
    record.mutate(
      { booking_id: bookingId, method, amount },
      {
        onSuccess: ({ payment_id: id }) => {
          onDone();
          toast.success(`Payment of ${money(amount)} recorded`, {
            about,
            action: {
              label: 'Undo',
              onPress: () =>
                toast.tell(takeBack.mutateAsync({ payment_id: id }), {
                  done: 'Payment voided',
                  failed: 'Failed to void the payment',
                  about,
                }),
            },
          });
        },
        onError: (error) => {
          const fields = refusedFields(error);
          complain(fields ?? {}, fields === null ? failureText(failed, error) : null);
        },
      },
    );
  return { send, problems, problem, complain, busy: record.isPending };
}

/** 'Record payment': how and how much a client paid at the desk, all that is open or a part of it. */
export function RecordPaymentDialog({
  booking,
  about,
  onClose,
}: {
  booking: Pick<BookingDetail, 'id' | 'balance' | 'animal_name' | 'client_name'>;
  /** What the message afterwards is about. */
  about: string;
  onClose: () => void;
}) {
  const { money } = useFormats();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [method, setMethod] = useState<PaidType | null>(null);
  // What was open when the dialog came up: a change meanwhile must not overwrite what is typed.
  const [amount, setAmount] = useState(booking.balance);
  const { send, problems, problem, complain, busy } = useRecording(booking.id, about);
  useFocusFirstWrong(form, Object.keys(problems).length > 0 ? problems : null);
  const submit = () => {
    if (busy) return;
    const wrong = sumProblem(
      amount,
      booking.balance,
      `Only ${money(booking.balance)} is due. Please enter that or less.`,
    );
    const found: Problems = {
      ...(method === null ? { method: 'Choose how it was paid.' } : {}),
      ...(wrong === null ? {} : { amount: wrong }),
    };
    complain(found, null);
    if (method !== null && wrong === null) send(method, amount.trim(), onClose);
  };
  return (
    <FormDialogFrame
      dialog={Dialog}
      width="small"
      title="Record payment"
      description={`${booking.animal_name}, ${booking.client_name}. Balance due: ${money(booking.balance)}`}
      formId={formId}
      submitLabel="Record payment"
      busyLabel="Saving..."
      busy={busy}
      error={problem}
      onClose={onClose}
    >
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
        <MethodChoice
          value={method}
          error={problems.method}
          onValueChange={(chosen) => {
            setMethod(chosen);
            complain({}, null);
          }}
        />
        <NumberField
          label={useSumLabel('Amount')}
          required
          min={0}
          step={0.01}
          hint="Enter less for a part payment; the rest stays due."
          value={amount}
          error={problems.amount}
          onChange={(event) => {
            setAmount(event.target.value);
            complain({}, null);
          }}
        />
      </form>
    </FormDialogFrame>
  );
}
