import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Scrolls an error into view: the end of a long form, or of a dialog, may be out of sight. */
function bringIntoSight(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest' });
}

/** The error of a form, beside its button; announced. Nothing if it is null. */
export const FormProblem = ({ children }: { children: ReactNode }) =>
  children === null ? null : (
    <p
      ref={bringIntoSight}
      role="alert"
      className="flex scroll-my-4 gap-2 rounded-md bg-attention-soft px-3 py-2 font-medium text-attention max-md:scroll-mb-20"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
