import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFormats } from '../../../lib/practice.ts';
import { NoKnownAllergies } from '../../../ui/allergies.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { genderOptions, type AnimalValues } from '../animal-form.ts';
import { useBreedSuggestions } from '../queries.ts';

/** The breed, with those the practice already has to choose from. */
function BreedField() {
  const { register, control, formState } = useFormContext<AnimalValues>();
  const listId = useId();
  const suggestions = useBreedSuggestions(useWatch({ control, name: 'breed' }));
  return (
    <>
      <TextField
        label="Breed"
        maxLength={100}
        autoComplete="off"
        list={listId}
        error={formState.errors.breed?.message}
        {...register('breed')}
      />
      <datalist id={listId}>
        {suggestions.map((breed) => (
          <option key={breed}>{breed}</option>
        ))}
      </datalist>
    </>
  );
}

function NoKnownAllergiesField() {
  const { control, setValue } = useFormContext<AnimalValues>();
  const [allergies, checked] = useWatch({ control, name: ['allergies', 'no_known_allergies'] });
  return (
    <NoKnownAllergies
      className="sm:col-span-2"
      allergies={allergies}
      checked={checked}
      onChange={(value) => setValue('no_known_allergies', value, { shouldDirty: true })}
    />
  );
}

/** What is written down about an animal, inside a form of {@link AnimalValues}. */
export function AnimalFields({
  species,
  withWeight = false,
}: {
  species: readonly SelectOption[];
  /** Asks for the first weight, as of a new animal. */
  withWeight?: boolean;
}) {
  const { register, formState } = useFormContext<AnimalValues>();
  const { errors } = formState;
  const formats = useFormats();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <Select
        label="Species"
        required
        emptyLabel="Select a species"
        options={species}
        error={errors.type?.message}
        {...register('type')}
      />
      <DateInput
        label="Date of birth"
        max={formats.today()}
        error={errors.dob?.message}
        {...register('dob')}
      />
      <Select
        label="Sex"
        emptyLabel="Not recorded"
        options={genderOptions}
        error={errors.gender?.message}
        {...register('gender')}
      />
      <BreedField />
      <TextField
        label="Colour"
        maxLength={100}
        autoComplete="off"
        error={errors.color?.message}
        {...register('color')}
      />
      {withWeight ? (
        <TextField
          label="Weight"
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          inputClassName="figures"
          trailing="kg"
          error={errors.weight?.message}
          {...register('weight')}
        />
      ) : null}
      <TextArea
        label="Allergies"
        className="sm:col-span-2"
        rows={2}
        maxLength={2000}
        error={errors.allergies?.message}
        {...register('allergies')}
      />
      <NoKnownAllergiesField />
      <TextArea
        label="Behaviour notes"
        className="sm:col-span-2"
        rows={3}
        maxLength={2000}
        hint={<span className="pointer-coarse:hidden">Ctrl + Enter saves.</span>}
        error={errors.behaviour_notes?.message}
        {...register('behaviour_notes')}
      />
      <Checkbox
        label="Active"
        hint="No appointments can be booked for an inactive animal."
        className="sm:col-span-2"
        {...register('active')}
      />
    </div>
  );
}
