import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

export interface StatCardProps {
  label: string;
  /** Undefined while it loads; null if that failed. */
  value: ReactNode | undefined;
  icon?: ReactNode;
  /** A small control beside the name, such as one that explains the figure. */
  hint?: ReactNode;
  /** A line under the figure: its total, or a related figure. */
  detail?: ReactNode;
  /** The change of the figure in `detail` in words, so that it does not depend on colour: 'Up 12.5%'. */
  trend?: ReactNode;
  /** A button or a link under the figure. */
  action?: ReactNode;
  /** One line on a phone, figure and name side by side. */
  slim?: boolean;
}

/** One figure with its name. */
export function StatCard({ label, value, icon, hint, detail, trend, action, slim = false }: StatCardProps) {
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3.5 shadow-card sm:p-4',
        slim && 'max-sm:py-2',
      )}
    >
      <dl className="flex items-start justify-between gap-2">
        <div
          className={classNames(
            'flex min-w-0 flex-col-reverse',
            slim && 'max-sm:w-full max-sm:flex-row-reverse max-sm:items-center max-sm:justify-between',
          )}
        >
          <dd className={classNames('figures text-2xl font-bold', slim && 'max-sm:text-xl')}>
            {value === undefined ? (
              <Skeleton className="my-1 h-7 w-12" />
            ) : value === null ? (
              <span className="text-ink-soft">
                <span aria-hidden="true">–</span>
                <span className="sr-only">not known</span>
              </span>
            ) : (
              value
            )}
          </dd>
          <dt
            className={classNames(
              'text-sm font-semibold text-ink-soft',
              hint !== undefined && 'flex items-center gap-1.5',
            )}
          >
            {label}
            {hint}
          </dt>
        </div>
        {icon ? (
          <div
            aria-hidden="true"
            className="grid size-9 shrink-0 place-items-center rounded-md bg-brand-soft text-xl text-brand max-sm:hidden print:hidden"
          >
            {icon}
          </div>
        ) : null}
      </dl>
      {detail || trend ? (
        <div
          className={classNames(
            'figures flex flex-col gap-0.5 text-sm text-ink-soft',
            trend !== undefined && 'border-t border-line pt-2',
          )}
        >
          {detail ? (
            <p className={classNames('wrap-anywhere', trend !== undefined && 'font-semibold text-ink')}>
              {detail}
            </p>
          ) : null}
          {trend ? <p className="font-semibold">{trend}</p> : null}
        </div>
      ) : null}
      {action ? <div className="mt-auto flex print:hidden">{action}</div> : null}
    </div>
  );
}
