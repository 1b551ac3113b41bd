import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';

export interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'aria-invalid' | 'aria-describedby'> {
  /** An icon inside, before the text. */
  leading?: ReactNode;
  /** A word inside, after the text, such as a unit. */
  trailing?: ReactNode;
  inputClassName?: string;
}

/** A text field of one line; any native input type. */
export function TextField({
  label,
  hint,
  error,
  warning,
  hideLabel,
  className,
  leading,
  trailing,
  inputClassName,
  ...input
}: TextFieldProps) {
  return (
    <Field
      {...{ label, hint, error, warning, hideLabel, className }}
      required={input.required}
      id={input.id}
      control={(wired) => (
        <div className="relative">
          {leading ? (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-ink-soft">
              {leading}
            </span>
          ) : null}
          <input
            type="text"
            {...input}
            {...wired}
            className={classNames(
              controlClass,
              leading !== undefined && 'pl-8',
              trailing !== undefined && 'pr-12',
              inputClassName,
            )}
          />
          {trailing ? (
            <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-sm text-ink-soft">
              {trailing}
            </span>
          ) : null}
        </div>
      )}
    />
  );
}
