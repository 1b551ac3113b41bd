import type { AnimalRecord, WeightRecord } from '@burrow/contracts/animal';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { aboutAnimal } from '../about-animal.ts';
import { weightError, weightText } from '../animal-form.ts';
import { WeightDoubtBanner } from '../components/weight-doubt-banner.tsx';
import { weightDoubt, type WeightDoubt } from '../weight-doubt.ts';

interface WeightValues {
  weight: string;
  measured_on: string;
}

/** Writes down a weight, of today unless another day is chosen. */
export function AddWeightForm({
  animal,
  weights,
}: {
  animal: AnimalRecord;
  /** Those written down, oldest first. */
  weights: readonly WeightRecord[];
}) {
  const formats = useFormats();
  const add = useCommand('animal_weight_add');
  const today = formats.today();
  const form = useForm<WeightValues>({ defaultValues: { weight: '', measured_on: today } });
  const [doubt, setDoubt] = useState<WeightDoubt | null>(null);
  const { errors } = form.formState;
  const complain = (name: keyof WeightValues, message: string) => {
    form.setError(name, { message });
    form.setFocus(name);
  };
  const changed = { onChange: () => setDoubt(null) };
  const send = (isMeant: boolean) =>
    form.handleSubmit(({ weight, measured_on }) => {
      if (add.isPending) return;
      const problem = weightError(weight);
      if (problem !== null) {
        complain('weight', problem);
        return;
      }
      const found = isMeant
        ? null
        : weightDoubt(
            weights,
            { kilograms: Number(weightText(weight)), day: measured_on },
            animal.dob,
            animal.species,
          );
      setDoubt(found);
      if (found !== null) return;
      add.mutate(
        { animal_id: animal.id, weight: weightText(weight), measured_on },
        {
          onSuccess: () => {
            form.reset({ weight: '', measured_on: formats.today() });
            form.setFocus('weight');
            toast.success('Weight added', { about: aboutAnimal(animal.id) });
          },
          onError: (error) => {
            const fields = error instanceof ApiError ? error.fields : {};
            if (fields['measured_on']) complain('measured_on', fields['measured_on']);
            if (fields['weight']) complain('weight', fields['weight']);
          },
        },
      );
    })();
  const isTold = errors.weight !== undefined || errors.measured_on !== undefined;
  return (
    <form
      noValidate
      aria-label="Add weight"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          label="Weight"
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          inputClassName="figures"
          trailing="kg"
          error={errors.weight?.message}
          {...form.register('weight', changed)}
        />
        <DateInput
          label="Date"
          min={animal.dob ?? undefined}
          max={today}
          error={errors.measured_on?.message}
          {...form.register('measured_on', changed)}
        />
        <Button
          type="submit"
          className="max-sm:col-span-2 sm:mt-[1.375rem]"
          busy={add.isPending}
          busyLabel="Adding..."
        >
          Add Weight
        </Button>
      </div>
      {doubt === null ? null : <WeightDoubtBanner doubt={doubt} onSave={() => void send(true)} />}
      {add.isError && !isTold ? (
        <FormProblem>{failureText('Failed to add weight', add.error)}</FormProblem>
      ) : null}
    </form>
  );
}
