import type { ServiceRecord } from '@burrow/contracts/service';
import { useId } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
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
  const saving = useSaveService(service);
  const { draft, errors, change, submit, problem } = useDraftForm(
    () => (service === null ? emptyService : draftOfService(service)),
    saving,
    {
      check: serviceErrors,
      refused: refusedFields,
      failed: 'Failed to save the service',
      onSaved: () => {
        toast.success(service === null ? 'Service added' : 'Service saved');
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={service === null ? 'Add service' : 'Edit service'}
      description={service === null ? undefined : 'Existing appointments keep their price and duration.'}
      formId={formId}
      submitLabel="Save"
      busyLabel="Saving..."
      withKeys
      busy={saving.isPending}
      error={problem}
      onClose={onClose}
    >
      <ServiceForm id={formId} draft={draft} errors={errors ?? {}} onChange={change} onSubmit={submit} />
    </FormDialog>
  );
}
