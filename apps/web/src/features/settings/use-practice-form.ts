import type { BusinessHours, TenantRecord } from '@burrow/contracts/tenant';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import type { InputOf } from '../../lib/api.ts';
import { changesTo } from '../../lib/changes-to.ts';
import { problemsIn, withRequired, type Problems, type Required } from '../../lib/form-problems.ts';
import { editsIn, useKeptForm } from '../../lib/kept-forms.ts';
import { useCommand } from '../../lib/query.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { rulesOfCommand } from '../../lib/use-action-form.ts';
import { controlsOf, type FormOf } from '../../lib/use-form.ts';
import { toast } from '../../ui/toast.ts';
import { useUnsaved } from './unsaved.tsx';

type PracticeInput = InputOf<'tenant_update'>;
/** The values of a form's fields, by the names of the practice's settings. */
export type PracticeValues = {
  [Field in keyof PracticeInput]?: string | boolean | BusinessHours | readonly number[];
};

export interface PracticeForm<Values> extends FormOf<Values> {
  discard: () => void;
}

/** The form's message when the errors are shown at the fields. */
const atFields = 'Please correct the highlighted fields.';

/** The values as the server accepts them; emptied fields are cleared. */
const asSent = (changes: PracticeValues): PracticeInput =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => {
      if (typeof value === 'boolean') return [field, value ? '1' : '0'];
      return [field, typeof value === 'string' ? value.trim() || null : value];
    }),
  );

/**
 * The edited values. Those that were saved stay until the new record has loaded, so that nothing flickers; those edited
 * while they were being saved stay unsaved.
 */
function useEdits<Values extends PracticeValues>(practice: TenantRecord, recorded: Values) {
  const draft = `practice ${Object.keys(recorded).join(' ')}`;
  const { kept, hold } = useKeptForm(sessionStore.get(), draft, recorded);
  const [edits, setEdits] = useState<Partial<Values>>(kept?.values ?? {});
  const [restored, setRestored] = useState(kept);
  /** What was saved last, over which record. */
  const [last, setLast] = useState<{ over: TenantRecord; sent: Partial<Values> } | null>(null);
  if (last !== null && last.over !== practice) {
    setLast(null);
    setEdits(changesTo(last.sent, edits));
  }
  const saved = { ...recorded, ...last?.sent };
  const changes = changesTo(saved, edits);
  useEffect(() => {
    hold(editsIn(saved, { ...saved, ...changes }));
  });
  return {
    values: { ...saved, ...edits },
    changes,
    restored,
    set: (edit: Partial<Values>) => setEdits((before) => ({ ...before, ...edit })),
    settle: (sent: Partial<Values>) => {
      setLast({ over: practice, sent });
      setRestored(null);
    },
    discard: () => {
      setEdits({});
      setRestored(null);
    },
  };
}

/**
 * A form for some of the practice's settings. It shows the practice's record, which may be refetched at any time, with
 * the edits on top, and sends only what was changed. That is why it does not use {@link useForm}.
 * @param valuesOf the fields' values from the practice's record
 * @param check errors in addition to the contract's rules, by field
 */
export function usePracticeForm<Values extends PracticeValues>(
  practice: TenantRecord,
  valuesOf: (practice: TenantRecord) => Values,
  {
    required = {},
    check,
  }: { required?: Required<Values>; check?: (values: Values) => Problems<Values> } = {},
): PracticeForm<Values> {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const update = useCommand('tenant_update');
  const edits = useEdits(practice, valuesOf(practice));
  const { values } = edits;
  const [errors, setErrors] = useState<Problems<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const rules = withRequired(rulesOfCommand('tenant_update'), required);
  const changed = Object.keys(edits.changes).length > 0;
  useUnsaved(changed);
  const complain = (found: Problems<Values>, message: string | null) => {
    setErrors(found);
    setProblem(message);
    if (Object.keys(found).length > 0) setAttempt((before) => before + 1);
  };
  const set = (edit: Partial<Values>) => {
    edits.set(edit);
    setErrors({});
    setProblem(null);
  };
  const submit = () => {
    const found = problemsIn(values, rules, check?.(values));
    complain(found, Object.keys(found).length > 0 ? atFields : null);
    if (Object.keys(found).length > 0 || !changed || update.isPending) return;
    const sent = edits.changes;
    update.mutate(asSent(sent), {
      onSuccess: () => {
        edits.settle(sent);
        toast.success('Settings saved', { about: 'settings' });
      },
      onError: (error) => {
        const refused = error instanceof ApiError ? error.fields : {};
        const isAtField = Object.keys(refused).some((field) => field in values);
        complain(refused, isAtField ? atFields : messageOf(error, 'Couldn’t save the settings.'));
      },
    });
  };
  const discard = () => {
    edits.discard();
    complain({}, null);
  };
  return {
    id,
    element,
    values,
    errors,
    refusal: update.error,
    problem,
    busy: update.isPending,
    changed,
    attempt,
    restored: edits.restored && { isStale: edits.restored.isStale, discard },
    set,
    forgive: () => complain({}, null),
    reset: discard,
    discard,
    ...controlsOf(values, errors, rules, set),
    submit,
  };
}
