import type { ReactNode } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OneTimeLink } from '../../../ui/one-time-link.tsx';

/** Shows a one-time link that was just made. It can not be shown again, so nothing closes it by accident. */
export function LinkDialog({
  title,
  link,
  explanation,
  onClose,
}: {
  title: string;
  link: OutputOf<'team/reset_password'>;
  explanation: ReactNode;
  onClose: () => void;
}) {
  const formats = useFormats();
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
        expiresAt={formats.dateTime(link.expires_at)}
        explanation={explanation}
      />
    </Dialog>
  );
}

/** What to do with an invitation. */
export const InvitationExplained = ({ name }: { name: string }) => (
  <p>
    Send this link to <strong className="wrap-anywhere">{name}</strong>, to nobody else: whoever opens it
    joins as this person.
  </p>
);
