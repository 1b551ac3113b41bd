import type { ReactNode } from 'react';

/** The header of a page: title, status and actions. */
export function PageHeader({
  title,
  leading,
  badges,
  subtitle,
  actions,
}: {
  title: ReactNode;
  /** A picture or species icon before the title. */
  leading?: ReactNode;
  badges?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3 max-sm:basis-auto">
        {leading}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="text-xl font-bold">{title}</h1>
            {badges}
          </div>
          {subtitle ? <div className="text-ink-soft">{subtitle}</div> : null}
        </div>
      </div>
      {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}
