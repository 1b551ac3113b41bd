import { useId, type ReactNode } from 'react';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
}

/** A choice between a few options that should all be visible, with the browser's own radio buttons. */
export function RadioGroup<Value extends string>({
  legend,
  options,
  value,
  onValueChange,
  error,
}: {
  legend: ReactNode;
  options: readonly RadioOption<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  /** The error in the choice; announced. */
  error?: string | null;
}) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-1.5 flex flex-col gap-2">
        {options.map((option, index) => (
          <label key={option.value} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={name}
              value={option.value}
              data-wrong={error && index === 0 ? '' : undefined}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="mt-0.5 size-[1.15rem] shrink-0 accent-brand pointer-coarse:size-6"
            />
            <span className="min-w-0">
              <span className="block font-medium pointer-coarse:py-0.5">{option.label}</span>
              {option.hint ? <span className="block text-sm text-ink-soft">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
