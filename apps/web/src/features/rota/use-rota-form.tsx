import type { RotaConflict } from '@burrow/contracts/rota-conflict';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { type InputOf, type OutputOf, callAction } from '../../lib/api.ts';
import { useCommand } from '../../lib/query.ts';
import { type FormOf, type FormOptions, useForm } from '../../lib/use-form.ts';
import { plural } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OutsideList, rotaWords, type OutsideWords } from './components/outside-list.tsx';

/** Asks before a change that leaves appointments outside the rota or without a room, or replaces shifts. */
function OutsideQuestion({
  outside,
  appointments,
  replaced,
  words,
  busy,
  error,
  onCancel,
  onConfirm,
}: {
  outside: number;
  appointments: readonly RotaConflict[];
  replaced: number;
  words: OutsideWords;
  busy: boolean;
  error: string | null;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const isReplacing = replaced > 0 ? `This replaces ${plural(replaced, 'shift')} in that week.` : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => (next ? undefined : onCancel())}
      title={outside === 0 ? `Replace ${plural(replaced, 'shift')}?` : words.title(outside)}
      confirmLabel={outside > 0 ? 'Save anyway' : 'Replace'}
      busyLabel="Saving..."
      tone="primary"
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      questions={<OutsideList outside={outside} appointments={appointments} label={words.list} />}
    >
      {isReplacing} {outside > 0 ? words.advice : null}
    </ConfirmDialog>
  );
}

/** The commands that can leave appointments outside the rota or without a room. */
type RotaCommand =
  | 'work_pattern_set'
  | 'work_pattern_delete'
  | 'shifts_set'
  | 'shifts_copy'
  | 'absence_create'
  | 'absence_update'
  | 'service_resources_set';

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
  words?: OutsideWords;
}

/**
 * A form that changes the rota, or what services need. If that leaves appointments outside or without a room, or replaces
 * shifts, it asks first.
 * @returns the form, and the question to show beside it
 */
export function useRotaForm<Values extends object, Answer extends Outcome>({
  run,
  onSaved,
  words = rotaWords,
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
      setError(messageOf(failed, 'Couldn’t save the change.'));
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
        words={words}
        busy={saving}
        error={error}
        onCancel={() => setAsked(null)}
        onConfirm={() => void saveAnyway(asked.values)}
      />
    );
  return { form, question };
}
