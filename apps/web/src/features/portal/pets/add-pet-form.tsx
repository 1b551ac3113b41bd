import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import type { AddedPet } from './pet-added.tsx';
import { PetFields } from './pet-fields.tsx';
import { emptyPet, newPet, petErrors } from './pet-form.ts';
import { petsQuery } from './queries.ts';

interface AddPetFormProps {
  species: readonly SelectOption[];
  onAdded: (pet: AddedPet) => void;
}

/** 'Add New Pet': the fields of a new pet. */
export function AddPetForm({ species, onAdded }: AddPetFormProps) {
  const formats = usePortalFormats();
  const kept = useKeptDraft('pet', emptyPet);
  const client = useQueryClient();
  const [begun] = useState(kept.read);
  const form = useActionForm('cp/animal_create', {
    draft: null,
    values: begun,
    check: (values) => petErrors(values, formats.today()),
    onEdit: kept.keep,
    input: newPet,
    onSaved: async ({ animal_id: id }, { name, type }) => {
      // The next page is about this pet. If the list cannot be loaded, that page says so.
      await client.prefetchQuery({ ...petsQuery, staleTime: 0, retry: false });
      kept.forget();
      const chosen = species.find(({ value }) => value === type);
      onAdded({ id, name: name.trim(), species: chosen?.label ?? null });
    },
    untilGone: true,
    failure: (error) => messageOf(error, 'Failed to create pet'),
  });
  return (
    <Form form={form} label="Add New Pet">
      <Card>
        <PetFields form={form} species={species} />
      </Card>
      <FormProblem>{form.problem}</FormProblem>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <PortalButtonLink size="large" to={paths.pets} onClick={kept.forget}>
          Cancel
        </PortalButtonLink>
        <Button size="large" variant="primary" type="submit" busy={form.busy} busyLabel="Adding...">
          Add Pet
        </Button>
      </div>
    </Form>
  );
}
