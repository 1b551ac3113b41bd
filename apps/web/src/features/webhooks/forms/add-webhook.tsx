import { useActionForm } from '../../../lib/use-action-form.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { EndpointFields, type EndpointValues } from './endpoint-fields.tsx';

const newEndpoint: EndpointValues = { url: '', description: '', events: [] };

/** Adds an endpoint, and shows its secret once. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const form = useActionForm('webhook_endpoint_create', {
    values: newEndpoint,
    input: (values) => values,
    failure: 'Failed to save the webhook',
  });
  if (form.answer)
    return <SecretDialog title="Your new webhook" secret={form.answer.signing_secret} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Add webhook"
      submitLabel="Add webhook"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <EndpointFields form={form} />
    </FormDialog>
  );
}
