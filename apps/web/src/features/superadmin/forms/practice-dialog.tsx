import { addDays } from '@burrow/contracts/calendar-day';
import type { ComponentType } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import type { OutputOf } from '../../../lib/api.ts';
import { absolute, paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { sessionStore, useSession } from '../../../lib/session-store.ts';
import { switchedTo, type AvailableTenant, type Session } from '../../../lib/session.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { operatorFormats } from '../operator-formats.ts';
import type { Practice } from '../queries.ts';
import { SetupLinkDialog } from './setup-link-dialog.tsx';

/** The actions on a practice, each in its own dialog. */
export type PracticeTask = 'support' | 'rename' | 'trial' | 'link' | 'suspend' | 'resume';

interface TaskProps {
  practice: Practice;
  onClose: () => void;
}

/**
 * The session for support access: the practice's, with the superadmin's own among its tenants, so that
 * Switch Tenant leads back. An earlier access to the same practice is removed, because its key has ended.
 */
function supportSession(own: Session, access: OutputOf<'superadmin/support_access'>): Session {
  const back: AvailableTenant = {
    tenantId: own.tenantId,
    tenantName: own.tenantName,
    tenantSubdomain: null,
    userId: own.userId,
    apiKey: own.apiKey,
    role: own.role,
  };
  const practice: AvailableTenant = {
    tenantId: access.practice_id,
    tenantName: access.tenant_name,
    tenantSubdomain: access.tenant_subdomain,
    userId: access.user_id,
    apiKey: access.api_key,
    role: 'admin',
  };
  const others = own.availableTenants.filter(
    ({ apiKey, tenantId }) => apiKey !== own.apiKey && tenantId !== access.practice_id,
  );
  return switchedTo({ ...own, availableTenants: [back, ...others, practice] }, practice);
}

const durations = [
  { value: '15', label: '15 minutes' },
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '120', label: '2 hours' },
  { value: '240', label: '4 hours' },
  { value: '480', label: '8 hours' },
];

/** Asks for the reason and duration of support access, then opens the practice in this browser. */
function OpenSupport({ practice, onClose }: TaskProps) {
  const session = useSession();
  const form = useActionForm('superadmin/support_access', {
    draft: practice.id,
    values: { reason: '', minutes: '60' },
    input: (values) => ({ practice_id: practice.id, ...values }),
    onSaved: (granted) => {
      sessionStore.save(supportSession(session, granted));
      window.location.assign(absolute(paths.dashboard));
    },
    // Opening the practice takes a moment.
    untilGone: true,
    failure: (error) => messageOf(error, 'Couldn’t open the practice. Please try again.'),
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

/** Changes a practice's name, subdomain and custom domain. */
function RenamePractice({ practice, onClose }: TaskProps) {
  const form = useActionForm('superadmin/practice_update', {
    draft: practice.id,
    values: {
      tenant_name: practice.tenant_name,
      subdomain: practice.tenant_subdomain ?? '',
      custom_host: practice.custom_host ?? '',
    },
    required: { tenant_name: true },
    idField: 'practice_id',
    input: ({ tenant_name, subdomain, custom_host }) => ({
      practice_id: practice.id,
      tenant_name,
      subdomain: subdomain.trim() || null,
      custom_host: custom_host.trim() || null,
    }),
    onSaved: () => {
      onClose();
      toast.success('Practice updated');
    },
    failure: (error) => messageOf(error, 'Couldn’t save your changes. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title="Edit practice"
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('tenant_name')} label="Practice name" />
      <TextField
        {...form.field('subdomain')}
        label="Subdomain"
        hint="Addresses with the old one stop working."
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('custom_host')}
        label="Custom domain"
        hint="For example pets.example.com. It must point to this server; the practice’s portal opens there."
        autoCapitalize="none"
        inputMode="url"
        spellCheck={false}
      />
    </FormDialog>
  );
}

/** The usual extensions of a trial in days, and the suggested one. */
const choices = [7, 14, 30] as const;
const proposed = 14;

/** Sets the last day of a practice's trial. */
function ExtendTrial({ practice, onClose }: TaskProps) {
  const today = operatorFormats.today();
  const lastDay = practice.trial_last_day;
  const begins = lastDay !== null && lastDay > today ? lastDay : today;
  const isSubscribed = practice.status === 'active' || practice.status === 'past_due';
  const form = useActionForm('superadmin/practice_extend_trial', {
    draft: practice.id,
    values: { trial_end_date: addDays(begins, proposed) },
    input: (values) => ({ practice_id: practice.id, ...values }),
    onSaved: (_answer, { trial_end_date: day }) => {
      onClose();
      toast.success(`The trial of ${practice.tenant_name} ends on ${operatorFormats.day(day)}`);
    },
    failure: (error) => messageOf(error, 'Couldn’t save your changes. Please try again.'),
  });
  return (
    <FormDialog
      form={form}
      title="Extend trial"
      description={`${
        lastDay
          ? `The trial of ${practice.tenant_name} ends on ${operatorFormats.day(lastDay)}.`
          : `${practice.tenant_name} has no trial.`
      }${isSubscribed ? ' It has a subscription, so a trial only counts once that ends.' : ''}`}
      width="small"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <DateInput {...form.field('trial_end_date')} label="Trial end date" min={today} />
      <div role="group" aria-label="Extend by" className="flex flex-wrap gap-2">
        {choices.map((days) => (
          <Button
            key={days}
            size="small"
            aria-pressed={form.values.trial_end_date === addDays(begins, days)}
            className="aria-pressed:border-brand aria-pressed:bg-brand-soft"
            onClick={() => form.set({ trial_end_date: addDays(begins, days) })}
          >
            +{days} days
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}

/** Creates a new link for an invited admin who lost theirs. */
const NewAdminLink = ({ practice, onClose }: TaskProps) => (
  <ConfirmCommand
    command="superadmin/practice_admin_link"
    input={{ practice_id: practice.id }}
    onClose={onClose}
    title={`Create a new link for the admin of ${practice.tenant_name}?`}
    confirmLabel="Create new link"
    busyLabel="Creating..."
    tone="primary"
    failure="Couldn’t create the link."
    result={(link) => (
      <SetupLinkDialog
        title="New admin link"
        practiceName={practice.tenant_name}
        link={link}
        onClose={onClose}
      />
    )}
  >
    The previous link stops working.
  </ConfirmCommand>
);

function SuspendPractice({ practice, onClose }: TaskProps) {
  const resume = useCommand('superadmin/practice_resume');
  const undo = () =>
    toast.tell(resume.mutateAsync({ practice_id: practice.id }), {
      done: `${practice.tenant_name} is active again`,
      failed: 'Couldn’t resume the practice',
    });
  return (
    <ConfirmCommand
      command="superadmin/practice_suspend"
      input={{ practice_id: practice.id }}
      onClose={onClose}
      title={`Suspend ${practice.tenant_name}?`}
      confirmLabel="Suspend practice"
      busyLabel="Suspending..."
      failure="Couldn’t suspend the practice."
      done={`${practice.tenant_name} is suspended`}
      undo={undo}
    >
      Its team and clients are signed out at their next click, and no one can sign in until it is resumed. No
      data is lost.
    </ConfirmCommand>
  );
}

/** Asks before a suspended practice is resumed. */
const ResumePractice = ({ practice, onClose }: TaskProps) => (
  <ConfirmCommand
    command="superadmin/practice_resume"
    input={{ practice_id: practice.id }}
    onClose={onClose}
    title={`Resume ${practice.tenant_name}?`}
    confirmLabel="Resume practice"
    busyLabel="Resuming..."
    tone="primary"
    failure="Couldn’t resume the practice."
    done={`${practice.tenant_name} is active again`}
  >
    Its team and its clients can sign in again.
  </ConfirmCommand>
);

const dialogs: Record<PracticeTask, ComponentType<TaskProps>> = {
  support: OpenSupport,
  rename: RenamePractice,
  trial: ExtendTrial,
  link: NewAdminLink,
  suspend: SuspendPractice,
  resume: ResumePractice,
};

/** The dialog for one action. */
export function PracticeDialog({ name, ...props }: TaskProps & { name: PracticeTask }) {
  const Task = dialogs[name];
  return <Task {...props} />;
}
