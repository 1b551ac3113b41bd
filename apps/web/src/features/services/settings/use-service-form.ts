import type { ServiceRecord } from '@burrow/contracts/service';
import { useRef, useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import {
  emptyService,
  serviceErrors,
  serviceInput,
  staffInput,
  valuesOfService,
  type ServiceValues,
} from '../service-values.ts';

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/**
 * The form of a new service, or of `service`. Its people and its needs are commands of their own, sent once the service
 * is saved; if one of them fails, the next attempt changes the service that was saved.
 */
export function useServiceForm(service: ServiceRecord | null, onSaved: () => void) {
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
