import { useState } from 'react';
import { failureText } from './failure-text.ts';

/** What is wrong with a draft, by field; empty when nothing is. */
type Problems = Partial<Record<string, string>>;

/** The command that saves a draft, as its mutation reports it. */
interface Saving<Draft> {
  save: (draft: Draft, then: { onSuccess: () => void; onError: (error: Error) => void }) => void;
  isPending: boolean;
  error: Error | null;
  reset: () => void;
}

interface Rules<Draft, Errors extends Problems> {
  check: (draft: Draft) => Errors;
  /** What the server found wrong, by field; null when it is about none of them. */
  refused: (error: unknown) => Errors | null;
  /** What to say when it could not be saved, such as 'Failed to save the service'. */
  failed: string;
  onSaved: () => void;
}

/** A draft in a dialog: checked when it is sent, its errors gone when it is changed, `problem` for what names no field. */
export function useDraftForm<Draft, Errors extends Problems>(
  begin: () => Draft,
  { save, isPending, error, reset }: Saving<Draft>,
  { check, refused, failed, onSaved }: Rules<Draft, Errors>,
) {
  const [draft, setDraft] = useState(begin);
  const [errors, setErrors] = useState<Errors | null>(null);
  return {
    draft,
    errors,
    change: (next: Draft) => {
      setDraft(next);
      setErrors(null);
      if (error !== null) reset();
    },
    submit: () => {
      if (isPending) return;
      const found = check(draft);
      setErrors(found);
      if (Object.keys(found).length > 0) return;
      save(draft, { onSuccess: onSaved, onError: (failure) => setErrors(refused(failure)) });
    },
    problem: error === null || refused(error) !== null ? null : failureText(failed, error),
  };
}
