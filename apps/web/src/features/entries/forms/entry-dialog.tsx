import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useMedicines } from '../../medicines/queries.ts';
import { datesMoved } from '../entry-values.ts';
import { isSharedByChoice } from '../entry-words.ts';
import { entryInputs } from './entry-inputs.tsx';
import { useEntryForm, type EntryFormValues, type EntrySubject } from './use-entry-form.ts';

/** The day of an entry, and with it the dates that follow from it. */
function EntryDate({ form }: { form: FormOf<EntryFormValues> }) {
  const today = useFormats().today();
  const medicines = useMedicines().data ?? [];
  const { values } = form;
  const medicine = medicines.find(({ id }) => String(id) === values.medicine_id) ?? null;
  const change = (date: string) =>
    form.set({
      date,
      ...datesMoved(
        values,
        { medicine, isControlled: values.is_controlled },
        { from: values.date || today, to: date || today },
      ),
    });
  return (
    <DateInput
      {...form.field('date')}
      label="Date"
      max={today}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** Adds an entry of a kind to an animal's health record, or edits `entry`. */
export function EntryDialog({
  kind,
  entry,
  onClose,
  ...subject
}: EntrySubject & {
  kind: EntryKind;
  entry: EntryRecord | null;
  onClose: () => void;
}) {
  const form = useEntryForm(kind, subject, entry, onClose);
  const Inputs = entryInputs[kind];
  // Load the choices, so that they are there when the picker opens.
  useMedicines();
  return (
    <FormDialog
      form={form}
      title={`${entry === null ? 'Add' : 'Edit'} ${kind}`}
      description={subject.animalName}
      className="grid items-start gap-4 sm:grid-cols-2"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Inputs form={form} />
      <EntryDate form={form} />
      {entry === null && isSharedByChoice(kind) ? (
        <Checkbox
          {...form.flag('shared')}
          label="Share with the client"
          hint="They see it under Medical records in the portal."
          className="self-center"
        />
      ) : null}
    </FormDialog>
  );
}
