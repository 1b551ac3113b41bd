import type { EntryKind, EntryRecord } from '@burrow/contracts/entry-fields';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { editsIn } from '../../../lib/kept-forms.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { defaultPracticeLocale, wallClock, type Formats } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { toast } from '../../../ui/toast.ts';
import { kindLabels } from '../entry-words.ts';
import { fieldsToSend, newFieldsToSend, noText, textOf, type EntryText } from '../entry-values.ts';

export interface EntryFormValues extends EntryText {
  date: string;
  shared: boolean;
  is_controlled: boolean;
}

/** The fields that a kind must have. */
const requiredFields: Record<EntryKind, Partial<Record<keyof EntryText, string>>> = {
  note: { body: 'Enter the note.' },
  vaccination: { product: 'Enter the product.' },
  treatment: { product: 'Enter the product.' },
  prescription: {
    product: 'Enter the product.',
    quantity: 'Enter the quantity.',
    unit: 'Enter the unit, such as tablets.',
    directions: 'Enter the directions.',
  },
};

function entryErrors(kind: EntryKind, values: EntryFormValues, formats: Formats): Problems<EntryFormValues> {
  const missing = Object.entries(requiredFields[kind]).filter(
    ([name]) => values[name as keyof EntryText].trim() === '',
  );
  const isLate = values.date > formats.today();
  return { ...Object.fromEntries(missing), ...(isLate ? { date: 'Choose today or an earlier day.' } : {}) };
}

/** The day of an instant on the practice's clock. */
function useDayOf(): (instant: string) => string {
  const { time_zone: timeZone } = usePractice() ?? defaultPracticeLocale;
  return (instant) => wallClock(timeZone)(new Date(instant)).slice(0, 10);
}

/** What an entry is about: an animal, and the appointment at which it was written. */
export interface EntrySubject {
  animalId: number;
  animalName: string;
  bookingId?: number;
}

/** What the person can choose if someone else changed the entry: `before` is how the form was filled, `now` what is stored. */
function choices(
  form: FormOf<EntryFormValues>,
  before: EntryFormValues,
  now: EntryFormValues,
  onChosen: () => void,
) {
  return {
    /** Continues over what is stored, with the fields that were edited here. */
    keepMine: () => {
      onChosen();
      form.reset(now, before);
    },
    takeTheirs: () => {
      onChosen();
      form.reset(now);
    },
  };
}

/** The form of an entry of a kind: a new one about an animal, or `entry`, which can still be changed. */
export function useEntryForm(
  kind: EntryKind,
  { animalId, bookingId }: EntrySubject,
  entry: EntryRecord | null,
  onClose: () => void,
) {
  const formats = useFormats();
  const dayOf = useDayOf();
  // The entry that filled the form. A newer version is a colleague's, which must not be overwritten unseen.
  const [began, setBegan] = useState(entry);
  const valuesOf = (from: EntryRecord | null): EntryFormValues => ({
    ...(from === null ? noText : textOf(from)),
    date: from === null ? formats.today() : dayOf(from.at),
    shared: from?.shared === '1',
    is_controlled: from?.is_controlled === '1',
  });
  const form = useActionForm(entry === null ? 'entry_add' : 'entry_amend', {
    draft: entry === null ? `${kind} ${animalId}` : entry.id,
    values: valuesOf(entry),
    rulesOf: 'entry_add',
    required: { date: true, body: false },
    check: (typed) => entryErrors(kind, typed, formats),
    input: ({ date, shared, is_controlled, ...text }, before) => {
      // The server dates a new entry when it is saved, which after midnight is no longer the day that the form shows.
      const usual = began === null ? formats.today() : before.date;
      const when = date === usual ? {} : { date };
      const controlled = kind === 'prescription' ? { is_controlled } : {};
      if (began === null)
        return {
          animal_id: animalId,
          ...(bookingId === undefined ? {} : { booking_id: bookingId }),
          kind,
          ...when,
          ...controlled,
          ...(shared ? { shared } : {}),
          ...newFieldsToSend(kind, text),
        };
      const { id: entry_id, version } = began;
      return { entry_id, version, ...when, ...controlled, ...fieldsToSend(kind, text) };
    },
    onSaved: () => {
      toast.success(`${kindLabels[kind]} ${entry === null ? 'added' : 'saved'}`, { about: 'entry' });
      onClose();
    },
    failure: (error) =>
      error instanceof ApiError && error.code === 'conflict'
        ? `Couldn’t save the ${kind} because someone else changed it.`
        : failureText(`Couldn’t save the ${kind}`, error),
  });
  const now = valuesOf(entry);
  const isNewer = entry?.version !== began?.version && editsIn(now, form.values) !== null;
  return {
    ...form,
    ...choices(form, valuesOf(began), now, () => setBegan(entry)),
    /** The entry, if someone else changed it after the form was filled. */
    newer: isNewer ? entry : null,
  };
}
