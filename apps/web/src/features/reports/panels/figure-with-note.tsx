import type { ReactNode } from 'react';

/** A figure with a small note beside it: '240 on 25 Oct 2026'. */
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
