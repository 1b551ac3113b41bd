import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  info: 'border-brand/30 bg-brand-soft text-ink',
  warning: 'border-pending/30 bg-pending-soft text-ink',
  attention: 'border-attention/30 bg-attention-soft text-ink',
};

/** A strip across the page that stays until its reason is gone. Use `alert` for an error that has just happened. */
export function Banner({
  tone = 'info',
  icon,
  action,
  alert = false,
  children,
}: {
  tone?: keyof typeof tones;
  icon?: ReactNode;
  action?: ReactNode;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5 print:hidden',
        tones[tone],
      )}
    >
      {icon ? (
        <span aria-hidden="true" className="text-xl">
          {icon}
        </span>
      ) : null}
      <div className="min-w-0 flex-1 basis-52">{children}</div>
      {action}
    </div>
  );
}
