import type { ServiceRecord } from '@burrow/contracts/service';
import { useRef, useState } from 'react';
import { same } from '../../../lib/changes-to.ts';
import { withRequired } from '../../../lib/form-problems.ts';
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
import { rulesOfCommand } from '../../../lib/use-action-form.ts';
import type { OutsideWords } from '../../rota/components/outside-list.tsx';
import { useRotaCommand, useRotaForm } from '../../rota/use-rota-form.tsx';
import {
  type ServiceValues,
  emptyService,
  serviceChanges,
  serviceErrors,
  serviceInput,
  staffInput,
  valuesOfService,
} from '../service-values.ts';

const roomWords: OutsideWords = {
  title: (outside) => (outside === 1 ? '1 appointment has no room' : `${outside} appointments have no room`),
  list: 'Appointments without a room',
  advice: 'They stay as they are. You’ll find them on the dashboard, to assign a room to each or keep them.',
};

const nothingToAsk = { outside: 0, appointments: [] };

/** Saves a service with its people and its needs, which are commands of their own, sent once the service is saved. */
function useSaveService(service: ServiceRecord | null, began: ServiceValues) {
  const [savedId, setSavedId] = useState(service?.id ?? null);
  const add = useCommand('booking_type_insert');
  const change = useCommand('booking_type_update');
  const setStaff = useCommand('service_staff_set');
  const setNeeds = useRotaCommand('service_resources_set');
  const stored = useRef({ service: began, staff: staffInput(began), needs: began.needs });
  const needsOf = (values: ServiceValues) => values.needs.map((choices) => [...choices]);
  const saveService = async (values: ServiceValues): Promise<number> => {
    if (savedId === null) return (await add.mutateAsync(serviceInput(values))).service_id;
    const changes = serviceChanges(stored.current.service, values);
    if (Object.keys(changes).length > 0) await change.mutateAsync({ ...changes, service_id: savedId });
    return savedId;
  };
  const save = async (values: ServiceValues): Promise<void> => {
    const serviceId = await saveService(values);
    // If one of the next fails, the next attempt changes the service that was saved.
    setSavedId(serviceId);
    stored.current = { ...stored.current, service: values };
    const staff = staffInput(values);
    const needs = needsOf(values);
    if (!same(staff, stored.current.staff)) await setStaff.mutateAsync({ service_id: serviceId, staff });
    stored.current = { ...stored.current, staff };
    if (!same(needs, stored.current.needs)) await setNeeds.run({ service_id: serviceId, needs }, false);
    stored.current = { service: values, staff, needs };
  };
  const run = async (values: ServiceValues, preview: boolean) => {
    if (!preview) {
      await save(values);
      return nothingToAsk;
    }
    const needs = needsOf(values);
    if (savedId === null || same(needs, stored.current.needs)) return nothingToAsk;
    return setNeeds.run({ service_id: savedId, needs }, true);
  };
  return { savedId, run };
}

/** The form of a new service, or of `service`. It asks first if appointments would be left without a room. */
function useServiceForm(service: ServiceRecord | null, onSaved: () => void) {
  const [began] = useState(() => (service === null ? emptyService : valuesOfService(service)));
  const { savedId, run } = useSaveService(service, began);
  return useRotaForm({
    draft: savedId === null ? 'booking_type_insert new' : `booking_type_update ${savedId}`,
    values: began,
    rules: withRequired(rulesOfCommand('booking_type_insert'), { duration_minutes: true }),
    check: serviceErrors,
    run,
    onSaved,
    words: roomWords,
    failure: 'Couldn’t save the service',
    blames: { name_taken: 'name' },
  });
}

/** Adds a service, or edits `service`. */
export function ServiceDialog({ service, onClose }: { service: ServiceRecord | null; onClose: () => void }) {
  const priceLabel = useSumLabel('Price');
  const { form, question } = useServiceForm(service, () => {
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
      after={question}
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
      <ServiceMore form={form} warning={service?.keep_warning ?? null} />
    </FormDialog>
  );
}
