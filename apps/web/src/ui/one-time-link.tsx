import { Check, Copy } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

export interface OneTimeLinkProps {
  /** The whole address, with its scheme and host. */
  link: string;
  /** Until when it is good, ready to read: 'Sat, 28 Nov, 09:30'. */
  expiresAt: string;
  /** Whom it is for and what it does. */
  explanation: ReactNode;
}

/** A link that is shown once, to be handed on: the whole of it, a button that copies it, and when it ends. */
export function OneTimeLink({ link, expiresAt, explanation }: OneTimeLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setOutcome('copied');
    } catch (error) {
      // No permission, or not a secure address: the link is selected, so the keyboard can copy it.
      console.info('The browser did not let the link be copied.', error);
      setOutcome('refused');
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div>{explanation}</div>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={field}
          label="One-time link"
          value={link}
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
      <p className="text-sm text-ink-soft">
        Good until {expiresAt}, once. It is not shown again: copy it now and hand it on.
      </p>
      <p role="status" className="text-sm font-medium text-brand empty:hidden">
        {outcome === 'copied' ? 'Copied.' : null}
        {outcome === 'refused' ? 'The browser did not copy it. The link is selected: copy it by hand.' : null}
      </p>
    </div>
  );
}
