import type { BookingFieldRecord } from '@burrow/contracts/custom-field';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { toast } from '../../../ui/toast.ts';

const about = (field: BookingFieldRecord): string => `question ${field.id}`;

function useRestoreQuestion() {
  const restore = useCommand('booking_field_restore');
  const run = (field: BookingFieldRecord) =>
    toast.tell(restore.mutateAsync({ field_id: field.id }), {
      done: `“${field.field_label}” restored`,
      failed: 'Failed to restore the custom field',
      about: about(field),
    });
  return { run, isBusy: (id: number) => restore.isPending && restore.variables.field_id === id };
}

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
  const restore = useRestoreQuestion();
  return (
    <ConfirmCommand
      command="booking_field_retire"
      input={{ field_id: field.id }}
      open={open}
      onClose={onClose}
      title={`Archive “${field.field_label}”?`}
      confirmLabel="Archive custom field"
      busyLabel="Archiving..."
      failure="Failed to archive the custom field"
      done="Custom field archived"
      about={about(field)}
      undo={() => restore.run(field)}
    >
      It won’t appear on new appointments. Existing answers are kept, and you can restore the field at any
      time.
    </ConfirmCommand>
  );
}

/** The questions no longer asked, each with its way back. */
export function RetiredQuestions({ fields }: { fields: readonly BookingFieldRecord[] }) {
  const restore = useRestoreQuestion();
  if (fields.length === 0) return null;
  return (
    <details className="border-t border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold text-ink-soft">
        Archived custom fields ({fields.length})
      </summary>
      <ul className="mt-1 divide-y divide-line">
        {fields.map((field) => (
          <li key={field.id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere text-ink-soft">{field.field_label}</span>
            <Button size="small" busy={restore.isBusy(field.id)} onClick={() => restore.run(field)}>
              Restore<span className="sr-only"> {field.field_label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
