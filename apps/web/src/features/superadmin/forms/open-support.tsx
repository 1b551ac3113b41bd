import { messageOf } from '../../../lib/api-error.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { sessionStore, useSession } from '../../../lib/session-store.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import type { Practice } from '../queries.ts';
import { supportSession } from '../support-session.ts';

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
  const form = useActionForm('superadmin/support_access', {
    values: { reason: '', minutes: '60' },
    input: (values) => ({ practice_id: practice.id, ...values }),
    onSaved: (granted) => {
      sessionStore.save(supportSession(session, granted));
      window.location.assign(absolute(paths.dashboard));
    },
    // The next page takes a moment.
    untilGone: true,
    failure: (error) => messageOf(error, 'Couldn’t save this. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title={`Support access to ${practice.tenant_name}`}
      description="You enter the practice as an admin. Its team can see this, read the reason in the audit log and end your access at any time. Use Switch Tenant to return."
      width="small"
      submitLabel="Open practice"
      busyLabel="Opening..."
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label="Reason" rows={3} hint="The practice can read it." />
      <Select {...form.field('minutes')} label="For how long" options={durations} />
    </FormDialog>
  );
}
