import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { EndpointFields, type EndpointValues } from './endpoint-fields.tsx';

const valuesOf = ({ url, description, events }: WebhookEndpoint): EndpointValues => ({
  url,
  description: description ?? '',
  events,
});

/** Changes an endpoint. */
export function EditWebhook({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const form = useActionForm('webhook_endpoint_update', {
    values: valuesOf(endpoint),
    rulesOf: 'webhook_endpoint_create',
    input: (values) => ({
      endpoint_id: endpoint.id,
      ...values,
      description: values.description.trim() || null,
    }),
    onSaved: () => {
      onClose();
      toast.success('Webhook saved');
    },
    failure: 'Failed to save the webhook',
  });
  return (
    <FormDialog form={form} title="Edit webhook" submitLabel="Save" busyLabel="Saving..." onClose={onClose}>
      <EndpointFields form={form} />
    </FormDialog>
  );
}
