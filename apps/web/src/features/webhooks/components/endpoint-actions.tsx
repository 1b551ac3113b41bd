import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import { repeatedRotationMinutes } from '@burrow/contracts/repeated-rotation';
import { oldSecretHours } from '@burrow/contracts/webhook-limits';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../../lib/failure-text.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { shortUrl } from '../endpoint-words.ts';
import { EditWebhook } from '../forms/webhook-forms.tsx';
import { SecretDialog } from './secret-dialog.tsx';

interface Asking {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

function NewSecret({ endpoint, onClose }: Asking) {
  const { dateTime } = useFormats();
  return (
    <ConfirmCommand
      command="webhook_secret_rotate"
      input={{ endpoint_id: endpoint.id }}
      onClose={onClose}
      title="Create a new secret?"
      confirmLabel="New secret"
      busyLabel="Creating..."
      tone="primary"
      failure="Couldn’t create a new secret."
      result={({ signing_secret: secret, old_secret_until: until }) => (
        <SecretDialog
          title="The new secret"
          secret={secret}
          note={`The old secret that is still in use works until ${dateTime(until)}.`}
          onClose={onClose}
        />
      )}
    >
      For {oldSecretHours} hours, requests are signed with both the current and the new secret. Update the
      other program within that time. Any older secret stops working. But if this is done again within{' '}
      {repeatedRotationMinutes} minutes, only the new secret is replaced.
    </ConfirmCommand>
  );
}

const TurnOff = ({ endpoint, onClose }: Asking) => (
  <ConfirmCommand
    command="webhook_endpoint_update"
    input={{ endpoint_id: endpoint.id, is_on: '0' }}
    onClose={onClose}
    title="Turn this webhook off?"
    confirmLabel="Turn off"
    busyLabel="Turning off..."
    failure="Couldn’t turn the webhook off."
    done="Webhook turned off"
  >
    {shortUrl(endpoint.url)} receives no events until you turn it on again. Events during that time won’t be
    sent later.
    {endpoint.waiting > 0 ? ' Queued events are cancelled; they stay in the log and can be sent again.' : ''}
  </ConfirmCommand>
);

function Delete({ endpoint, onClose }: Asking) {
  const navigate = useNavigate();
  return (
    <ConfirmCommand
      command="webhook_endpoint_delete"
      input={{ endpoint_id: endpoint.id }}
      onClose={onClose}
      title="Delete this webhook?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      failure="Couldn’t delete the webhook."
      done="Webhook deleted"
      onDone={() => void navigate(paths.settings('integrations'))}
    >
      {shortUrl(endpoint.url)} receives no more events, and its log and secret are deleted. This cannot be
      undone.
    </ConfirmCommand>
  );
}

/** The actions on an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [asked, setAsked] = useState<'edit' | 'secret' | 'off' | 'delete' | null>(null);
  const test = useCommand('webhook_test');
  const update = useCommand('webhook_endpoint_update');
  const isOn = endpoint.is_on === '1';
  const asking = { endpoint, onClose: () => setAsked(null) };
  const turnOn = () =>
    toast.tell(update.mutateAsync({ endpoint_id: endpoint.id, is_on: '1' }), {
      done: 'Webhook turned on',
      failed: (error) => failureText('Couldn’t turn the webhook on', error),
    });
  const sendTest = () =>
    toast.tell(test.mutateAsync({ endpoint_id: endpoint.id }), {
      done: 'Test event queued',
      description: 'The log shows the result.',
      failed: (error) => failureText('Couldn’t send a test event', error),
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOn ? (
        <Button busy={test.isPending} onClick={sendTest}>
          Send test event
        </Button>
      ) : (
        <Button variant="primary" busy={update.isPending} onClick={turnOn}>
          Turn on
        </Button>
      )}
      <RowMenu
        label="More actions"
        entries={[
          { label: 'Edit', onSelect: () => setAsked('edit') },
          { label: 'New secret', onSelect: () => setAsked('secret') },
          ...(isOn ? [{ label: 'Turn off', onSelect: () => setAsked('off') }] : []),
          { label: 'Delete', tone: 'attention' as const, onSelect: () => setAsked('delete') },
        ]}
      />
      {asked === 'edit' ? <EditWebhook {...asking} /> : null}
      {asked === 'secret' ? <NewSecret {...asking} /> : null}
      {asked === 'off' ? <TurnOff {...asking} /> : null}
      {asked === 'delete' ? <Delete {...asking} /> : null}
    </div>
  );
}
