import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';

export interface TextAreaProps
  extends
    FieldProps,
    Omit<ComponentProps<'textarea'>, keyof FieldProps | 'aria-invalid' | 'aria-describedby'> {}

/** A text field of several lines. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field
      {...{ label, hint, error, hideLabel, className }}
      required={area.required}
      id={area.id}
      control={(wired) => (
        <textarea {...area} {...wired} rows={rows} className={classNames(controlClass, 'resize-y')} />
      )}
    />
  );
}
