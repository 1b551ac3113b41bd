import type { TenantRecord } from '@burrow/contracts/tenant';
import { maxGraceDays } from '@burrow/contracts/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { lacksSecondFactor } from '../../team/lacks-second-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';

function RequireDialog({ onClose }: { onClose: () => void }) {
  const form = useActionForm('second_factor/require', {
    draft: null,
    values: { grace_days: String(maxGraceDays) },
    required: { grace_days: true },
    input: ({ grace_days }) => ({ required: true, grace_days }),
    onSaved: onClose,
    failure: 'Couldn’t save the setting',
  });
  return (
    <FormDialog
      form={form}
      title="Require two-step sign-in?"
      description="Everyone at your practice, including you, will sign in with a passkey, with single sign-on, or with their password and a code."
      width="small"
      submitLabel="Require it"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        {...form.field('grace_days')}
        label="Days to set it up"
        inputMode="numeric"
        hint={`0 to ${maxGraceDays}. Until then, people see a reminder. After that, they must set it up before they can do anything else.`}
      />
    </FormDialog>
  );
}

/** Who has no second factor yet. */
function Without() {
  const team = useQuery(actionQuery('team', {}));
  return (
    <QueryView query={team} skeleton={<SkeletonRows rows={2} />} failure="Couldn’t load the team">
      {(people) => {
        const joined = people.filter(({ state }) => state === 'active');
        const without = joined.filter(lacksSecondFactor);
        if (without.length === 0)
          return <p>Everyone in your team has set up two-step sign-in or signs in with single sign-on.</p>;
        return (
          <>
            <p>
              {without.length} of {joined.length} {joined.length === 1 ? 'person hasn’t' : 'people haven’t'}{' '}
              set up two-step sign-in:
            </p>
            <ul className="mt-1 list-disc pl-5">
              {without.map(({ id, name }) => (
                <li key={id} className="wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </QueryView>
  );
}

/** The practice's requirements for signing in. */
export function SecuritySettings({ practice }: { practice: TenantRecord }) {
  const { second_factor_from: from } = practice;
  const formats = useFormats();
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <Card title="Two-step sign-in">
        <p className="mb-3 text-ink-soft">
          With two-step sign-in, a stolen password isn’t enough to sign in.
        </p>
        <p className="mb-3 font-semibold">
          {from
            ? `Required for everyone from ${formats.dateTime(from)}.`
            : 'Optional. Each person can choose to set it up.'}
        </p>
        <Button variant={from ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
          {from ? 'Stop requiring it' : 'Require two-step sign-in'}
        </Button>
      </Card>
      <Card title="People without two-step sign-in">
        <Without />
        <p className="mt-3">
          <Link to={paths.settings('team')} className={textLinkClass}>
            View the team
          </Link>
        </p>
      </Card>
      {asking && !from ? <RequireDialog onClose={() => setAsking(false)} /> : null}
      {asking && from ? (
        <ConfirmCommand
          command="second_factor/require"
          input={{ required: false }}
          onClose={() => setAsking(false)}
          title="Stop requiring two-step sign-in?"
          confirmLabel="Stop requiring it"
          busyLabel="Saving..."
          failure="Couldn’t save the setting. Please try again."
        >
          People who’ve set it up keep it, and can turn it off.
        </ConfirmCommand>
      ) : null}
    </div>
  );
}
