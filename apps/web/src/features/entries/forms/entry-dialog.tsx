import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import { useFormats } from '../../../lib/practice.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useMedicines } from '../../medicines/queries.ts';
import { isSharedByChoice } from '../entry-words.ts';
import { entryInputs } from './entry-inputs.tsx';
import { useEntryForm, type EntrySubject } from './use-entry-form.ts';

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
  const formats = useFormats();
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
      <DateInput {...form.field('date')} label="Date" max={formats.today()} />
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
