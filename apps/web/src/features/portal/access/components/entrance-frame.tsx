import { PawPrint } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { PracticeLogo } from '../../shell/practice-logo.tsx';

/** A page before the sign-in: the practice's name and the title on the practice's colour, and a panel with the form. */
export function EntranceFrame({
  logo,
  title,
  lead,
  children,
}: {
  /** null while it loads, and without one: a paw keeps its place. Left out, there is no place for it. */
  logo?: string | null;
  /** null while the practice's name, which is part of it, loads. */
  title: string | null;
  /** Empty while it loads. */
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <header className="bg-bar px-4 pt-8 pb-20 text-on-bar">
        <div className="mx-auto flex max-w-md flex-col items-center gap-3 text-center">
          {logo === undefined ? null : (
            <div className="grid size-16 place-items-center rounded-lg bg-on-bar/10 *:col-start-1 *:row-start-1">
              <PawPrint aria-hidden="true" className="size-8 text-on-bar-soft" />
              <PracticeLogo source={logo} className="size-16 rounded-lg" />
            </div>
          )}
          {/* Most names take two lines on a phone: reserve them, so that nothing moves when the name loads. */}
          <h1 className="grid w-full content-center text-2xl font-bold text-balance wrap-anywhere max-sm:min-h-17">
            {title ?? (
              <>
                <span className="sr-only">Customer Portal</span>
                <Skeleton className="mx-auto h-8 w-64 max-w-full opacity-30" />
              </>
            )}
          </h1>
          {lead === undefined ? null : (
            <p className="-mt-2 min-h-6 w-full wrap-anywhere text-on-bar-soft">{lead}</p>
          )}
        </div>
      </header>
      <div className="mx-auto -mt-12 w-full max-w-md px-4 pb-6">
        <div className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">{children}</div>
      </div>
    </>
  );
}
