import type { CareDue } from '@burrow/contracts/care';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { CareTypeSelect } from './care-type-select.tsx';

/** Sets when an animal needs care; of `due`, another date. */
export function SetCareDialog({
  animalId,
  due,
  onClose,
}: {
  animalId: number;
  due: CareDue | null;
  onClose: () => void;
}) {
  const form = useActionForm('animal_care_set', {
    draft: due?.care_due_id ?? `new ${animalId}`,
    values: { care_type_id: String(due?.care_type_id ?? ''), due_on: due?.due_on ?? '' },
    required: { care_type_id: true, due_on: true },
    input: ({ care_type_id, due_on }) => ({ animal_id: animalId, care_type_id, due_on }),
    onSaved: () => {
      toast.success('Due date saved');
      onClose();
    },
    failure: 'Couldn’t save the due date',
  });
  return (
    <FormDialog
      form={form}
      title={due === null ? 'Add due date' : `Change the due date of ${due.care_type}`}
      className="grid gap-4"
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      {due === null ? (
        <CareTypeSelect {...form.field('care_type_id')} emptyLabel="Choose a recall type" />
      ) : null}
      <DateInput
        {...form.field('due_on')}
        label="Due on"
        hint="No messages are sent for a date in the past"
      />
    </FormDialog>
  );
}

/** Records that care was given. */
export function GivenCareDialog({
  animalId,
  due,
  today,
  onClose,
}: {
  animalId: number;
  due: CareDue;
  today: string;
  onClose: () => void;
}) {
  const form = useActionForm('animal_care_given', {
    draft: due.care_due_id,
    values: { given_on: today, next_due_on: '' },
    required: { given_on: true },
    input: ({ given_on, next_due_on }) => ({
      animal_id: animalId,
      care_type_id: due.care_type_id,
      given_on,
      ...(next_due_on === '' ? {} : { next_due_on }),
    }),
    onSaved: () => {
      toast.success(`${due.care_type} marked as done`);
      onClose();
    },
    failure: 'Couldn’t mark it as done',
  });
  return (
    <FormDialog
      form={form}
      title={`${due.care_type} done`}
      className="grid gap-4"
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <DateInput {...form.field('given_on')} label="Done on" />
      <DateInput
        {...form.field('next_due_on')}
        label="Next due on"
        hint="Leave empty to use the recall type’s interval"
      />
    </FormDialog>
  );
}

/** Dismisses a due date with a reason. */
export function DismissCareDialog({
  careDueId,
  what,
  onClose,
}: {
  careDueId: number;
  what: string;
  onClose: () => void;
}) {
  const form = useActionForm('animal_care_dismiss', {
    draft: careDueId,
    values: { reason: '' },
    required: { reason: true },
    input: ({ reason }) => ({ care_due_id: careDueId, reason: reason.trim() }),
    onSaved: () => {
      toast.success('Dismissed');
      onClose();
    },
    failure: 'Couldn’t dismiss the due date',
  });
  return (
    <FormDialog
      form={form}
      title={`Dismiss ${what}?`}
      className="grid gap-4"
      width="small"
      submitLabel="Dismiss"
      busyLabel="Dismissing..."
      onClose={onClose}
    >
      <TextField
        {...form.field('reason')}
        label="Reason"
        placeholder="Done elsewhere"
        hint="We won’t send any more messages about it"
      />
    </FormDialog>
  );
}
