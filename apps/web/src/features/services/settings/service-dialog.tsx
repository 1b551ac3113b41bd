import type { ServiceRecord } from '@burrow/contracts/service';
import { useRef, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColourChoice } from '../../../ui/colour-choice.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSumLabel } from '../../payments/use-sum-label.ts';
import { ServiceMore } from './service-more.tsx';
import { useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import {
  type ServiceValues,
  emptyService,
  serviceErrors,
  serviceInput,
  staffInput,
  valuesOfService,
} from '../service-values.ts';

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/**
 * The form of a new service, or of `service`. Its people and needs are separate commands, sent after the service is
 * saved. If one of them fails, the next attempt updates the saved service.
 */
function useServiceForm(service: ServiceRecord | null, onSaved: () => void) {
  const [began] = useState(() => (service === null ? emptyService : valuesOfService(service)));
  const [savedId, setSavedId] = useState(service?.id ?? null);
  const setStaff = useCommand('service_staff_set');
  const setNeeds = useCommand('service_resources_set');
  const stored = useRef({ staff: staffInput(began), needs: began.needs });
  const saveRest = async (serviceId: number, values: ServiceValues) => {
    const staff = staffInput(values);
    const needs = values.needs.map((choices) => [...choices]);
    if (differs(staff, stored.current.staff)) await setStaff.mutateAsync({ service_id: serviceId, staff });
    stored.current = { ...stored.current, staff };
    if (differs(needs, stored.current.needs)) await setNeeds.mutateAsync({ service_id: serviceId, needs });
    stored.current = { staff, needs };
  };
  return useActionForm(savedId === null ? 'booking_type_insert' : 'booking_type_update', {
    draft: savedId ?? 'new',
    values: began,
    rulesOf: 'booking_type_insert',
    required: { duration_minutes: true },
    check: serviceErrors,
    input: (values) => ({ ...serviceInput(values), ...(savedId === null ? {} : { service_id: savedId }) }),
    onSaved: async (answer, values) => {
      const serviceId = 'service_id' in answer ? answer.service_id : savedId;
      if (serviceId === null) throw new Error('The saved service has no id.');
      setSavedId(serviceId);
      await saveRest(serviceId, values);
      onSaved();
    },
    failure: 'Couldn’t save the service',
    blames: { name_taken: 'name' },
  });
}

/** Adds a service, or edits `service`. */
export function ServiceDialog({ service, onClose }: { service: ServiceRecord | null; onClose: () => void }) {
  const priceLabel = useSumLabel('Price');
  const form = useServiceForm(service, () => {
    toast.success(service === null ? 'Service added' : 'Service saved');
    onClose();
  });
  return (
    <FormDialog
      form={form}
      title={service === null ? 'Add service' : 'Edit service'}
      description={service === null ? undefined : 'Existing appointments keep their price and duration.'}
      className="grid grid-cols-2 gap-4"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="Name" className="col-span-2" />
      <TextArea
        {...form.field('description')}
        label="Description"
        hint="Clients read this when they choose a service."
        rows={2}
        className="col-span-2"
      />
      <NumberField {...form.field('base_price')} label={priceLabel} min={0} step={0.01} />
      <NumberField {...form.field('duration_minutes')} label="Duration (minutes)" min={15} step={15} />
      <div className="col-span-2">
        <ColourChoice value={form.values.color} onChange={(color) => form.set({ color })} />
      </div>
      <Checkbox
        {...form.flag('online')}
        className="col-span-2"
        label="Bookable online"
        hint="Clients can request it in the portal."
      />
      <ServiceMore form={form} />
    </FormDialog>
  );
}
