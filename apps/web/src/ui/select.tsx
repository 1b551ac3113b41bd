import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps | 'aria-invalid' | 'aria-describedby'> {
  options: readonly SelectOption[];
  /** An option with an empty value before the others, such as 'All staff'. */
  emptyLabel?: string;
}

/** A choice between a few options with the browser's own list, which suits phones best. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  className,
  options,
  emptyLabel,
  ...select
}: SelectProps) {
  return (
    <Field
      {...{ label, hint, error, hideLabel, className }}
      required={select.required}
      id={select.id}
      control={(wired) => (
        <div className="relative">
          <select
            {...select}
            {...wired}
            className={classNames(controlClass, 'appearance-none truncate pr-8')}
          >
            {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    />
  );
}
