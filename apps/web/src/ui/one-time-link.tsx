import type { ReactNode } from 'react';
import { CopyField } from './copy-field.tsx';

export interface OneTimeLinkProps {
  /** The whole address, with its scheme and host. */
  link: string;
  /** Until when it is good, ready to read: 'Sat, 28 Nov, 09:30'. */
  expiresAt: string;
  /** Whom it is for and what it does. */
  explanation: ReactNode;
}

/** A link that is shown once, to be handed on: the whole of it, a button that copies it, and when it ends. */
export const OneTimeLink = ({ link, expiresAt, explanation }: OneTimeLinkProps) => (
  <div className="flex flex-col gap-3">
    <div>{explanation}</div>
    <CopyField
      label="One-time link"
      value={link}
      note={`Works once, until ${expiresAt}. Copy it now: you won’t see it again.`}
    />
  </div>
);
