import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Why a form could not be sent, beside its button; announced. */
export const FormProblem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="flex gap-2 rounded-md bg-attention-soft px-3 py-2 font-medium text-attention">
    <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);
