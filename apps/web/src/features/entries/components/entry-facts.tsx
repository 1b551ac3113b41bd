import { Link } from 'react-router-dom';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { EntryFact } from '../entry-words.ts';

/** The details of an entry, in a line that wraps. */
export function EntryFacts({ facts }: { facts: readonly EntryFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {facts.map(({ name, value, to }) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-ink-soft">{name}</dt>
          <dd className="figures min-w-0 wrap-anywhere whitespace-pre-line">
            {to === undefined ? (
              value
            ) : (
              <Link to={to} className={textLinkClass}>
                {value}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
