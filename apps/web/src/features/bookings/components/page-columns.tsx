import type { ReactNode } from 'react';

/**
 * The main column with a side column that stays in view; on a phone one column. `side` comes before `children` in the
 * reading order unless it is the end of a form (`sideLast`).
 */
export function PageColumns({
  side,
  sideLast = false,
  children,
}: {
  side: ReactNode;
  sideLast?: boolean;
  children: ReactNode;
}) {
  const aside = (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4 lg:col-start-2 lg:row-start-1 lg:gap-5">
      {side}
    </div>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] lg:gap-5 print:block print:space-y-4 print:[&_section]:break-inside-avoid">
      {sideLast ? null : aside}
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1 lg:gap-5">{children}</div>
      {sideLast ? aside : null}
    </div>
  );
}
