import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { useCommand } from '../../../lib/query.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import type { AddedPet } from './pet-added.tsx';
import { PetFields } from './pet-fields.tsx';
import { emptyPet, newPet, petErrors, refusedFields, type PetDraft, type PetErrors } from './pet-form.ts';
import { petsQuery } from './queries.ts';

interface AddPetFormProps {
  species: readonly SelectOption[];
  onAdded: (pet: AddedPet) => void;
}

/** The draft of a new pet, and how it is sent. */
function useAddPet({ species, onAdded }: AddPetFormProps) {
  const formats = usePortalFormats();
  const kept = useKeptDraft('pet', emptyPet);
  const client = useQueryClient();
  const create = useCommand('cp/animal_create', { untilGone: true });
  const add = useMutation({
    mutationFn: async (draft: PetDraft) => {
      const { animal_id: id } = await create.mutateAsync(newPet(draft));
      // The next page is about this pet. That the list cannot be read takes nothing back; that page will say so.
      await client.prefetchQuery({ ...petsQuery, staleTime: 0, retry: false });
      return id;
    },
    networkMode: 'always',
  });
  const form = useDraftForm<PetDraft, PetErrors>(
    kept.read,
    {
      save: (draft, { onSuccess, onError }) =>
        add.mutate(draft, {
          onSuccess: (id) => {
            onSuccess();
            const chosen = species.find(({ value }) => value === draft.type);
            onAdded({ id, name: draft.name.trim(), species: chosen?.label ?? null });
          },
          onError,
        }),
      isPending: add.isPending,
      error: add.error,
      reset: add.reset,
    },
    {
      check: (draft) => petErrors(draft, formats.today()),
      refused: refusedFields,
      failed: 'Failed to create pet',
      onSaved: kept.forget,
    },
  );
  return {
    ...form,
    change: (draft: PetDraft) => {
      kept.keep(draft);
      form.change(draft);
    },
    problem: form.problem === null ? null : messageOf(add.error, 'Failed to create pet'),
    forget: kept.forget,
    busy: add.isPending,
  };
}

/** 'Add New Pet': what the owner says about it. */
export function AddPetForm(props: AddPetFormProps) {
  const { draft, errors, change, submit, problem, forget, busy } = useAddPet(props);
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, errors);
  return (
    <form
      noValidate
      ref={element}
      aria-label="Add New Pet"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Card>
        <PetFields draft={draft} errors={errors ?? {}} species={props.species} onChange={change} />
      </Card>
      {problem === null ? null : <FormProblem>{problem}</FormProblem>}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <PortalButtonLink size="large" to={paths.pets} onClick={forget}>
          Cancel
        </PortalButtonLink>
        <Button size="large" variant="primary" type="submit" busy={busy} busyLabel="Adding...">
          Add Pet
        </Button>
      </div>
    </form>
  );
}
