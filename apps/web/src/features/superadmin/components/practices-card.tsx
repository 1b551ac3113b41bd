import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { useAddressValues } from '../../../lib/use-address-values.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { OneTimeLinkDialog } from '../../../ui/one-time-link-dialog.tsx';
import { PagedView } from '../../../ui/paged-view.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PracticeDialog, type PracticeTask } from '../forms/practice-dialog.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { practiceStatuses, statusNamed } from '../practice-status.ts';
import { practicePageSize, usePractices, type Practice } from '../queries.ts';
import { PracticeMenu } from './practice-menu.tsx';
import { PracticeBadges, practiceSubtitle, PracticeTable, type PracticesProps } from './practice-table.tsx';

const statusOptions = Object.entries(practiceStatuses).map(([value, { label }]) => ({ value, label }));

const { number, count, date, day } = operatorFormats;

function PracticeCards({ practices, onTask }: PracticesProps) {
  return (
    <ul className="divide-y divide-line">
      {practices.map((practice) => (
        <li key={practice.id} className="flex items-start gap-2 py-3 pr-2 pl-4">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="font-semibold wrap-anywhere">{practice.tenant_name}</p>
            <p className="text-sm wrap-anywhere text-ink-soft empty:hidden">{practiceSubtitle(practice)}</p>
            <p className="flex flex-wrap gap-1">
              <PracticeBadges practice={practice} />
            </p>
            <p className="figures text-sm text-ink-soft">
              {practice.trial_last_day && practice.status === 'trial'
                ? `Trial until ${day(practice.trial_last_day)} · `
                : ''}
              {practice.last_active_at ? `Active ${date(practice.last_active_at)}` : 'Never active'}
            </p>
            <p className="figures text-sm text-ink-soft">
              {number(practice.users)} staff · {count(practice.clients, 'client')} ·{' '}
              {count(practice.animals, 'animal')} · {count(practice.bookings, 'appointment')}
            </p>
          </div>
          <PracticeMenu practice={practice} onTask={onTask} />
        </li>
      ))}
    </ul>
  );
}

function List({ q, status }: { q: string; status: ReturnType<typeof statusNamed> }) {
  const phone = usePhone();
  const [task, setTask] = useState<{ name: PracticeTask; practice: Practice } | null>(null);
  const onTask = (name: PracticeTask, practice: Practice) => setTask({ name, practice });
  const Shown = phone ? PracticeCards : PracticeTable;
  return (
    <>
      <PagedView
        list={usePractices(q, status)}
        size={practicePageSize}
        failure="Couldn’t load the practices"
        empty={
          <EmptyState icon={<Building2 />} title="No practices found">
            {q === '' && status === null
              ? 'Create the first one: its admin joins with a one-time link.'
              : 'Try part of the name, subdomain or email, or another status.'}
          </EmptyState>
        }
      >
        {(rows) => <Shown practices={rows} onTask={onTask} />}
      </PagedView>
      {task ? <PracticeDialog {...task} onClose={() => setTask(null)} /> : null}
    </>
  );
}

/** Removes every way into an account, for all its practices, and shows the link for choosing a new password. */
function ResetSignIn({ onClose }: { onClose: () => void }) {
  const form = useActionForm('superadmin/account_reset', {
    draft: 'any',
    values: { email: '' },
    input: (values) => values,
    failure: (error) => messageOf(error, 'Couldn’t reset the sign-in. Please try again.'),
  });
  if (form.answer) {
    return (
      <OneTimeLinkDialog
        title="Sign-in reset"
        link={form.answer}
        dateTime={operatorFormats.dateTime}
        explanation={
          <p>
            Send this link only to the owner of{' '}
            <strong className="wrap-anywhere">{form.values.email.trim()}</strong>: anyone who opens it can
            choose the password. Until then, no one can sign in with this email.
          </p>
        }
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      form={form}
      title="Reset a sign-in"
      description="For someone who forgot their password and works in several practices, or whose email someone else has used. Removes their password, passkeys, authenticator app, recovery codes and single sign-on, signs them out everywhere and emails them. Call them first, on a number you know."
      width="small"
      submitLabel="Reset and create link"
      busyLabel="Resetting..."
      onClose={onClose}
    >
      <TextField {...form.field('email')} label="Email they sign in with" type="email" autoComplete="off" />
    </FormDialog>
  );
}

/** The practices, with a search, a filter and actions. */
export function PracticesCard() {
  const { text, setText, q } = useUrlSearch();
  const [filters, setFilters] = useAddressValues(['status']);
  const status = statusNamed(filters.status);
  const [resetting, setResetting] = useState(false);
  return (
    <Card
      flush
      title="Practices"
      actions={
        <Button size="small" icon={<KeyRound className="size-4" />} onClick={() => setResetting(true)}>
          Reset a sign-in
        </Button>
      }
    >
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
        <SearchField
          label="Search practices"
          placeholder="Search name, subdomain or email"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="max-w-md flex-1 basis-60"
        />
        <Select
          label="Status"
          hideLabel
          emptyLabel="All statuses"
          options={statusOptions}
          value={status ?? ''}
          onChange={(event) => setFilters({ status: event.target.value })}
          className="basis-40"
        />
      </div>
      <List q={q} status={status} />
      {resetting ? <ResetSignIn onClose={() => setResetting(false)} /> : null}
    </Card>
  );
}
