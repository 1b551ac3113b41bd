import type { BusinessHours, TenantRecord } from '@burrow/contracts/tenant';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import type { InputOf } from '../../lib/api.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { useUnsaved } from './unsaved.tsx';

type PracticeInput = InputOf<'tenant_update'>;
type Problems = Readonly<Record<string, string>>;

/** What stands in the controls of a form, by the names that the practice's settings have. */
export type PracticeValues = {
  [Field in keyof PracticeInput]?: string | boolean | BusinessHours | readonly number[];
};

/** How a form stands, whatever is in it. */
export interface PracticeFormState {
  /** By field, what is wrong with it. */
  errors: Problems;
  /** What went wrong with saving as a whole. */
  problem: string | null;
  unsaved: boolean;
  saving: boolean;
  save: () => void;
  discard: () => void;
}

export interface PracticeForm<Values> extends PracticeFormState {
  values: Values;
  set: <Field extends keyof Values>(field: Field, value: Values[Field]) => void;
}

/** What the form as a whole says when a field says what is wrong. */
const atFields = 'Please correct the highlighted fields.';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that differ from what is saved. */
function changesTo<Values extends PracticeValues>(saved: Values, edits: Partial<Values>): Partial<Values> {
  const changed = Object.entries(edits).filter(
    ([field, value]) => !same(value, saved[field as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Values as they are sent: what was emptied is cleared. */
const asSent = (changes: PracticeValues): PracticeInput =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => {
      if (typeof value === 'boolean') return [field, value ? '1' : '0'];
      return [field, typeof value === 'string' ? value.trim() || null : value];
    }),
  );

/** The values being edited. After saving they stay until the practice's new record is there, so that nothing flickers. */
function useEdits<Values extends PracticeValues>(practice: TenantRecord, saved: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [savedOver, setSavedOver] = useState<TenantRecord | null>(null);
  if (savedOver !== null && savedOver !== practice) {
    setSavedOver(null);
    setEdits({});
  }
  return {
    values: { ...saved, ...edits },
    changes: savedOver === null ? changesTo(saved, edits) : {},
    set: (edit: Partial<Values>) => {
      setSavedOver(null);
      setEdits((before) => ({ ...before, ...edit }));
    },
    settle: () => setSavedOver(practice),
    discard: () => setEdits({}),
  };
}

/**
 * A form of some of the practice's settings. Sends only what was changed.
 * @param valuesOf the controls' values from the practice's record
 * @param check what is wrong before anything is sent, by field
 */
export function usePracticeForm<Values extends PracticeValues>(
  practice: TenantRecord,
  valuesOf: (practice: TenantRecord) => Values,
  check: (values: Values) => Problems = () => ({}),
): PracticeForm<Values> {
  const update = useCommand('tenant_update');
  const edits = useEdits(practice, valuesOf(practice));
  const [errors, setErrors] = useState<Problems>({});
  const [problem, setProblem] = useState<string | null>(null);
  const unsaved = Object.keys(edits.changes).length > 0;
  useUnsaved(unsaved);
  const complain = (found: Problems, message: string | null) => {
    setErrors(found);
    setProblem(message);
  };
  return {
    values: edits.values,
    errors,
    problem,
    unsaved,
    saving: update.isPending,
    set: (field, value) => {
      edits.set({ [field]: value } as unknown as Partial<Values>);
      if (Object.keys(errors).length > 0 || problem !== null) complain({}, null);
    },
    discard: () => {
      edits.discard();
      complain({}, null);
    },
    save: () => {
      const found = check(edits.values);
      complain(found, Object.keys(found).length > 0 ? atFields : null);
      if (Object.keys(found).length > 0 || !unsaved || update.isPending) return;
      update.mutate(asSent(edits.changes), {
        onSuccess: () => {
          edits.settle();
          toast.success('Settings saved', { about: 'settings' });
        },
        onError: (error) => {
          const refused = error instanceof ApiError ? error.fields : {};
          const isAtField = Object.keys(refused).some((field) => field in edits.values);
          complain(refused, isAtField ? atFields : messageOf(error, 'Couldn’t save the settings.'));
        },
      });
    },
  };
}

/** The fields that must not be left empty, with what to say when they are. */
export const needed =
  <Values extends PracticeValues>(sentences: { [Field in keyof Values]?: string }) =>
  (values: Values): Problems =>
    Object.fromEntries(
      Object.entries<string | undefined>(sentences).flatMap(([field, sentence]) => {
        const value = values[field as keyof Values];
        return sentence !== undefined && typeof value === 'string' && value.trim() === ''
          ? [[field, sentence]]
          : [];
      }),
    );
