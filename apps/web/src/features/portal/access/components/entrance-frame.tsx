import type { ReactNode } from 'react';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { PracticeLogo } from '../../shell/practice-logo.tsx';

/** A page before the sign-in: the practice's name and the title on the practice's colour, and a panel with the form. */
export function EntranceFrame({
  logo = null,
  title,
  lead,
  children,
}: {
  logo?: string | null;
  /** null while the practice's name, which is part of it, loads. */
  title: string | null;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <header className="bg-bar px-4 pt-8 pb-20 text-on-bar">
        <div className="mx-auto flex max-w-md flex-col items-center gap-3 text-center">
          <PracticeLogo source={logo} className="size-16 rounded-lg" />
          {/* Most names take two lines on a phone: reserve them, so that nothing moves when the name loads. */}
          <h1 className="grid w-full content-center text-2xl font-bold text-balance wrap-anywhere max-sm:min-h-16">
            {title ?? (
              <>
                <span className="sr-only">Customer Portal</span>
                <Skeleton className="mx-auto h-8 w-64 max-w-full opacity-30" />
              </>
            )}
          </h1>
          {lead ? <p className="-mt-2 w-full wrap-anywhere text-on-bar-soft">{lead}</p> : null}
        </div>
      </header>
      <div className="mx-auto -mt-12 w-full max-w-md px-4 pb-6">
        <div className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">{children}</div>
      </div>
    </>
  );
}
