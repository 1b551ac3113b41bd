import { Fragment, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import type { Problems } from '../../../lib/form-problems.ts';
import { offeredSpecies, type SpeciesChoice } from '../offered-species.ts';

export interface SpeciesPickerProps {
  value: SpeciesChoice;
  onChange: (value: SpeciesChoice) => void;
  /** Errors in the whole choice (`names`) or in the typed names; announced. */
  errors: Problems<SpeciesChoice>;
  disabled?: boolean;
  /** Names the practice already has (in any case): shown as chosen, and disabled. */
  inUse?: readonly string[];
}

const none: readonly string[] = [];

/** The error is shown above the species, because the button is below them. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The species to choose from as tick boxes, and a text field for others. */
export function SpeciesPicker({
  value,
  onChange,
  errors,
  disabled = false,
  inUse = none,
}: SpeciesPickerProps) {
  const groupId = useId();
  const problemId = useId();
  const nothing = errors.names ?? null;
  const had = new Set(inUse.map((name) => name.toLowerCase()));
  const toggle = (name: string, chosen: boolean) =>
    onChange({
      ...value,
      names: chosen ? [...value.names, name] : value.names.filter((other) => other !== name),
    });
  return (
    <div className="flex flex-col gap-4">
      {nothing === null ? null : (
        <div id={problemId} ref={bringIntoView}>
          <FormProblem>{nothing}</FormProblem>
        </div>
      )}
      <fieldset
        aria-labelledby={groupId}
        aria-describedby={nothing === null ? undefined : problemId}
        className={classNames(
          'grid grid-cols-2 gap-2 rounded-md sm:grid-cols-3 md:grid-cols-4',
          nothing !== null && 'outline-2 outline-offset-4 outline-attention',
        )}
      >
        <legend id={groupId} className="sr-only">
          Types of animals
        </legend>
        {offeredSpecies.map(({ name, label }) => {
          const has = had.has(name.toLowerCase());
          return (
            <label
              key={name}
              className={classNames(
                'flex min-h-11 min-w-0 items-center gap-2 rounded-md border border-line px-2.5 py-1.5 font-medium',
                'has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand',
                has || disabled ? 'cursor-not-allowed' : 'cursor-pointer hover:bg-sunken',
              )}
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-brand outline-none"
                checked={has || value.names.includes(name)}
                disabled={has || disabled}
                onChange={(event) => toggle(name, event.target.checked)}
              />
              <SpeciesIcon species={name} className="text-brand" />
              <span className="min-w-0">
                {label.split('/').map((part, index) => (
                  <Fragment key={part}>
                    {index === 0 ? null : (
                      <>
                        /<wbr />
                      </>
                    )}
                    {part}
                  </Fragment>
                ))}
              </span>
            </label>
          );
        })}
      </fieldset>
      <TextField
        label="Other"
        hint="Separate several with commas."
        error={errors.other}
        value={value.other}
        maxLength={1000}
        disabled={disabled}
        onChange={(event) => onChange({ ...value, other: event.target.value })}
      />
    </div>
  );
}
