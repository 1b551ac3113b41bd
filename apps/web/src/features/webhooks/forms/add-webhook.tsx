import { useCommand } from '../../../lib/query.ts';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { EndpointForm } from './endpoint-form.tsx';

/** Adds an endpoint, and shows its secret once. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const create = useCommand('webhook_endpoint_create');
  if (create.data)
    return <SecretDialog title="Your new webhook" secret={create.data.signing_secret} onClose={onClose} />;
  return (
    <EndpointForm
      endpoint={null}
      busy={create.isPending}
      save={({ url, description, events }) =>
        create.mutateAsync({ url, events, ...(description.trim() === '' ? {} : { description }) })
      }
      onClose={onClose}
    />
  );
}
