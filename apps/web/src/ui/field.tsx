import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface FieldProps {
  label: ReactNode;
  /** A hint under the label or control. */
  hint?: ReactNode;
  /** The error in the value; linked to the control and announced. */
  error?: string | undefined;
  /** A doubt about the value, which can be saved all the same; linked to the control and announced. */
  warning?: string | undefined;
  /** Hides the label visually. */
  hideLabel?: boolean;
  /** Class of the whole field, for layout. */
  className?: string | undefined;
}

/** The props of the control inside a {@link Field}. */
export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The border, background and focus styles of every text-like control. */
export const controlClass = classNames(
  'control-text w-full min-h-9 rounded-md border border-edge bg-surface px-2.5 py-1.5 text-ink pointer-coarse:min-h-11',
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-brand',
  'aria-invalid:border-attention aria-invalid:focus-visible:outline-attention',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft not-[select]:read-only:bg-sunken',
);

/** Label, hint and error around one control; `children` is a function of the props for the control. */
export function Field({
  label,
  hint,
  error,
  warning,
  hideLabel = false,
  className,
  required = false,
  id,
  control,
}: FieldProps & {
  required?: boolean | undefined;
  id?: string | undefined;
  control: (props: ControlProps) => ReactNode;
}) {
  const generated = useId();
  const controlId = id ?? generated;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const warningId = `${controlId}-warning`;
  const described = [error && errorId, warning && warningId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-sm font-semibold text-ink'}>
        {label}
        {required ? (
          <span aria-hidden="true" className="text-attention">
            {' *'}
          </span>
        ) : null}
      </label>
      {control({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error ? (
        <p id={errorId} role="alert" className="text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
      {warning ? (
        <p id={warningId} role="status" className="text-sm font-medium text-pending">
          {warning}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
