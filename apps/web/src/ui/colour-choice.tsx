import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { palette } from './palette.ts';

const swatch = classNames(
  'relative grid size-8 place-items-center rounded-full border-2 border-transparent pointer-coarse:size-11',
  'has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
);

const dot = 'size-6 rounded-full border border-edge/40';

/** A colour from a palette, a custom one, or none. */
export function ColourChoice({
  value,
  onChange,
  hint,
  error,
}: {
  /** `#rrggbb`, or '' for none. */
  value: string;
  onChange: (colour: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  const group = useId();
  const chosen = palette.find(({ colour }) => colour === value);
  const isCustom = value !== '' && chosen === undefined;
  const choices = [{ name: 'No colour', colour: '' }, ...palette];
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        Colour{' '}
        <span className="font-normal text-ink-soft">
          {chosen?.name ?? (isCustom ? `Custom (${value})` : 'None')}
        </span>
      </legend>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        {choices.map(({ name, colour }) => (
          <label key={name} title={name} className={classNames(swatch, 'cursor-pointer')}>
            <input
              type="radio"
              name={group}
              aria-label={name}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={value === colour}
              onChange={() => onChange(colour)}
            />
            <span
              aria-hidden="true"
              className={classNames(
                dot,
                colour === '' &&
                  'bg-surface bg-[linear-gradient(135deg,transparent_46%,var(--edge)_46%,var(--edge)_54%,transparent_54%)]',
              )}
              style={colour === '' ? undefined : { backgroundColor: colour }}
            />
          </label>
        ))}
        <label
          title="Custom colour"
          className={classNames(
            'inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-md border px-2 text-sm font-medium pointer-coarse:min-h-11',
            isCustom ? 'border-ink' : 'border-line',
          )}
        >
          <input
            type="color"
            aria-invalid={error ? true : undefined}
            className="size-6 cursor-pointer rounded-sm bg-transparent"
            value={value || '#3f7d5c'}
            onChange={(event) => onChange(event.target.value)}
          />
          Custom
        </label>
      </div>
      {error ? (
        <p role="alert" className="mt-1 text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
      {hint ? <p className="mt-1 text-sm text-ink-soft">{hint}</p> : null}
    </fieldset>
  );
}
