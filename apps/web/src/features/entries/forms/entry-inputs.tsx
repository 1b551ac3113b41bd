import type { EntryKind } from '@burrow/contracts/entry-fields';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { dayOrToday, filledFrom } from '../entry-values.ts';
import type { EntryFormValues } from './use-entry-form.ts';
import { MedicinePicker } from './medicine-picker.tsx';

interface Inputs {
  form: FormOf<EntryFormValues>;
}

const wide = 'sm:col-span-2';

function ProductField({ form, kind }: Inputs & { kind: EntryKind }) {
  const formats = useFormats();
  const { values, errors } = form;
  return (
    <MedicinePicker
      label="Product"
      className={wide}
      required
      kind={kind}
      product={values.product}
      medicineId={values.medicine_id}
      error={errors.product ?? errors.medicine_id}
      onType={(product) => form.set({ product, medicine_id: '' })}
      onChoose={(medicine) => form.set(filledFrom(medicine, kind, dayOrToday(values.date, formats.today())))}
    />
  );
}

const Quantity = ({ form, required }: Inputs & { required?: boolean }) => (
  <>
    <TextField {...form.field('quantity')} label="Quantity" inputMode="decimal" required={required} />
    <TextField {...form.field('unit')} label="Unit" placeholder="ml, tablets" required={required} />
  </>
);

const Remark = ({ form }: Inputs) => (
  <TextArea {...form.field('body')} label="Remark" rows={2} className={wide} />
);

const Batch = ({ form }: Inputs) => (
  <>
    <TextField {...form.field('batch')} label="Batch" autoComplete="off" inputClassName="figures" />
    <DateInput {...form.field('expiry')} label="Expiry" />
  </>
);

const NoteInputs = ({ form }: Inputs) => (
  <>
    <TextField {...form.field('title')} label="Title" placeholder="Consultation" />
    <TextField
      {...form.field('temperature')}
      label="Temperature"
      inputMode="decimal"
      trailing="°C"
      inputClassName="figures"
    />
    <TextArea {...form.field('body')} label="Note" rows={8} required className={wide} />
  </>
);

const VaccinationInputs = ({ form }: Inputs) => (
  <>
    <ProductField form={form} kind="vaccination" />
    <TextField {...form.field('manufacturer')} label="Manufacturer" />
    <TextField {...form.field('site')} label="Site" placeholder="Scruff, left" />
    <Batch form={form} />
    <Quantity form={form} />
    <DateInput {...form.field('next_due_on')} label="Next due" />
    <Remark form={form} />
  </>
);

const TreatmentInputs = ({ form }: Inputs) => (
  <>
    <ProductField form={form} kind="treatment" />
    <TextField {...form.field('manufacturer')} label="Manufacturer" />
    <TextField {...form.field('route')} label="Route" placeholder="Subcutaneous" />
    <Batch form={form} />
    <Quantity form={form} />
    <TextField {...form.field('withdrawal')} label="Withdrawal" hint="For food-producing animals" />
    <Remark form={form} />
  </>
);

const PrescriptionInputs = ({ form }: Inputs) => (
  <>
    <ProductField form={form} kind="prescription" />
    <TextField {...form.field('strength')} label="Strength" placeholder="1.5 mg/ml" />
    <TextField {...form.field('form')} label="Form" placeholder="Oral suspension" />
    <Quantity form={form} required />
    <TextArea {...form.field('directions')} label="Directions" rows={3} required className={wide} />
    <TextField {...form.field('repeats')} label="Repeats" inputMode="numeric" />
    <DateInput
      {...form.field('valid_until')}
      label="Valid until"
      hint="Six months at most, 28 days for a controlled drug"
    />
    <TextField {...form.field('batch')} label="Batch" inputClassName="figures" />
    <TextField {...form.field('qualification')} label="Qualification" placeholder="MRCVS" />
    <TextField {...form.field('withdrawal')} label="Withdrawal" hint="For food-producing animals" />
    <Checkbox {...form.flag('is_controlled')} label="Controlled drug" className="self-center" />
    <Remark form={form} />
  </>
);

/** The fields of each kind of entry. */
export const entryInputs = {
  note: NoteInputs,
  vaccination: VaccinationInputs,
  treatment: TreatmentInputs,
  prescription: PrescriptionInputs,
};
