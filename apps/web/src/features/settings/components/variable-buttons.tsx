import type { MessageVariable } from '@burrow/contracts/message-text';
import { variableNames } from '../message-occasions.ts';

/** Buttons that insert a variable at the cursor. */
export const VariableButtons = <Variable extends MessageVariable>({
  variables,
  onInsert,
}: {
  variables: readonly Variable[];
  onInsert: (variable: Variable) => void;
}) => (
  <div role="group" aria-label="Insert" className="flex flex-wrap items-center gap-1.5">
    <span className="text-sm text-ink-soft">Insert:</span>
    {variables.map((variable) => (
      <button
        key={variable}
        type="button"
        className="min-h-7 rounded-full border border-edge/70 bg-surface px-2.5 text-sm hover:bg-sunken pointer-coarse:min-h-10"
        // Keeps the cursor in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onInsert(variable)}
      >
        {variableNames[variable]}
      </button>
    ))}
  </div>
);
