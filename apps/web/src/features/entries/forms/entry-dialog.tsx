import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useMedicines } from '../../medicines/queries.ts';
import { ChangedElsewhere } from '../components/changed-elsewhere.tsx';
import { EntryFacts } from '../components/entry-facts.tsx';
import { datesMoved, dayOrToday } from '../entry-values.ts';
import { factsOf, headingOf, isSharedByChoice } from '../entry-words.ts';
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
        { from: dayOrToday(values.date, today), to: dayOrToday(date, today) },
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

/** What an entry says since someone else changed it. */
function Newer({ entry }: { entry: EntryRecord }) {
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-1">
      <p>Someone else changed this {entry.kind}. It now says:</p>
      <p className="font-semibold wrap-anywhere">{headingOf(entry)}</p>
      <p className="wrap-anywhere whitespace-pre-line empty:hidden">{entry.body}</p>
      <EntryFacts facts={factsOf(entry, formats)} />
    </div>
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
      {form.newer === null ? null : (
        <div className="sm:col-span-2">
          <ChangedElsewhere form={form}>
            <Newer entry={form.newer} />
          </ChangedElsewhere>
        </div>
      )}
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
