import type { AnimalRecord, WeightRecord } from '@burrow/contracts/animal';
import { useRef, useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutAnimal } from '../about-animal.ts';
import { weightError, weightText } from '../animal-form.ts';
import { WeightDoubtBanner } from '../components/weight-doubt-banner.tsx';
import { weightDoubt, type WeightDoubt } from '../weights.ts';
import { WeightField } from './weight-field.tsx';

interface WeightValues {
  weight: string;
  measured_on: string;
}

/** Records a weight, of today unless another day is chosen. */
export function AddWeightForm({
  animal,
  weights,
}: {
  animal: AnimalRecord;
  /** The recorded weights, oldest first. */
  weights: readonly WeightRecord[];
}) {
  const formats = useFormats();
  const today = formats.today();
  const [doubt, setDoubt] = useState<WeightDoubt | null>(null);
  /** The unlikely weight was confirmed. */
  const isMeant = useRef(false);
  const doubtAbout = ({ weight, measured_on: day }: WeightValues): WeightDoubt | null =>
    weightDoubt(weights, { kilograms: Number(weightText(weight)), day }, animal.dob, animal.species);
  const form = useActionForm('animal_weight_add', {
    draft: animal.id,
    values: { weight: '', measured_on: today },
    required: { weight: false },
    check: ({ weight }) => ({ weight: weightError(weight) ?? undefined }),
    onEdit: () => {
      isMeant.current = false;
      setDoubt(null);
    },
    input: (values) => {
      const found = isMeant.current ? null : doubtAbout(values);
      setDoubt(found);
      return found === null ? { animal_id: animal.id, ...values, weight: weightText(values.weight) } : null;
    },
    onSaved: (_answer, sent) => {
      form.reset({ weight: '', measured_on: formats.today() }, sent);
      form.element.current?.querySelector('input')?.focus();
      toast.success('Weight added', { about: aboutAnimal(animal.id) });
    },
    failure: 'Couldn’t add the weight',
  });
  const saveAnyway = () => {
    isMeant.current = true;
    form.submit();
  };
  return (
    <Form form={form} label="Add weight" className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <WeightField {...form.field('weight')} last={doubt === null ? (weights.at(-1) ?? null) : null} />
        <DateInput {...form.field('measured_on')} label="Date" min={animal.dob ?? undefined} max={today} />
        <Button
          type="submit"
          className="max-sm:col-span-2 sm:mt-[1.375rem]"
          busy={form.busy}
          busyLabel="Adding..."
        >
          Add Weight
        </Button>
      </div>
      {doubt === null ? null : <WeightDoubtBanner doubt={doubt} onSave={saveAnyway} />}
      <FormProblem>{form.problem}</FormProblem>
    </Form>
  );
}
