import type { PortalEntry } from '@burrow/contracts/portal-record';
import { EntryFacts } from '../../entries/components/entry-facts.tsx';
import { factsOf, headingOf } from '../../entries/entry-words.ts';
import { usePortalFormats } from '../portal-practice.ts';

/** An entry of the record as its client sees it. */
export function PortalEntryView({ entry }: { entry: PortalEntry }) {
  const formats = usePortalFormats();
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold wrap-anywhere">{headingOf(entry)}</p>
      <p className="figures text-sm text-ink-soft">
        {[formats.date(entry.at), entry.author].filter(Boolean).join(' · ')}
      </p>
      <p className="wrap-anywhere whitespace-pre-line empty:hidden">{entry.body}</p>
      <EntryFacts facts={factsOf(entry, formats)} />
      {entry.addenda.map(({ id, at, body }) => (
        <p key={id} className="border-l-2 border-edge/60 pl-3 wrap-anywhere whitespace-pre-line">
          <span className="figures block text-sm text-ink-soft">Added {formats.date(at)}</span>
          {body}
        </p>
      ))}
    </div>
  );
}
