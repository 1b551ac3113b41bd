import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

export interface Figure {
  label: string;
  /** Undefined while it loads; null if that failed. */
  value: ReactNode | undefined;
  /** Announce changes, such as the count of a search. */
  live?: boolean;
}

function Value({ value }: { value: ReactNode | undefined }) {
  if (value === undefined) return <Skeleton className="my-1 h-4 w-10" />;
  if (value !== null) return value;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </>
  );
}

/** A few counts in a row, smaller than stat cards, for the top of a list. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ label, value, live }) => (
        <div key={label}>
          <dt className="text-xs font-semibold text-ink-soft">{label}</dt>
          <dd className="figures text-lg font-bold" aria-live={live ? 'polite' : undefined}>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
