import type { ComponentProps } from 'react';
import { lengthProblem } from '../lib/length-problem.ts';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';

export interface TextAreaProps
  extends
    FieldProps,
    Omit<ComponentProps<'textarea'>, keyof FieldProps | 'aria-invalid' | 'aria-describedby'> {}

/**
 * A text field of several lines. A text over `maxLength` stays whole and gets an error: the browser's own limit would cut
 * off the end of a pasted text unnoticed.
 */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className,
  maxLength,
  rows = 4,
  ...area
}: TextAreaProps) {
  return (
    <Field
      {...{ label, hint, hideLabel, className }}
      error={error ?? lengthProblem(String(area.value ?? ''), maxLength)}
      required={area.required}
      id={area.id}
      control={(wired) => (
        <textarea {...area} {...wired} rows={rows} className={classNames(controlClass, 'resize-y')} />
      )}
    />
  );
}
