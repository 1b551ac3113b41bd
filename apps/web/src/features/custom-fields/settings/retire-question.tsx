import type { BookingFieldRecord } from '@burrow/contracts/booking-field';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';

const about = (field: BookingFieldRecord): string => `question ${field.id}`;

/** Asks before a question is asked no longer. */
export function RetireQuestion({
  field,
  open,
  onClose,
}: {
  field: BookingFieldRecord;
  open: boolean;
  onClose: () => void;
}) {
  const retire = useCommand('booking_field_retire');
  const restore = useCommand('booking_field_restore');
  const undo = () =>
    restore.mutate(
      { field_id: field.id },
      { onError: (error) => toast.error(messageOf(error, 'Failed to restore the question')) },
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Retire “${field.field_label}”?`}
      confirmLabel="Retire question"
      busyLabel="Retiring..."
      busy={retire.isPending}
      error={retire.isError ? messageOf(retire.error, 'Failed to retire the question') : null}
      onConfirm={() =>
        retire.mutate(
          { field_id: field.id },
          {
            onSuccess: () => {
              onClose();
              toast.success('Question retired', {
                about: about(field),
                action: { label: 'Undo', onPress: undo },
              });
            },
          },
        )
      }
    >
      It will not be asked any more. Answers already given stay with their appointments, and you can restore
      the question at any time.
    </ConfirmDialog>
  );
}

/** The questions no longer asked, each with its way back. */
export function RetiredQuestions({ fields }: { fields: readonly BookingFieldRecord[] }) {
  const restore = useCommand('booking_field_restore');
  if (fields.length === 0) return null;
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold text-ink-soft">
        Retired questions ({fields.length})
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {fields.map((field) => (
          <li key={field.id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere text-ink-soft">{field.field_label}</span>
            <Button
              size="small"
              busy={restore.isPending && restore.variables.field_id === field.id}
              onClick={() =>
                restore.mutate(
                  { field_id: field.id },
                  {
                    onSuccess: () => toast.success('Question restored', { about: about(field) }),
                    onError: (error) => toast.error(messageOf(error, 'Failed to restore the question')),
                  },
                )
              }
            >
              Restore<span className="sr-only"> {field.field_label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
