import type { ReactNode } from 'react';
import { NoKnownAllergies } from '../../../ui/allergies.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import type { PetDraft, PetErrors } from './pet-form.ts';

/** What is written down about a pet. */
export function PetFields({
  draft,
  errors,
  species,
  onChange,
  children,
}: {
  draft: PetDraft;
  errors: PetErrors;
  species: readonly SelectOption[];
  onChange: (draft: PetDraft) => void;
  /** More fields, after these. */
  children?: ReactNode;
}) {
  const today = usePortalFormats().today();
  const field = <Name extends Exclude<keyof PetDraft, 'active' | 'no_known_allergies'>>(name: Name) => ({
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Name" required maxLength={100} autoComplete="off" {...field('name')} />
      <Select label="Species" required emptyLabel="Select a species" options={species} {...field('type')} />
      <TextField label="Breed" maxLength={100} autoComplete="off" {...field('breed')} />
      <TextField label="Colour" maxLength={100} autoComplete="off" {...field('color')} />
      <DateInput label="Date of birth" max={today} {...field('dob')} />
      <TextArea
        label="Allergies"
        className="sm:col-span-2"
        rows={2}
        maxLength={2000}
        {...field('allergies')}
      />
      <NoKnownAllergies
        className="sm:col-span-2"
        allergies={draft.allergies}
        checked={draft.no_known_allergies}
        onChange={(checked) => onChange({ ...draft, no_known_allergies: checked })}
      />
      {children}
    </div>
  );
}
