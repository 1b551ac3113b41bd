import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../lib/api-error.ts';
import type { FormOf } from '../../../../lib/use-form.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { codeDigits } from '../code-check.ts';

/** The code from the text message. Pasted text is reduced to its digits. */
export function CodeField({
  form,
  takesFocus,
}: {
  form: FormOf<{ code: string }>;
  /** Moves the focus to the field when it appears. */
  takesFocus: boolean;
}) {
  const { refusal } = form;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (!(refusal instanceof ApiError) || refusal.code !== 'code_not_valid') return;
    // A typing error is the most likely cause, so select the code for retyping.
    input.current?.focus();
    input.current?.select();
  }, [refusal]);
  return (
    <TextField
      {...form.field('code')}
      label="Verification Code"
      ref={input}
      // No maxLength: it would truncate a pasted "123 456" before the space is removed.
      onChange={(event) => form.set({ code: codeDigits(event.target.value) })}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      inputClassName="figures text-center text-xl! font-semibold tracking-[0.35em]"
    />
  );
}
