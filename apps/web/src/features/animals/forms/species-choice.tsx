import { useId, type ComponentProps } from 'react';
import type { SelectOption } from '../../../ui/select.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';

/** Species as radio buttons: one click instead of the two that a select takes. */
export function SpeciesChoice({
  options,
  name,
  value,
  onChange,
  error,
  className,
}: {
  options: readonly SelectOption[];
  error: string | undefined;
  className?: string;
} & Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange'>) {
  const errorId = useId();
  return (
    <fieldset className={className} aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-sm font-semibold">
        Species
        <span aria-hidden="true" className="text-attention">
          {' *'}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option, index) => (
          <label
            key={option.value}
            className="flex min-h-9 max-w-full cursor-pointer items-center gap-1.5 rounded-md border border-edge bg-surface px-2.5 select-none hover:not-has-checked:bg-brand-soft has-checked:border-brand has-checked:bg-brand has-checked:font-bold has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={onChange}
              data-wrong={error && index === 0 ? '' : undefined}
              className="sr-only"
            />
            <SpeciesIcon species={option.label} />
            <span className="min-w-0 truncate">{option.label}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} role="alert" className="mt-1 text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
