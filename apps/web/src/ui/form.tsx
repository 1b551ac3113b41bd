import type { FormEvent, ReactNode } from 'react';
import type { FormState } from '../lib/use-form.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { useFocusFirstWrong } from './focus-first-wrong.ts';
import { useFormKeys } from './use-form-keys.ts';

/**
 * The element of a form. Its fields go inside, and a submit button inside or, with `form={form.id}`, outside. Ctrl +
 * Enter submits it; the first invalid field gets the focus.
 */
export function Form({
  form,
  label,
  className = 'flex flex-col gap-4',
  disabled = false,
  onEscape,
  children,
}: {
  form: FormState;
  /** Its name for screen readers, if no heading or dialog names it. */
  label?: string;
  className?: string;
  /** The content is still loading, so no key submits it either. */
  disabled?: boolean;
  onEscape?: () => void;
  children: ReactNode;
}) {
  const { id, element, attempt, submit, restored } = form;
  useFormKeys(element, onEscape);
  useFocusFirstWrong(element, attempt || null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React also bubbles the submit of a form in a dialog that is rendered inside this one.
    if (event.target === event.currentTarget && !disabled) submit();
  };
  return (
    <form id={id} ref={element} noValidate aria-label={label} className={className} onSubmit={onSubmit}>
      {restored ? (
        <div role="status" className="col-span-full">
          <Banner
            tone={restored.isStale ? 'warning' : 'info'}
            action={
              <Button size="small" onClick={restored.discard}>
                Discard
              </Button>
            }
          >
            We’ve restored what you entered earlier.
            {restored.isStale ? ' Someone else has changed this since: please check before you save.' : null}
          </Banner>
        </div>
      ) : null}
      {children}
    </form>
  );
}
