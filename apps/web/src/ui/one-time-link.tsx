import type { ReactNode } from 'react';
import { CopyField } from './copy-field.tsx';

export interface OneTimeLinkProps {
  /** The whole address, with its scheme and host. */
  link: string;
  /** When it expires, formatted: 'Sat, 28 Nov, 09:30'. */
  expiresAt: string;
  /** The person it is for, and its effect. */
  explanation: ReactNode;
}

/** A link that is shown once, to be shared with a person: its text, a button that copies it, and its expiry. */
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
