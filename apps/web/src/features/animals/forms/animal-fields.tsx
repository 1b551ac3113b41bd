import { microchipFrom } from '@burrow/contracts/microchip';
import { useId } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { NoKnownAllergies } from '../../../ui/allergies.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { genderOptions, type AnimalValues } from '../animal-form.ts';
import { useBreedSuggestions } from '../queries.ts';
import { useMicrochipDoubts, useVetLabel } from '../identity.ts';
import { WeightField } from './weight-field.tsx';

/** The breed, with suggestions from the practice's animals. */
function BreedField({ form }: { form: FormOf<AnimalValues> }) {
  const listId = useId();
  const suggestions = useBreedSuggestions(form.values.breed);
  return (
    <>
      <TextField {...form.field('breed')} label="Breed" autoComplete="off" list={listId} />
      <datalist id={listId}>
        {suggestions.map((breed) => (
          <option key={breed}>{breed}</option>
        ))}
      </datalist>
    </>
  );
}

/** Microchip, with what is doubtful about it, insurance and usual vet. */
function IdentityFields({ form, animalId }: { form: FormOf<AnimalValues>; animalId: number | null }) {
  const doubts = useMicrochipDoubts(microchipFrom(form.values.microchip), animalId);
  const vetLabel = useVetLabel();
  return (
    <>
      <TextField
        {...form.field('microchip')}
        label="Microchip"
        inputMode="text"
        autoComplete="off"
        inputClassName="figures"
        hint={
          <span role="status" className="block text-pending empty:hidden">
            {doubts.join(' ')}
          </span>
        }
      />
      <TextField {...form.field('usual_vet')} label={vetLabel} autoComplete="off" />
      <TextField {...form.field('insurer')} label="Insurer" autoComplete="off" />
      <TextField {...form.field('policy')} label="Policy number" autoComplete="off" />
    </>
  );
}

/** The fields of an animal's record. */
export function AnimalFields({
  form,
  species,
  animalId = null,
  withWeight = false,
}: {
  form: FormOf<AnimalValues>;
  species: readonly SelectOption[];
  /** Null for a new animal. */
  animalId?: number | null;
  /** Asks for the first weight, for a new animal. */
  withWeight?: boolean;
}) {
  const formats = useFormats();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...form.field('name')} label="Name" autoComplete="off" />
      <Select {...form.field('type')} label="Species" emptyLabel="Select a species" options={species} />
      <DateInput {...form.field('dob')} label="Date of birth" max={formats.today()} />
      <Select {...form.field('gender')} label="Sex" emptyLabel="Not recorded" options={genderOptions} />
      <BreedField form={form} />
      <TextField {...form.field('color')} label="Colour" autoComplete="off" />
      {withWeight ? <WeightField {...form.field('weight')} /> : null}
      <IdentityFields form={form} animalId={animalId} />
      <TextArea {...form.field('allergies')} label="Allergies" className="sm:col-span-2" rows={2} />
      <NoKnownAllergies
        className="sm:col-span-2"
        allergies={form.values.allergies}
        checked={form.values.no_known_allergies}
        onChange={(checked) => form.set({ no_known_allergies: checked })}
      />
      <TextArea
        {...form.field('behaviour_notes')}
        label="Behaviour notes"
        className="sm:col-span-2"
        rows={3}
        hint={<span className="pointer-coarse:hidden">Ctrl + Enter saves.</span>}
      />
      <Checkbox
        {...form.flag('active')}
        label="Active"
        hint="No appointments can be booked for an inactive animal."
        className="sm:col-span-2"
      />
    </div>
  );
}
