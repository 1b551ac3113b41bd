import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../lib/api-error.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { codeDigits } from '../code-check.ts';

interface CodeFieldProps {
  error: string | undefined;
  /** Ready to be typed into when it appears. */
  takesFocus: boolean;
  /** Why the code was not taken, if it was not. */
  refusal: Error | null;
}

/** The code from the text message; whatever is pasted, only its digits stay. */
export function CodeField({ error, takesFocus, refusal }: CodeFieldProps) {
  const [code, setCode] = useState('');
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
      label="Verification Code"
      name="code"
      ref={input}
      // No maxLength: a pasted "123 456" would be cut off before its space is taken out.
      value={code}
      onChange={(event) => setCode(codeDigits(event.target.value))}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      error={error}
      inputClassName="figures text-center text-xl! font-semibold tracking-[0.35em]"
    />
  );
}
