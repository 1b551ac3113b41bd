import type { OutputOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OneTimeLink } from '../../../ui/one-time-link.tsx';
import { operatorFormats } from '../operator-formats.ts';

/** Shows the link by which a practice's first admin joins. It can not be shown again. */
export function SetupLinkDialog({
  title,
  practiceName,
  link,
  onClose,
}: {
  title: string;
  practiceName: string;
  link: OutputOf<'superadmin/practice_admin_link'>;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      // Closing by accident would lose the link.
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
        expiresAt={operatorFormats.dateTime(link.expires_at)}
        explanation={
          <p>
            Send this link to the first admin of <strong>{practiceName}</strong>. Whoever opens it chooses the
            password and is that admin.
          </p>
        }
      />
    </Dialog>
  );
}
