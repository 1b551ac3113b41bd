import type { EntryRecord } from '@burrow/contracts/entry-fields';
import { useFormats } from '../../../lib/practice.ts';
import { factsOf, lockText } from '../entry-words.ts';
import { EntryFacts } from './entry-facts.tsx';

/** Struck through: why, when and by whom. */
function Struck({ entry }: { entry: EntryRecord }) {
  const formats = useFormats();
  if (entry.struck_at === null) return null;
  return (
    <p className="text-sm font-medium text-attention wrap-anywhere">
      Struck through {formats.dateTime(entry.struck_at)}
      {entry.struck_by === null ? '' : ` by ${entry.struck_by}`}
      {entry.struck_reason ? `: ${entry.struck_reason}` : ''}
    </p>
  );
}

function Addenda({ addenda }: { addenda: EntryRecord['addenda'] }) {
  const formats = useFormats();
  if (addenda.length === 0) return null;
  return (
    <ul aria-label="Addenda" className="flex flex-col gap-1.5 border-l-2 border-edge/60 pl-3">
      {addenda.map(({ id, at, author, body }) => (
        <li key={id}>
          <p className="figures text-sm text-ink-soft">
            Addendum, {[formats.dateTime(at), author].filter(Boolean).join(', ')}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
        </li>
      ))}
    </ul>
  );
}

/** An entry's text, details, addenda and lock. */
export function EntryContent({ entry }: { entry: EntryRecord }) {
  const formats = useFormats();
  const isStruck = entry.struck_at !== null;
  return (
    <div className="flex flex-col gap-1.5">
      <div className={isStruck ? 'flex flex-col gap-1.5 line-through' : 'flex flex-col gap-1.5'}>
        <p className="wrap-anywhere whitespace-pre-line empty:hidden">{entry.body}</p>
        <EntryFacts facts={factsOf(entry, formats)} />
      </div>
      <Struck entry={entry} />
      <Addenda addenda={entry.addenda} />
      <p className="text-sm text-ink-soft empty:hidden print:hidden">{lockText(entry, formats)}</p>
    </div>
  );
}
