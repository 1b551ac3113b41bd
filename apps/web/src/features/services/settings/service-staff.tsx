import type { TeamMember } from '@burrow/contracts/team';
import { useQuery } from '@tanstack/react-query';
import { actionQuery } from '../../../lib/query.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useSumLabel } from '../../payments/use-sum-label.ts';

import { providerErrors, type ProviderValues, type ServiceValues } from '../service-values.ts';

const canProvide = ({ state, takes_bookings: takesBookings }: TeamMember): boolean =>
  takesBookings === '1' && (state === 'active' || state === 'invited');

/** One person: whether they provide the service, and their own duration and price. */
function Provider({
  name,
  provider,
  service,
  showErrors,
  onChange,
}: {
  name: string;
  /** Undefined for a person who does not provide it. */
  provider: ProviderValues | undefined;
  service: Pick<ServiceValues, 'duration_minutes' | 'base_price'>;
  showErrors: boolean;
  onChange: (edit: Partial<ProviderValues> | null) => void;
}) {
  const priceLabel = useSumLabel('Price');
  const errors = provider !== undefined && showErrors ? providerErrors(provider) : null;
  const of = <span className="sr-only"> for {name}</span>;
  return (
    <li className="py-2">
      <Checkbox
        label={name}
        checked={provider !== undefined}
        onChange={(event) => onChange(event.target.checked ? {} : null)}
      />
      {provider === undefined ? null : (
        <div className="mt-2 ml-7 grid grid-cols-2 gap-3">
          <NumberField
            name="staff"
            label={<>Duration (minutes){of}</>}
            value={provider.duration_minutes}
            placeholder={service.duration_minutes}
            min={15}
            step={15}
            error={errors?.duration_minutes}
            onChange={(event) => onChange({ duration_minutes: event.target.value })}
          />
          <NumberField
            name="staff"
            label={
              <>
                {priceLabel}
                {of}
              </>
            }
            value={provider.price}
            placeholder={service.base_price}
            min={0}
            step={0.01}
            error={errors?.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        </div>
      )}
    </li>
  );
}

function People({ form, team }: { form: FormOf<ServiceValues>; team: readonly TeamMember[] }) {
  const { staff } = form.values;
  const chosen = new Map(staff.map((provider) => [provider.user_id, provider]));
  const change = (userId: number, edit: Partial<ProviderValues> | null) => {
    const others = staff.filter(({ user_id }) => user_id !== userId);
    const before = chosen.get(userId) ?? { user_id: userId, duration_minutes: '', price: '' };
    const next = edit === null ? others : [...others, { ...before, ...edit }];
    form.set({ staff: next.toSorted((one, other) => one.user_id - other.user_id) });
  };
  // A person who no longer takes appointments stays in the list while the service has them.
  const listed = team.filter((member) => canProvide(member) || chosen.has(member.id));
  return (
    <>
      <ul aria-label="People" className="divide-y divide-line">
        {listed.map((member) => (
          <Provider
            key={member.id}
            name={canProvide(member) ? member.name : `${member.name} (takes no appointments)`}
            provider={chosen.get(member.id)}
            service={form.values}
            showErrors={form.errors.staff !== undefined}
            onChange={(edit) => change(member.id, edit)}
          />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">Leave empty for the service’s own duration and price.</p>
    </>
  );
}

const choices = [
  { value: 'everyone', label: 'Everyone who takes appointments' },
  { value: 'chosen', label: 'Only these people' },
] as const;

/** Who provides a service: everyone, or chosen people. */
export function ServiceStaff({ form }: { form: FormOf<ServiceValues> }) {
  const team = useQuery(actionQuery('team', {}));
  const by = form.values.provided_by;
  return (
    <div>
      <RadioGroup
        legend="Who provides it"
        options={choices}
        value={by}
        onValueChange={(next) => form.set({ provided_by: next, staff: form.values.staff })}
        error={form.errors.staff ?? null}
      />
      {by === 'everyone' ? null : (
        <div className="mt-1 ml-7">
          <QueryView query={team} skeleton={<SkeletonRows rows={3} />} failure="Couldn’t load the team">
            {(members) => <People form={form} team={members} />}
          </QueryView>
        </div>
      )}
    </div>
  );
}
