import type { ReactNode } from 'react';

/** '' for none, '7', '99+'. */
export const countInWords = (count: number): string =>
  count === 0 ? '' : count > 99 ? '99+' : String(count);

/** An icon with a count in its corner; without one if `count` is ''. */
export const CountedIcon = ({ count, children }: { count: string; children: ReactNode }) =>
  count === '' ? (
    children
  ) : (
    <span className="relative">
      {children}
      <span className="figures absolute -top-2 -right-2.5 min-w-4.5 rounded-full bg-attention px-1 text-center text-xs font-bold text-on-attention">
        {count}
      </span>
    </span>
  );
