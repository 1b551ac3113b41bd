import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../../ui/text-field.tsx';
import { codeDigits } from '../code-check.ts';

/**
 * The code from the text message; whatever is pasted, only its digits stay. With `takesFocus` it is ready to be typed
 * into when it appears.
 */
export function CodeField({ error, takesFocus }: { error: string | undefined; takesFocus: boolean }) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
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
