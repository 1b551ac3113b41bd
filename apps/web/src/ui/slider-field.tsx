import { type ComponentProps, type KeyboardEvent } from 'react';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';

export interface SliderFieldProps
  extends
    FieldProps,
    Omit<ComponentProps<'input'>, keyof FieldProps | 'type' | 'value' | 'onChange' | 'min' | 'max'> {
  min: number;
  max: number;
  /** Text, like every input's; '' while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  /** Shows a button that clears it. */
  clearable?: boolean;
}

const movingKeys = /^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down))$/;

/** A value between two limits, shown in words beside it. Empty until the person moves it. */
export function SliderField({
  label,
  hint,
  error,
  hideLabel,
  className,
  min,
  max,
  value,
  onValueChange,
  clearable = false,
  ...input
}: SliderFieldProps) {
  const chosen = value !== '';
  // The initial position is a value too, but the browser reports no change for it.
  const settle = (target: HTMLInputElement) => {
    if (!chosen) onValueChange(target.value);
  };
  return (
    <Field
      {...{ label, hint, error, hideLabel, className }}
      required={input.required}
      id={input.id}
      control={(wired) => (
        <div className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
          <div className="min-w-0 flex-1">
            <input
              {...input}
              {...wired}
              type="range"
              min={min}
              max={max}
              value={chosen ? value : min}
              aria-valuetext={chosen ? value : 'Not answered'}
              className={`block h-6 w-full accent-brand ${chosen ? '' : 'opacity-60'}`}
              onChange={(event) => onValueChange(event.target.value)}
              onPointerUp={(event) => settle(event.currentTarget)}
              onKeyUp={(event: KeyboardEvent<HTMLInputElement>) => {
                if (movingKeys.test(event.key)) settle(event.currentTarget);
              }}
            />
            <div aria-hidden="true" className="figures flex justify-between text-xs text-ink-soft">
              <span>{min}</span>
              <span>{max}</span>
            </div>
          </div>
          <output
            htmlFor={wired.id}
            aria-live="off"
            className="figures min-w-10 rounded-md bg-sunken px-2 py-1 text-center font-semibold"
          >
            {chosen ? value : '–'}
          </output>
          {clearable && chosen ? (
            <Button size="small" variant="quiet" onClick={() => onValueChange('')}>
              Clear<span className="sr-only"> {label}</span>
            </Button>
          ) : null}
        </div>
      )}
    />
  );
}
