import type { CareType } from '@burrow/contracts/care';
import { maxSteps, usualCancelAfter, usualSteps, type CareUnit } from '@burrow/contracts/care-limits';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { serviceOptions } from '../../bookings/choices.ts';
import { useServices } from '../../services/queries.ts';
import { useSpecies } from '../../species/queries.ts';
import { unitOptions } from '../care-words.ts';

interface Values {
  name: string;
  species_id: string;
  every_count: string;
  every_unit: CareUnit;
  first_count: string;
  first_unit: CareUnit;
  group: string;
  service_id: string;
  visit_counts: boolean;
  steps: string;
  cancel_after: string;
}

const valuesOf = (type: CareType | null): Values => ({
  name: type?.name ?? '',
  species_id: String(type?.species_id ?? ''),
  every_count: String(type ? (type.every_count ?? '') : 12),
  every_unit: type?.every_unit ?? 'months',
  first_count: String(type?.first_count ?? ''),
  first_unit: type?.first_unit ?? 'weeks',
  group: type?.group ?? '',
  service_id: String(type?.service_id ?? ''),
  visit_counts: type?.visit_counts !== '0',
  steps: (type?.steps ?? usualSteps).join(', '),
  cancel_after: String(type?.cancel_after ?? usualCancelAfter),
});

const stepsOf = (text: string): number[] =>
  text
    .replaceAll('−', '-')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(Number);

function stepsError(text: string): string | undefined {
  const steps = stepsOf(text);
  if (steps.some((step) => !Number.isInteger(step) || Math.abs(step) > 365)) {
    return 'Enter whole days from -365 to 365, separated by commas.';
  }
  return steps.length > maxSteps ? `Enter at most ${maxSteps} messages.` : undefined;
}

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Adds what animals are recalled for, or edits `type`. */
export function CareTypeDialog({ type, onClose }: { type: CareType | null; onClose: () => void }) {
  const species = useSpecies().data ?? [];
  const services = useServices().data ?? [];
  const form = useActionForm(type === null ? 'care_type_create' : 'care_type_update', {
    draft: type?.care_type_id ?? 'new',
    values: valuesOf(type),
    rulesOf: 'care_type_create',
    required: { name: true, cancel_after: true },
    check: ({ steps }) => ({ steps: stepsError(steps) }),
    idField: type && 'care_type_id',
    together: [
      ['every_count', 'every_unit'],
      ['first_count', 'first_unit'],
    ],
    input: (values) => ({
      name: values.name.trim(),
      species_id: numberOrNull(values.species_id),
      every_count: numberOrNull(values.every_count),
      every_unit: values.every_count.trim() === '' ? null : values.every_unit,
      first_count: numberOrNull(values.first_count),
      first_unit: values.first_count.trim() === '' ? null : values.first_unit,
      group: values.group.trim() || null,
      service_id: numberOrNull(values.service_id),
      visit_counts: values.visit_counts,
      steps: stepsOf(values.steps),
      cancel_after: Number(values.cancel_after),
      ...(type === null ? {} : { care_type_id: type.care_type_id }),
    }),
    onSaved: (_answer, { name }) => {
      toast.success(`${name.trim()} ${type === null ? 'added' : 'saved'}`, { about: 'recall type' });
      onClose();
    },
    failure: 'Couldn’t save the recall type',
  });
  return (
    <FormDialog
      form={form}
      title={type === null ? 'Add recall type' : `Edit ${type.name}`}
      className="grid items-start gap-4 sm:grid-cols-2"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" placeholder="Booster" hint="Clients see this name" />
      <Select
        {...form.field('species_id')}
        label="Species"
        emptyLabel="Any species"
        options={species
          .filter(({ active, id }) => active === '1' || id === type?.species_id)
          .map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <div className="grid grid-cols-2 items-end gap-2">
        <NumberField {...form.field('every_count')} label="Due every" min={1} max={1000} />
        <Select {...form.field('every_unit')} label="Unit" hideLabel options={unitOptions} />
      </div>
      <div className="grid grid-cols-2 items-end gap-2">
        <NumberField {...form.field('first_count')} label="First due at age" min={1} max={1000} />
        <Select {...form.field('first_unit')} label="Unit of the age" hideLabel options={unitOptions} />
      </div>
      <Select
        {...form.field('service_id')}
        label="Service to book"
        emptyLabel="None"
        options={serviceOptions(services, type ? { id: type.service_id, name: type.service } : undefined)}
      />
      <TextField
        {...form.field('group')}
        label="Group"
        placeholder="Vaccination"
        hint="When one in the group is done, older due dates of the others count as done"
      />
      <TextField
        {...form.field('steps')}
        label="Messages (days from the due date)"
        hint={`Up to ${maxSteps}, such as -30, -7, 0, 30. Negative numbers are days before. Leave empty for no messages.`}
      />
      <NumberField
        {...form.field('cancel_after')}
        label="Stop messages after (days overdue)"
        min={0}
        max={1000}
      />
      <Checkbox
        {...form.flag('visit_counts')}
        className="sm:col-span-2"
        label="A completed appointment of the service counts as done"
        hint="Untick this if you record the vaccination or treatment in the visit notes."
      />
    </FormDialog>
  );
}
