import { formText } from '../../../lib/form-text.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { sessionStore, useSession } from '../../../lib/session-store.ts';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import type { Practice } from '../queries.ts';
import { supportSession } from '../support-session.ts';
import { fieldError, PracticeFormDialog } from './practice-form-dialog.tsx';

const durations = [
  { value: '15', label: '15 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
  { value: '240', label: '4 hours' },
  { value: '480', label: '8 hours' },
];

/** Asks why a practice is opened and for how long, then changes the browser over to it. */
export function OpenSupport({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const session = useSession();
  const access = useCommand('superadmin/support_access');
  function save(form: FormData) {
    access.mutate(
      {
        practice_id: practice.id,
        reason: formText(form, 'reason').trim(),
        minutes: formText(form, 'minutes'),
      },
      {
        onSuccess: (granted) => {
          sessionStore.save(supportSession(session, granted));
          window.location.assign(absolute(paths.dashboard));
        },
      },
    );
  }
  return (
    <PracticeFormDialog
      title={`Support access to ${practice.tenant_name}`}
      description="You enter the practice as an admin. Its team can see this, read the reason in the audit log and end your access at any time. Use Switch Tenant to return."
      submitLabel="Open practice"
      busyLabel="Opening..."
      busy={access.isPending || access.isSuccess}
      error={access.error}
      fields={['reason', 'minutes']}
      onSave={save}
      onMend={access.reset}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        label="Reason"
        required
        rows={3}
        maxLength={500}
        hint="The practice can read it."
        error={fieldError(access.error, 'reason')}
      />
      <Select
        name="minutes"
        label="For how long"
        options={durations}
        defaultValue="60"
        error={fieldError(access.error, 'minutes')}
      />
    </PracticeFormDialog>
  );
}
