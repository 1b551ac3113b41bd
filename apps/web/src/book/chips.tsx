import { useId } from 'react';

interface Chip {
  /** Null for the choice that names no record. */
  id: number | null;
  label: string;
  /** In small print below; '' for none. */
  note: string;
}

const look =
  'flex min-h-11 cursor-pointer flex-col justify-center rounded-md border border-edge/70 bg-surface px-3.5 py-1.5 leading-tight select-none hover:not-has-checked:bg-brand-soft has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand';

/** A choice of one among a few, side by side. */
export function Chips({
  legend,
  chips,
  chosen,
  onChoose,
}: {
  legend: string;
  chips: readonly Chip[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map(({ id, label, note }) => (
          <label key={id ?? 0} className={look}>
            <input
              type="radio"
              name={name}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            <span className="font-semibold wrap-anywhere">{label}</span>
            {note === '' ? null : <span className="figures text-xs">{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
