import type { ServiceRecord } from '@burrow/contracts/service';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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
  return { save, isPending: command.isPending, error: command.error };
}

function focusFirstWrong(formId: string, errors: ServiceErrors): void {
  const form = document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`);
  const wrong = [...(form?.elements ?? [])].find((control) => (control.getAttribute('name') ?? '') in errors);
  if (wrong instanceof HTMLElement) wrong.focus();
}

/** Adds a service, or changes `service`. */
export function ServiceDialog({ service, onClose }: { service: ServiceRecord | null; onClose: () => void }) {
  const formId = useId();
  const [draft, setDraft] = useState(() => (service === null ? emptyService : draftOfService(service)));
  const [errors, setErrors] = useState<ServiceErrors>({});
  const { save, isPending, error } = useSaveService(service);
  const complain = (found: ServiceErrors) => {
    flushSync(() => setErrors(found));
    focusFirstWrong(formId, found);
  };
  const submit = () => {
    if (isPending) return;
    const found = serviceErrors(draft);
    complain(found);
    if (Object.keys(found).length > 0) return;
    save(draft, {
      onSuccess: () => {
        toast.success(service === null ? 'Service added' : 'Service saved');
        onClose();
      },
      onError: (failure) => complain(refusedFields(failure) ?? {}),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isPending ? undefined : onClose())}
      title={service === null ? 'Add service' : 'Edit service'}
      description={service === null ? undefined : 'What is booked already keeps its price and duration.'}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      {error !== null && refusedFields(error) === null ? (
        <div className="mb-4">
          <Banner tone="attention" alert>
            {messageOf(error, 'Failed to save the service')}
          </Banner>
        </div>
      ) : null}
      <ServiceForm id={formId} draft={draft} errors={errors} onChange={setDraft} onSubmit={submit} />
    </Dialog>
  );
}
