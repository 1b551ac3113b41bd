import type { OutputOf } from '../../../lib/api.ts';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { operatorFormats } from '../operator-formats.ts';

/** Shows the link with which a practice's first admin joins. */
export const SetupLinkDialog = ({
  practiceName,
  ...dialog
}: {
  title: string;
  practiceName: string;
  link: OutputOf<'superadmin/practice_admin_link'>;
  onClose: () => void;
}) => (
  <OneTimeLinkDialog
    {...dialog}
    dateTime={operatorFormats.dateTime}
    explanation={
      <p>
        Send this link to the first admin of <strong>{practiceName}</strong>. Anyone who opens it can choose
        the password and becomes that admin.
      </p>
    }
  />
);
