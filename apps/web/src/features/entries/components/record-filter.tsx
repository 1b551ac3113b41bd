import { timelineKinds, type RecordChoice } from '../record-choice.ts';
import { kindLabels } from '../entry-words.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SearchField } from '../../../ui/search-field.tsx';

function Chip({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'min-h-8 rounded-full border px-3 text-sm font-semibold pointer-coarse:min-h-10',
        pressed
          ? 'border-transparent bg-brand text-on-brand'
          : 'border-edge/70 bg-surface text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      {label}
    </button>
  );
}

/** Which kinds of item a health record shows, and the words to find. */
export function RecordFilter({
  choice,
  onChange,
}: {
  choice: RecordChoice;
  onChange: (choice: RecordChoice) => void;
}) {
  const { kinds, q } = choice;
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <SearchField
        label="Search the health record"
        placeholder="Search text, product or batch"
        value={q}
        onChange={({ target }) => onChange({ kinds, q: target.value })}
      />
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
        <Chip label="All" pressed={kinds.length === 0} onPress={() => onChange({ kinds: [], q })} />
        {timelineKinds.map((kind) => (
          <Chip
            key={kind}
            label={`${kindLabels[kind]}s`}
            pressed={kinds.includes(kind)}
            onPress={() =>
              onChange({
                kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind],
                q,
              })
            }
          />
        ))}
      </div>
    </div>
  );
}
