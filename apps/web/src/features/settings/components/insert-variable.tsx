import type { MessageVariable } from '@burrow/contracts/message-text';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { variableNames } from '../message-occasions.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;
export type Part = 'subject' | 'body';
export type Texts = Record<Part, string>;

/** Buttons that insert a variable at the cursor. */
export function InsertVariable({
  variables,
  onInsert,
}: {
  variables: readonly MessageVariable[];
  onInsert: (variable: MessageVariable) => void;
}) {
  return (
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
}

/** The props of a form's text fields, and a function that inserts a variable at the cursor of the last one used. */
export function useCursor(form: { values: Texts; set: (edit: Partial<Texts>) => void }) {
  const controls = useRef<Partial<Record<Part, Control | null>>>({});
  const last = useRef<Part>('body');
  return {
    focus: (part: Part) => controls.current[part]?.focus(),
    insert: (variable: MessageVariable) => {
      const part = last.current;
      const written = `{{${variable}}}`;
      const { selectionStart, selectionEnd } = controls.current[part] ?? {};
      const before = form.values[part];
      const start = selectionStart ?? before.length;
      const text = before.slice(0, start) + written + before.slice(selectionEnd ?? start);
      // Render at once, so that the cursor can be placed after the inserted text.
      flushSync(() => form.set({ [part]: text }));
      const at = start + written.length;
      controls.current[part]?.focus();
      controls.current[part]?.setSelectionRange(at, at);
    },
    control: (part: Part) => ({
      ref: (element: Control | null) => {
        controls.current[part] = element;
      },
      onFocus: () => {
        last.current = part;
      },
    }),
  };
}
