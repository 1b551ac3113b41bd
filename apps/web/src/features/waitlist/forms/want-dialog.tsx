import type { AnimalRecord } from '@burrow/contracts/animal';
import { usualLastDay } from '@burrow/contracts/waitlist-limits';
import type { DeskWant } from '@burrow/contracts/waitlist';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { serviceOptions, staffOptions } from '../../bookings/choices.ts';
import { useCallerSearch, useStaff } from '../../bookings/queries.ts';
import { useServices } from '../../services/queries.ts';
import { WantFields } from '../want-fields.tsx';
import { anyTime, wantInput, wantProblems, wantValues } from '../want-values.ts';

const noteHint = 'For your team. The client doesn’t see it.';

/** Searches an animal by its name, or its owner's name or phone number. */
function AnimalField({
  animal,
  error,
  onChoose,
}: {
  animal: AnimalRecord | null;
  error: string | undefined;
  onChoose: (animal: AnimalRecord | null) => void;
}) {
  const [query, setQuery] = useState('');
  const wanted = query.trim();
  const asked = useDebounced(wanted);
  const found = useCallerSearch(asked);
  return (
    <Combobox
      label="Animal"
      required
      placeholder="Name, client or phone number"
      items={wanted === '' ? [] : found.animals}
      itemKey={({ id }) => id}
      itemLabel={({ animal_name: name, client_name: client }) => `${name} (${client})`}
      value={animal}
      onValueChange={onChoose}
      query={query}
      onQueryChange={setQuery}
      busy={wanted !== '' && (wanted !== asked || found.isFetching)}
      searchError={found.error === null ? null : messageOf(found.error, 'Couldn’t search. Please try again.')}
      error={error}
      emptyText="No animals match"
    />
  );
}

/** Adds a client to the waitlist. */
export function NewWantDialog({ onClose }: { onClose: () => void }) {
  const formats = useFormats();
  const today = formats.today();
  const [animal, setAnimal] = useState<AnimalRecord | null>(null);
  const services = useServices().data ?? [];
  const staff = useStaff().data ?? [];
  const form = useActionForm('want_create', {
    draft: null,
    values: { ...anyTime(today, usualLastDay(today, today, null)), animal_id: '', service_id: '' },
    required: { service_id: true },
    check: (values) => ({
      ...wantProblems(values),
      animal_id: values.animal_id === '' ? 'Choose an animal.' : undefined,
    }),
    input: (values) =>
      animal && {
        ...wantInput(values),
        client_id: animal.client_id,
        animal_id: animal.id,
        service_id: Number(values.service_id),
      },
    onSaved: onClose,
    failure: 'Couldn’t add the client to the waitlist',
  });
  return (
    <FormDialog form={form} title="Add to waitlist" submitLabel="Add" busyLabel="Adding..." onClose={onClose}>
      <AnimalField
        animal={animal}
        error={form.errors.animal_id}
        onChoose={(chosen) => {
          setAnimal(chosen);
          form.set({ animal_id: chosen === null ? '' : String(chosen.id) });
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...form.field('service_id')}
          label="Service"
          emptyLabel="Select a service"
          options={serviceOptions(services)}
        />
        <Select {...form.field('staff_id')} label="With" emptyLabel="Anyone" options={staffOptions(staff)} />
      </div>
      <WantFields form={form} formats={formats} noteHint={noteHint} />
    </FormDialog>
  );
}

/** Changes what a client waits for. */
export function EditWantDialog({ want, onClose }: { want: DeskWant; onClose: () => void }) {
  const formats = useFormats();
  const staff = useStaff().data ?? [];
  const form = useActionForm('want_update', {
    draft: want.want_id,
    values: wantValues(want),
    check: wantProblems,
    idField: 'want_id',
    input: (values) => ({ want_id: want.want_id, ...wantInput(values) }),
    onSaved: onClose,
    failure: 'Couldn’t save the waitlist entry',
  });
  return (
    <FormDialog
      form={form}
      title={`${want.animal_name} (${want.client_name})`}
      description={want.service}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Select
        {...form.field('staff_id')}
        label="With"
        emptyLabel="Anyone"
        options={staffOptions(staff, { id: want.staff_id, name: want.staff_member })}
      />
      <WantFields
        form={form}
        formats={formats}
        noteHint={want.source === 'staff' ? noteHint : 'The client sees it.'}
      />
    </FormDialog>
  );
}
