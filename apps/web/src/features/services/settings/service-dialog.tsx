import type { ServiceRecord } from '@burrow/contracts/service';
import { useId, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import {
  draftOfService,
  emptyService,
  serviceErrors,
  serviceInput,
  type ServiceDraft,
  type ServiceErrors,
} from '../service-draft.ts';
import { ServiceForm } from './service-form.tsx';

/** What the server found wrong, by the field of the dialog; null when it is about none of them. */
function refusedFields(error: unknown): ServiceErrors | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'name_taken') return { name: error.message };
  const { name, description, base_price: price, duration_minutes: minutes } = error.fields;
  const given = Object.entries({ name, description, price, minutes }).filter(([, message]) => message);
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** Saves a draft as a new service, or as what `service` becomes. */
function useSaveService(service: ServiceRecord | null) {
  const insert = useCommand('booking_type_insert');
  const update = useCommand('booking_type_update');
  const command = service === null ? insert : update;
  const save = (
    draft: ServiceDraft,
    then: { onSuccess: () => void; onError: (error: Error) => void },
  ): void => {
    if (service === null) insert.mutate(serviceInput(draft), then);
    else update.mutate({ ...serviceInput(draft), service_id: service.id }, then);
  };
  return { save, isPending: command.isPending, error: command.error, reset: command.reset };
}

/** Adds a service, or changes `service`. */
export function ServiceDialog({ service, onClose }: { service: ServiceRecord | null; onClose: () => void }) {
  const formId = useId();
  const [draft, setDraft] = useState(() => (service === null ? emptyService : draftOfService(service)));
  const [errors, setErrors] = useState<ServiceErrors>({});
  const { save, isPending, error, reset } = useSaveService(service);
  const change = (next: ServiceDraft) => {
    setDraft(next);
    setErrors({});
    if (error !== null) reset();
  };
  const submit = () => {
    if (isPending) return;
    const found = serviceErrors(draft);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    save(draft, {
      onSuccess: () => {
        toast.success(service === null ? 'Service added' : 'Service saved');
        onClose();
      },
      onError: (failure) => setErrors(refusedFields(failure) ?? {}),
    });
  };
  return (
    <FormDialog
      title={service === null ? 'Add service' : 'Edit service'}
      description={service === null ? undefined : 'What is booked already keeps its price and duration.'}
      formId={formId}
      submitLabel="Save"
      busyLabel="Saving..."
      withKeys
      busy={isPending}
      error={
        error === null || refusedFields(error) !== null
          ? null
          : failureText('Failed to save the service', error)
      }
      onClose={onClose}
    >
      <ServiceForm id={formId} draft={draft} errors={errors} onChange={change} onSubmit={submit} />
    </FormDialog>
  );
}
