import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { callAction, type InputOf, type OutputOf } from '../../lib/api.ts';
import { useCommand } from '../../lib/query.ts';
import { useForm, type FormOf, type FormOptions } from '../../lib/use-form.ts';
import { OutsideQuestion } from './dialogs/outside-question.tsx';

/** The commands that can leave appointments outside the rota. */
type RotaCommand =
  | 'work_pattern_set'
  | 'work_pattern_delete'
  | 'shifts_set'
  | 'shifts_copy'
  | 'absence_create'
  | 'absence_update';

/** What a change does, or with a preview would do. */
interface Outcome {
  outside: number;
  appointments: readonly RotaConflict[];
  replaced_days?: number;
}

/** A command of the rota: to preview it, and to run it. */
export function useRotaCommand<Name extends RotaCommand>(name: Name) {
  const { mutateAsync, isPending } = useCommand(name);
  const run = (input: InputOf<Name>, preview: boolean): Promise<OutputOf<Name>> =>
    preview ? callAction(name, { ...input, preview: '1' }) : mutateAsync(input);
  return { busy: isPending, run };
}

interface RotaFormOptions<Values, Answer> extends Omit<FormOptions<Values>, 'send'> {
  /** Sends the values, or asks what they would change. */
  run: (values: Values, preview: boolean) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
}

/**
 * A form that changes the rota. If that leaves appointments outside it, or replaces shifts, it asks first.
 * @returns the form, and the question to show beside it
 */
export function useRotaForm<Values extends object, Answer extends Outcome>({
  run,
  onSaved,
  ...options
}: RotaFormOptions<Values, Answer>): { form: FormOf<Values>; question: ReactNode } {
  const [asked, setAsked] = useState<{ values: Values; outcome: Answer } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const form = useForm({
    ...options,
    busy: options.busy === true || saving,
    send: async (values) => {
      const outcome = await run(values, true);
      if (outcome.outside > 0 || (outcome.replaced_days ?? 0) > 0) setAsked({ values, outcome });
      else onSaved(await run(values, false));
    },
  });
  const saveAnyway = async (values: Values): Promise<void> => {
    setError(null);
    setSaving(true);
    try {
      onSaved(await run(values, false));
    } catch (failed) {
      setError(messageOf(failed, 'Couldn’t save the change'));
    } finally {
      setSaving(false);
    }
  };
  const question =
    asked === null ? null : (
      <OutsideQuestion
        outside={asked.outcome.outside}
        appointments={asked.outcome.appointments}
        replaced={asked.outcome.replaced_days ?? 0}
        busy={saving}
        error={error}
        onCancel={() => setAsked(null)}
        onConfirm={() => void saveAnyway(asked.values)}
      />
    );
  return { form, question };
}
