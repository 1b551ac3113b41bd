import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { OneTimeLink } from './one-time-link.tsx';

/** Shows a one-time link that was just made. It can not be shown again, so nothing closes it by accident. */
export function OneTimeLinkDialog({
  title,
  link,
  dateTime,
  explanation,
  onClose,
}: {
  title: string;
  /** As the server gave it: the path with its token, and the instant (ISO 8601) at which it ends. */
  link: { setup_link: string; expires_at: string };
  /** Writes an instant as the reader does. */
  dateTime: (instant: string) => string;
  explanation: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={() => undefined}
      title={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <OneTimeLink
        link={`${window.location.origin}${link.setup_link}`}
        expiresAt={dateTime(link.expires_at)}
        explanation={explanation}
      />
    </Dialog>
  );
}
