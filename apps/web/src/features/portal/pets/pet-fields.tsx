import { microchipDoubt, microchipFrom } from '@burrow/contracts/microchip';
import type { ReactNode } from 'react';
import type { FormOf } from '../../../lib/use-form.ts';
import { NoKnownAllergies } from '../../../ui/allergies.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import type { PetValues } from './pet-form.ts';

/** The fields of a pet's record. */
export function PetFields({
  form,
  species,
  children,
}: {
  form: FormOf<PetValues>;
  species: readonly SelectOption[];
  /** Further fields at the end. */
  children?: ReactNode;
}) {
  const today = usePortalFormats().today();
  const chip = microchipFrom(form.values.microchip);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...form.field('name')} label="Name" autoComplete="off" />
      <Select {...form.field('type')} label="Species" emptyLabel="Select a species" options={species} />
      <TextField {...form.field('breed')} label="Breed" autoComplete="off" />
      <TextField {...form.field('color')} label="Colour" autoComplete="off" />
      <DateInput {...form.field('dob')} label="Date of birth" max={today} />
      <TextField
        {...form.field('microchip')}
        label="Microchip"
        autoComplete="off"
        inputClassName="figures"
        hint={
          <span role="status" className="block text-pending empty:hidden">
            {chip === null ? null : microchipDoubt(chip)}
          </span>
        }
      />
      <TextField {...form.field('insurer')} label="Insurer" autoComplete="off" />
      <TextField {...form.field('policy')} label="Policy number" autoComplete="off" />
      <TextArea {...form.field('allergies')} label="Allergies" className="sm:col-span-2" rows={2} />
      <NoKnownAllergies
        className="sm:col-span-2"
        allergies={form.values.allergies}
        checked={form.values.no_known_allergies}
        onChange={(checked) => form.set({ no_known_allergies: checked })}
      />
      {children}
    </div>
  );
}
