import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/failure-text.ts';
import { useCommand } from '../../lib/query.ts';
import {
  answersOf,
  changedAnswers,
  unansweredFields,
  unreadable,
  type Answers,
  type CustomField,
} from './answers.ts';

interface Draft {
  /** What the appointment had when the editing began. */
  began: Answers;
  answers: Answers;
}

const noErrors: Readonly<Record<string, string>> = {};

/** Editing an appointment's answers: nothing is lost when saving fails. `onSaved` is told when it worked. */
export function useAnswersEditor(bookingId: number, fields: readonly CustomField[], onSaved: () => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [errors, setErrors] = useState(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const save = useCommand('booking_custom_field_values_set');
  const close = () => {
    // At once, so that the button is there again to take the focus back.
    flushSync(() => setDraft(null));
    editButton.current?.focus({ preventScroll: true });
    setErrors(noErrors);
    save.reset();
  };
  const submit = () => {
    if (draft === null || form.current === null) return;
    const halfWritten = unreadable(form.current);
    if (halfWritten.length > 0) {
      setErrors(Object.fromEntries(halfWritten.map((name) => [name, 'Please complete this.'])));
      return;
    }
    const empty = unansweredFields(fields, draft.answers);
    if (empty.length > 0) {
      setErrors(Object.fromEntries(empty.map((id) => [id, 'This is required.'])));
      return;
    }
    const values = changedAnswers(fields, draft.began, draft.answers);
    if (Object.keys(values).length === 0) {
      close();
      return;
    }
    setErrors(noErrors);
    save.mutate(
      { booking_id: bookingId, values },
      {
        onSuccess: () => {
          close();
          onSaved();
        },
        onError: (error) => setErrors(error instanceof ApiError ? error.fields : noErrors),
      },
    );
  };
  return {
    draft,
    errors,
    form,
    editButton,
    busy: save.isPending,
    failure: save.isError ? failureText('Failed to update custom fields', save.error) : null,
    edit: () => {
      const began = answersOf(fields);
      setDraft({ began, answers: began });
    },
    change: (answers: Answers) => {
      setDraft((now) => now && { ...now, answers });
      setErrors(noErrors);
      if (save.isError) save.reset();
    },
    close,
    submit,
  };
}
