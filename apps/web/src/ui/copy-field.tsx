import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

/** A text to copy: the full text, a button that copies it, and a note. */
export function CopyField({ label, value, note }: { label: string; value: string; note: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch (error) {
      // Permission denied, or the address is not secure (https): the text is selected, so the keyboard can copy it.
      console.info('The browser blocked copying the text.', error);
      setOutcome('refused');
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={field}
          label={label}
          value={value}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          className="flex-1 basis-56"
          inputClassName="figures"
        />
        <Button
          variant="primary"
          icon={
            outcome === 'copied' ? (
              <Check aria-hidden="true" className="size-4" />
            ) : (
              <Copy aria-hidden="true" className="size-4" />
            )
          }
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      <p className="text-sm text-ink-soft">{note}</p>
      <p role="status" className="text-sm font-medium text-brand empty:hidden">
        {outcome === 'copied' ? 'Copied.' : null}
        {outcome === 'refused' ? 'Couldn’t copy the text. It’s selected, so you can copy it yourself.' : null}
      </p>
    </div>
  );
}
