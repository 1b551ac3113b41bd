import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../lib/api-error.ts';
import type { FormOf } from '../../../../lib/use-form.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { codeDigits } from '../code-check.ts';

/** The code from the text message; only the digits of pasted text are kept. */
export function CodeField({
  form,
  takesFocus,
}: {
  form: FormOf<{ code: string }>;
  /** Ready to be typed into when it appears. */
  takesFocus: boolean;
}) {
  const { refusal } = form;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (!(refusal instanceof ApiError) || refusal.code !== 'code_not_valid') return;
    // Mistyped, most often: ready to be typed again.
    input.current?.focus();
    input.current?.select();
  }, [refusal]);
  return (
    <TextField
      {...form.field('code')}
      label="Verification Code"
      ref={input}
      // No maxLength: a pasted "123 456" would be cut off before its space is taken out.
      onChange={(event) => form.set({ code: codeDigits(event.target.value) })}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      inputClassName="figures text-center text-xl! font-semibold tracking-[0.35em]"
    />
  );
}
