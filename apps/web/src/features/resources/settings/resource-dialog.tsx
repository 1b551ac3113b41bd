import type { ResourceRecord } from '@burrow/contracts/resource';
import { maxPlaces, type ResourceKind } from '@burrow/contracts/resource-limits';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { kindOptions } from '../resource-kinds.ts';

interface Values {
  name: string;
  kind: ResourceKind;
  places: string;
}

const placesError = (places: string): string | undefined => {
  const count = Number(places);
  return Number.isInteger(count) && count >= 1 && count <= maxPlaces
    ? undefined
    : `Enter a number from 1 to ${maxPlaces}.`;
};

/** Adds a room, a piece of equipment or a kennel, or edits `resource`. */
export function ResourceDialog({
  resource,
  onClose,
}: {
  resource: ResourceRecord | null;
  onClose: () => void;
}) {
  const values: Values = {
    name: resource?.name ?? '',
    kind: resource?.kind ?? 'room',
    places: String(resource?.places ?? 1),
  };
  const form = useActionForm(resource === null ? 'resource_create' : 'resource_update', {
    draft: resource?.id ?? 'new',
    values,
    rulesOf: 'resource_create',
    required: { places: true },
    check: ({ places }) => ({ places: placesError(places) }),
    idField: resource && 'resource_id',
    input: ({ name, kind, places }) => ({
      name: name.trim(),
      kind,
      places: Number(places),
      ...(resource === null ? {} : { resource_id: resource.id }),
    }),
    onSaved: (_answer, { name }) => {
      toast.success(`${name.trim()} ${resource === null ? 'added' : 'saved'}`, { about: 'resource' });
      onClose();
    },
    failure: 'Couldn’t save',
    blames: { name_taken: 'name' },
  });
  return (
    <FormDialog
      form={form}
      title={resource === null ? 'Add room or equipment' : `Edit ${resource.name}`}
      className="grid gap-4 sm:grid-cols-2"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        placeholder="Consulting room 1"
        className="sm:col-span-2"
      />
      <Select {...form.field('kind')} label="Kind" options={kindOptions} />
      <NumberField
        {...form.field('places')}
        label="Places"
        min={1}
        max={maxPlaces}
        hint="How many appointments can use it at the same time"
      />
    </FormDialog>
  );
}
