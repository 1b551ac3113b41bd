import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { OneTimeLink } from './one-time-link.tsx';

/** Shows a new one-time link. It cannot be shown again, so the dialog cannot be closed by accident. */
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
