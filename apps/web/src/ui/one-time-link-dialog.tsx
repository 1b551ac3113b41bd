import type { ReactNode } from 'react';
import { OneTimeLink } from './one-time-link.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

/** Shows a one-time link that was just made. */
export function OneTimeLinkDialog({
  title,
  link,
  dateTime,
  explanation,
  onClose,
}: {
  title: string;
  /** As returned by the server: the path with its token, and the expiry as an instant (ISO 8601). */
  link: { setup_link: string; expires_at: string };
  /** Formats an instant. */
  dateTime: (instant: string) => string;
  explanation: ReactNode;
  onClose: () => void;
}) {
  return (
    <ShownOnceDialog title={title} onClose={onClose}>
      <OneTimeLink
        link={`${window.location.origin}${link.setup_link}`}
        expiresAt={dateTime(link.expires_at)}
        explanation={explanation}
      />
    </ShownOnceDialog>
  );
}
