import type { ComponentProps } from 'react';
import { TextField } from '../../../ui/text-field.tsx';

/** Asks for the six digits of an authenticator app. Phones show a number pad and offer to fill them in. */
export const CodeField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    {...props}
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    maxLength={7}
    required
    inputClassName="figures"
  />
);
