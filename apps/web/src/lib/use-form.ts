import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import type { ApiError } from './api-error.ts';
import { failureText } from './failure-text.ts';
import type { FieldRule } from './field-rule.ts';
import {
  incompleteFields,
  problemsIn,
  problemsOf,
  without,
  type Problems,
  type Rules,
} from './form-problems.ts';
import { editsIn, useKeptForm } from './kept-forms.ts';
import { sessionStore } from './session-store.ts';

/** The state of a form without its values: for its element, its dialog and its buttons. */
export interface FormState {
  id: string;
  element: RefObject<HTMLFormElement | null>;
  /** It is being sent. */
  busy: boolean;
  /** The error that belongs to no field. */
  problem: string | null;
  /** Whether it has unsaved changes. */
  changed: boolean;
  /** Changes with every new error. */
  attempt: number;
  /** The values restored from before the session ended; null if there are none. */
  restored: { isStale: boolean; discard: () => void } | null;
  submit: () => void;
}

/** The names of the values of a type. */
type Named<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

export interface FormOf<Values> extends FormState {
  values: Values;
  /** Errors by field. */
  errors: Problems<Values>;
  /** The error of the last attempt to send it; null during the next one. */
  refusal: unknown;
  /** Applies an edit, and clears its errors. */
  set: (edit: Partial<Values>) => void;
  /** Clears all errors, such as when the person tries something else. */
  forgive: () => void;
  /** Starts again with these values; with `before`, keeps the fields that were edited since the form had those. */
  reset(values: Values, before?: Values): void;
  /** The props of a text or choice control: spread it on a TextField, a Select and the like. */
  field: (name: Named<Values, string>) => FieldProps;
  /** The same for a Checkbox. */
  flag: (name: Named<Values, boolean>) => FlagProps;
}

/** A form whose values can also be edited by what they are at the moment, such as after a request. */
export interface UpdatableForm<Values> extends FormOf<Values> {
  /** Like `set`, for an edit that depends on the current values: they may be newer than those last rendered. */
  update: (edit: (now: Values) => Partial<Values>) => void;
}

interface FieldProps extends Pick<FieldRule, 'required' | 'maxLength'> {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

interface FlagProps {
  name: string;
  checked: boolean;
  onChange: (event: { target: { checked: boolean } }) => void;
}

export interface FormOptions<Values> {
  /** The initial values, with the names of the action's input, so that the server's errors find their fields. */
  values: Values;
  /**
   * The name of the form, and of the record it is about if the address does not identify it: when the session ends, the
   * typed values are stored under this name for the same person. Null for a form that must not be stored, such as one
   * with a password.
   */
  draft: string | null;
  /** The last saved values of a form that stays open. */
  saved?: Values | null;
  rules?: Rules;
  /**
   * Errors besides the rules, by field. `began` has the form's initial values: a refetch in the meantime must not make
   * another person's change look like this one's.
   */
  check?: (values: Values, began: Values) => Problems<Values>;
  /** Called with the values after each edit. */
  onEdit?: (values: Values) => void;
  /** Sends the values, and handles the success. If it rejects, the form shows the error. */
  send: (values: Values, began: Values) => Promise<unknown>;
  /** It cannot be sent while something else is in progress. */
  busy?: boolean;
  /** The sentence before the server's reason, or a function for the whole sentence. */
  failure: string | ((error: unknown) => string);
  /** The fields that show an error without a field, by its code. */
  blames?: Partial<Record<NonNullable<ApiError['code']>, keyof Values & string>>;
  /** The name in this form of a field that the server names. */
  nameHere?: (name: string) => string;
}

/** The props of a form's controls, by the names of its values. */
export const controlsOf = <Values extends object>(
  values: Values,
  errors: Problems<Values>,
  rules: Rules,
  set: (edit: Partial<Values>) => void,
): Pick<FormOf<Values>, 'field' | 'flag'> => ({
  field: (name) => ({
    name,
    value: String(values[name]),
    required: rules[name]?.required,
    maxLength: rules[name]?.maxLength,
    error: errors[name],
    onChange: ({ target }) => set({ [name]: target.value } as Partial<Values>),
  }),
  flag: (name) => ({
    name,
    checked: values[name] === true,
    onChange: ({ target }) => set({ [name]: target.checked } as Partial<Values>),
  }),
});

/** Names of the controls whose text the browser can't parse, such as half a date. */
const halfTypedIn = (form: HTMLFormElement | null): string[] =>
  [...(form?.elements ?? [])].flatMap((control) =>
    control instanceof HTMLInputElement && control.validity.badInput ? [control.name] : [],
  );

/** The errors of the last attempt to send the form. */
interface Faults<Values> {
  /** The fields with errors of the form's own check that were not edited since. */
  wrong: readonly string[];
  /** The server's errors in fields that were not edited since. */
  refused: Problems<Values>;
  refusal: unknown;
  problem: string | null;
}

const none = { wrong: [], refused: {}, refusal: null, problem: null };

function useFaults<Values>() {
  const [faults, setFaults] = useState<Faults<Values>>(none);
  const [attempt, setAttempt] = useState(0);
  return {
    ...faults,
    attempt,
    forgive: () => setFaults(none),
    /** Clears the errors of these fields. */
    forgiveIn: (names: readonly string[]) =>
      setFaults((before) => ({
        ...before,
        wrong: before.wrong.filter((name) => !names.includes(name)),
        refused: without(before.refused, (name) => names.includes(name)),
        problem: null,
      })),
    complain: (found: Partial<Faults<Values>>) => {
      setFaults({ ...none, ...found });
      setAttempt((before) => before + 1);
    },
  };
}

/** Sends one request at a time. */
function useSending() {
  const [sending, setSending] = useState(false);
  // State alone would let a second submit through before the first is rendered.
  const isSending = useRef(false);
  const run = async (send: () => Promise<unknown>, onError: (error: unknown) => void) => {
    if (isSending.current) return;
    isSending.current = true;
    setSending(true);
    try {
      await send();
    } catch (error) {
      onError(error);
    } finally {
      isSending.current = false;
      setSending(false);
    }
  };
  return { sending, run };
}

/** The values of a form, including those stored when a session ended. */
function useValues<Values extends object>({
  draft,
  values: first,
  saved = null,
}: Pick<FormOptions<Values>, 'draft' | 'values' | 'saved'>) {
  const { kept, hold } = useKeptForm(sessionStore.get(), draft, first);
  const [began, setBegan] = useState(first);
  const [values, setValues] = useState<Values>({ ...first, ...kept?.values });
  const [restored, setRestored] = useState(kept);
  const latest = useRef(values);
  useEffect(() => {
    const isSaved = saved !== null && editsIn(saved, values) === null;
    hold(isSaved ? null : editsIn(began, values));
  }, [began, saved, values, hold]);
  const put = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const reset = (next: Values, before: Values = latest.current) => {
    const later = Object.entries(editsIn(before, latest.current) ?? {}).map(([name, [, typed]]) => [
      name,
      typed,
    ]);
    setBegan(next);
    put({ ...next, ...Object.fromEntries(later) });
    setRestored(null);
  };
  return { began, values, latest, put, reset, restored };
}

/**
 * A form: its values and their errors. Checks them when it is submitted, and shows the server's errors at the fields.
 * An error stays until its field is edited, or the other field that it depends on.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): UpdatableForm<Values> {
  const { rules = {}, check, onEdit, send, failure, blames, nameHere } = options;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { began, values, latest, put, reset, restored } = useValues(options);
  const { wrong, refused, refusal, problem, attempt, forgive, forgiveIn, complain } = useFaults<Values>();
  const { sending, run } = useSending();
  const busy = sending || options.busy === true;
  const found = problemsIn(values, rules, check?.(values, began));
  const errors = { ...without(found, (name) => !wrong.includes(name)), ...refused };
  const update = (change: (now: Values) => Partial<Values>) => {
    const edit = change(latest.current);
    const next = { ...latest.current, ...edit };
    put(next);
    onEdit?.(next);
    forgiveIn(Object.keys(edit));
  };
  const set = (edit: Partial<Values>) => update(() => edit);
  const refuse = (error: unknown) => {
    const atFields = problemsOf(error, values, blames, nameHere);
    const whole = typeof failure === 'string' ? failureText(failure, error) : failure(error);
    const isAtField = Object.keys(atFields).length > 0;
    complain({ refused: atFields, refusal: error, problem: isAtField ? null : whole });
  };
  const startAgain = (next: Values, before?: Values) => {
    reset(next, before);
    forgive();
  };
  const submit = () => {
    if (busy) return;
    forgive();
    const halfTyped = halfTypedIn(element.current);
    const incomplete = incompleteFields(halfTyped, values);
    if (Object.keys(incomplete).length > 0) complain({ refused: incomplete });
    else if (Object.keys(found).length > 0) complain({ wrong: Object.keys(found) });
    // Such a control is none of the form's values.
    else if (halfTyped.length > 0) complain({ problem: 'Please complete all dates, times and numbers.' });
    else void run(() => send(values, began), refuse);
  };
  return {
    id,
    element,
    values,
    errors,
    refusal,
    problem,
    busy,
    attempt,
    set,
    update,
    forgive,
    submit,
    changed: editsIn(began, values) !== null,
    restored: restored && { isStale: restored.isStale, discard: () => startAgain(began) },
    reset: startAgain,
    ...controlsOf(values, errors, rules, set),
  };
}
