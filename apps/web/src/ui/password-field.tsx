import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/**
 * A password field with a button that shows the password. `autoComplete` tells the password manager which one it is.
 */
export function PasswordField({
  label,
  hint,
  error,
  hideLabel,
  className,
  inputClassName,
  ...input
}: Omit<TextFieldProps, 'type' | 'leading' | 'trailing'> & {
  autoComplete: 'current-password' | 'new-password';
}) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...{ label, hint, error, hideLabel, className }}
      required={input.required}
      id={input.id}
      control={(wired) => (
        <div className="relative">
          <input
            {...input}
            {...wired}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(controlClass, 'pr-11', inputClassName)}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label="Show password"
            title={shown ? 'Hide password' : 'Show password'}
            aria-controls={wired.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    />
  );
}
