import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone =
  | 'neutral'
  | 'brand'
  | 'attention'
  | 'attention-strong'
  | 'pending'
  | 'confirmed'
  | 'progress'
  | 'done'
  | 'void'
  | 'provisional';

/** Background and text colour of a tone, for other elements than a badge. */
export const toneClass: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  brand: 'bg-brand-soft text-brand',
  attention: 'bg-attention-soft text-attention',
  'attention-strong': 'bg-attention text-on-attention',
  pending: 'bg-pending-soft text-pending',
  confirmed: 'bg-confirmed-soft text-confirmed',
  progress: 'bg-progress-soft text-progress',
  done: 'bg-done-soft text-done',
  void: 'bg-void-soft text-void',
  provisional: 'bg-provisional-soft text-provisional',
};

/** A word or number on a coloured background. The meaning must be in the word; the colour only repeats it. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        'print:border print:border-current',
        toneClass[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
