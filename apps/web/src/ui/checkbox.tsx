import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A native checkbox with its label beside it. */
export function Checkbox({ label, hint, className, id, ...input }: CheckboxProps) {
  const generated = useId();
  const controlId = id ?? generated;
  return (
    <div className={classNames('flex items-start gap-2.5', className)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        aria-describedby={hint ? `${controlId}-hint` : undefined}
        className="mt-0.5 size-[1.15rem] shrink-0 accent-brand pointer-coarse:size-6"
      />
      <div className="min-w-0">
        <label htmlFor={controlId} className="block font-medium pointer-coarse:py-0.5">
          {label}
        </label>
        {hint ? (
          <p id={`${controlId}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
