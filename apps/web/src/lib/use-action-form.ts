import { useState } from 'react';
import { fieldRules } from 'virtual:field-rules';
import type { CommandAction, DocumentAction, InputOf, OutputOf } from './api.ts';
import { changesTo } from './changes-to.ts';
import { withRequired, type Required, type Rules } from './form-problems.ts';
import { useCommand } from './query.ts';
import { useForm, type FormOf, type FormOptions } from './use-form.ts';

/** The names of an input's fields; of several inputs, of any. */
type FieldOf<Input> = Input extends unknown ? keyof Input & string : never;

interface ActionFormOptions<Name extends CommandAction, Values> extends Omit<
  FormOptions<Values>,
  'rules' | 'send' | 'busy' | 'draft' | 'saved'
> {
  /** The record it is about, or which form of the command it is; null for a form whose values must not be stored. */
  draft: string | number | null;
  /** The command's input for the values; null to send nothing, such as when nothing was changed. */
  input: (values: Values, began: Values) => InputOf<Name> | null;
  /**
   * For an edit, the input's field with the record's id: besides it, only what differs from the form's beginning is sent,
   * so that another person's changes to the rest stay. Null for a new record.
   */
  idField?: FieldOf<InputOf<Name>> | null;
  /** Fields that an edit sends together, because one says how to read the other. */
  together?: readonly (readonly FieldOf<InputOf<Name>>[])[];
  onSaved?: (answer: OutputOf<Name>, values: Values) => unknown;
  /** Called instead of `onSaved` if nothing was sent. */
  onUnchanged?: () => void;
  /** The command whose rules apply instead, for an edit with the fields of a new record. */
  rulesOf?: CommandAction;
  /** Whether fields are required, if that differs from what the command can omit. */
  required?: Required<Values>;
  /** Stays busy after saving, for a form that then disappears. */
  untilGone?: boolean;
}

/** The contract's rules of a command's input, by field. */
export const rulesOfCommand = (command: CommandAction | DocumentAction): Rules => fieldRules[command] ?? {};

/** The maximum length of a command's field. */
export const maxLengthOf = <Name extends CommandAction>(command: Name, field: keyof InputOf<Name> & string) =>
  rulesOfCommand(command)[field]?.maxLength;

/** The input of an edit with the record's id and what differs from the form's beginning. An edit can omit the rest. */
const onlyChanges = <Input extends object>(
  sent: Input,
  first: Input | null,
  idField: FieldOf<Input>,
  together: readonly (readonly string[])[],
): Input => ({
  ...(changesTo<Input>(first ?? {}, sent, together) as Input),
  [idField]: Reflect.get(sent, idField),
});

/**
 * The form of a command: its fields have the rules of the command's input in the contract. `answer` is the command's
 * response after saving.
 */
export function useActionForm<Name extends CommandAction, Values extends object>(
  name: Name,
  options: ActionFormOptions<Name, Values>,
): FormOf<Values> & { answer: OutputOf<Name> | undefined } {
  const { input, idField = null, together = [], onSaved, onUnchanged } = options;
  const { rulesOf = name, required = {}, untilGone = false } = options;
  const command = useCommand(name, { untilGone });
  const [saved, setSaved] = useState<Values | null>(null);
  const form = useForm({
    ...options,
    draft: options.draft === null ? null : `${name} ${options.draft}`,
    saved,
    busy: command.isPending,
    rules: withRequired(rulesOfCommand(rulesOf), required),
    send: async (values, began) => {
      const sent = input(values, began);
      if (sent === null) {
        onUnchanged?.();
        return;
      }
      const answer = await command.mutateAsync(
        idField === null ? sent : onlyChanges(sent, input(began, began), idField, together),
      );
      setSaved(values);
      await onSaved?.(answer, values);
    },
  });
  return { ...form, answer: command.data };
}
