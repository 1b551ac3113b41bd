import type { ReactNode } from 'react';

/** A figure, and beside it in small what it is of: '240 on 25 Oct 2026'. */
export const FigureWithNote = ({ note, children }: { note: string | null; children: ReactNode }) => (
  <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
    {children}
    {note === null ? null : (
      <>
        {' '}
        <span className="text-sm font-normal text-ink-soft">{note}</span>
      </>
    )}
  </span>
);
