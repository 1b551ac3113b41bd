import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The end of a long form may be out of sight, as that of a dialog is above its button. */
function bringIntoSight(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest' });
}

/** Why a form could not be sent, beside its button; announced. Nothing when it is null. */
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
