import type { MedicineRecord } from '@burrow/contracts/medicine';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { CareTypeSelect } from '../../recalls/forms/care-type-select.tsx';
import { useSpecies } from '../../species/queries.ts';
import { intervalUnitOptions, medicineKindOptions } from '../medicine-words.ts';

interface Values {
  kind: MedicineRecord['kind'];
  name: string;
  manufacturer: string;
  species_id: string;
  dose_per_kg: string;
  dose_unit: string;
  interval_count: string;
  interval_unit: NonNullable<MedicineRecord['interval_unit']>;
  care_type_id: string;
  withdrawal: string;
  is_controlled: boolean;
  last_batch: string;
  last_expiry: string;
}

const valuesOf = (medicine: MedicineRecord | null): Values => ({
  kind: medicine?.kind ?? 'vaccine',
  name: medicine?.name ?? '',
  manufacturer: medicine?.manufacturer ?? '',
  species_id: String(medicine?.species_id ?? ''),
  dose_per_kg: medicine?.dose_per_kg ?? '',
  dose_unit: medicine?.dose_unit ?? '',
  interval_count: String(medicine?.interval_count ?? ''),
  interval_unit: medicine?.interval_unit ?? 'month',
  care_type_id: String(medicine?.care_type_id ?? ''),
  withdrawal: medicine?.withdrawal ?? '',
  is_controlled: medicine?.is_controlled === '1',
  last_batch: medicine?.last_batch ?? '',
  last_expiry: medicine?.last_expiry ?? '',
});

const errorsOf = ({ dose_per_kg: dose, dose_unit: unit }: Values) => ({
  dose_unit: dose.trim() !== '' && unit.trim() === '' ? 'Enter the unit of the dose, such as mg.' : undefined,
});

/** The values for the server: null for empty ones. */
function inputOf({ kind, name, is_controlled, interval_unit, ...text }: Values) {
  const filled = Object.fromEntries(
    Object.entries(text).map(([field, value]) => [field, value.trim() || null]),
  ) as Record<keyof typeof text, string | null>;
  return {
    kind,
    name: name.trim(),
    is_controlled,
    ...filled,
    interval_unit: filled.interval_count === null ? null : interval_unit,
  };
}

/** Adds a vaccine or a medicine, or edits `medicine`. */
export function MedicineDialog({
  medicine,
  onClose,
}: {
  medicine: MedicineRecord | null;
  onClose: () => void;
}) {
  const species = useSpecies();
  const form = useActionForm(medicine === null ? 'medicine_create' : 'medicine_update', {
    draft: medicine?.id ?? 'new',
    values: valuesOf(medicine),
    rulesOf: 'medicine_create',
    check: errorsOf,
    idField: medicine && 'medicine_id',
    together: [
      ['dose_per_kg', 'dose_unit'],
      ['interval_count', 'interval_unit'],
      ['last_batch', 'last_expiry'],
    ],
    input: (values) => ({
      ...inputOf(values),
      ...(medicine === null ? {} : { medicine_id: medicine.id }),
    }),
    onSaved: (_answer, { name }) => {
      toast.success(`${name.trim()} ${medicine === null ? 'added' : 'saved'}`, { about: 'medicine' });
      onClose();
    },
    failure: 'Couldn’t save the medicine',
    blames: { name_taken: 'name' },
  });
  return (
    <FormDialog
      form={form}
      title={medicine === null ? 'Add vaccine or medicine' : `Edit ${medicine.name}`}
      className="grid items-start gap-4 sm:grid-cols-2"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" className="sm:col-span-2" />
      <Select {...form.field('kind')} label="Kind" options={medicineKindOptions} />
      <TextField {...form.field('manufacturer')} label="Manufacturer" />
      <Select
        {...form.field('species_id')}
        label="Species"
        emptyLabel="Any species"
        options={speciesOptions(species.data ?? [], medicine?.species_id ?? null)}
      />
      <div className="grid grid-cols-2 gap-2">
        <TextField
          {...form.field('interval_count')}
          label="Due again after"
          inputMode="numeric"
          inputClassName="figures"
        />
        <Select {...form.field('interval_unit')} label="Unit of time" options={intervalUnitOptions} />
      </div>
      <TextField
        {...form.field('dose_per_kg')}
        label="Dose per kg"
        inputMode="decimal"
        inputClassName="figures"
      />
      <TextField {...form.field('dose_unit')} label="Unit of the dose" placeholder="mg, ml, tablets" />
      <TextField {...form.field('last_batch')} label="Current batch" inputClassName="figures" />
      <DateInput {...form.field('last_expiry')} label="Expiry" />
      <CareTypeSelect
        {...form.field('care_type_id')}
        className="sm:col-span-2"
        emptyLabel="None"
        kept={medicine?.care_type_id ?? null}
        hint="Giving this counts as the recall type and sets when it’s due next"
      />
      <TextArea
        {...form.field('withdrawal')}
        label="Withdrawal period"
        hint="For food-producing animals"
        rows={2}
        className="sm:col-span-2"
      />
      <Checkbox {...form.flag('is_controlled')} label="Controlled drug" />
    </FormDialog>
  );
}
