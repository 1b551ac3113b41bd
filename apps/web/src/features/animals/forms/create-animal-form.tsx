import type { ClientRecord } from '@burrow/contracts/client';
import type { SpeciesRecord } from '@burrow/contracts/species';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { speciesOptions } from '../../../ui/species-options.ts';
import { animalErrors, emptyAnimal, newAnimal, weightText, type AnimalValues } from '../animal-form.ts';
import type { AddedAnimal } from '../components/animal-added.tsx';
import { WeightDoubtBanner } from '../components/weight-doubt-banner.tsx';
import { firstWeightDoubt, type WeightDoubt } from '../weights.ts';
import { AnimalFields } from './animal-fields.tsx';
import { ClientField } from './client-field.tsx';

interface CreateAnimalFormProps {
  /** The owner, when the form was opened from their page. */
  client: ClientRecord | null;
  species: readonly SpeciesRecord[];
  /** The address that Cancel opens. */
  cancelTo: string;
  onAdded: (animal: AddedAnimal) => void;
}

interface NewAnimalValues extends AnimalValues {
  client_id: number | null;
}

/** The doubt about the first weight, or null. */
function doubtAbout({ weight, type }: AnimalValues, species: readonly SpeciesRecord[]): WeightDoubt | null {
  const kind = species.find(({ id }) => String(id) === type)?.name ?? null;
  return weight.trim() === '' ? null : firstWeightDoubt(Number(weightText(weight)), kind);
}

function useCreateAnimal({ client: preselected, species, onAdded }: CreateAnimalFormProps) {
  const formats = useFormats();
  const [client, setClient] = useState(preselected);
  const [doubt, setDoubt] = useState<WeightDoubt | null>(null);
  /** The unlikely weight was confirmed. */
  const isMeant = useRef(false);
  const begun: NewAnimalValues = { ...emptyAnimal, client_id: preselected?.id ?? null };
  const form = useActionForm('animal_create', {
    draft: 'new',
    values: begun,
    check: (values) => animalErrors(values, formats.today()),
    onEdit: () => {
      isMeant.current = false;
      setDoubt(null);
    },
    input: (values) => {
      const found = isMeant.current ? null : doubtAbout(values, species);
      setDoubt(found);
      return found === null && values.client_id !== null ? newAnimal(values.client_id, values) : null;
    },
    onSaved: ({ animal_id: id }, { name, active, client_id: clientId }) => {
      if (clientId !== null) onAdded({ id, name: name.trim(), clientId, isActive: active });
    },
    untilGone: true,
    failure: (error) => messageOf(error, 'Failed to create animal'),
  });
  const choose = (chosen: ClientRecord | null) => {
    setClient(chosen);
    form.set({ client_id: chosen?.id ?? null });
  };
  const saveAnyway = () => {
    isMeant.current = true;
    form.submit();
  };
  return { form, client, choose, doubt, saveAnyway };
}

/** 'Add New Animal'. */
export function CreateAnimalForm(props: CreateAnimalFormProps) {
  const { form, client, choose, doubt, saveAnyway } = useCreateAnimal(props);
  return (
    <Form form={form} label="Add New Animal">
      <Card>
        <div className="flex flex-col gap-4">
          <ClientField value={client} onValueChange={choose} error={form.errors.client_id} />
          <AnimalFields form={form} species={speciesOptions(props.species)} withWeight />
        </div>
      </Card>
      {doubt === null ? null : <WeightDoubtBanner doubt={doubt} onSave={saveAnyway} />}
      <FormProblem>{form.problem}</FormProblem>
      <div className="flex justify-end gap-2 max-sm:*:flex-1">
        <ButtonLink size="large" to={props.cancelTo}>
          Cancel
        </ButtonLink>
        <Button size="large" variant="primary" type="submit" busy={form.busy} busyLabel="Adding...">
          Add Animal
        </Button>
      </div>
    </Form>
  );
}
