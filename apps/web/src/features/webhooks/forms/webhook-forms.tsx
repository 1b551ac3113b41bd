import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import {
  webhookEvents,
  webhookEventTypes,
  type WebhookEventType,
} from '@burrow/contracts/webhook-event-types';
import { useId } from 'react';
import { useActionForm } from '../../../lib/use-action-form.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { SecretDialog } from '../components/secret-dialog.tsx';

/** The headings of the events, by the beginning of their types. */
const groups: Record<WebhookEventType extends `${infer Prefix}.${string}` ? Prefix : never, string> = {
  booking: 'Appointments',
  entry: 'Health records',
  client: 'Clients',
  message: 'Messages',
};

/** The events an endpoint receives, each with its meaning. */
function EventFields({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly WebhookEventType[];
  error: string | undefined;
  onChange: (chosen: WebhookEventType[]) => void;
}) {
  const errorId = useId();
  const hasAll = chosen.length === webhookEventTypes.length;
  const toggle = (type: WebhookEventType, isOn: boolean) =>
    onChange(webhookEventTypes.filter((other) => (other === type ? isOn : chosen.includes(other))));
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Events</legend>
      <div>
        <Button size="small" onClick={() => onChange(hasAll ? [] : [...webhookEventTypes])}>
          {hasAll ? 'Clear all' : 'Choose all'}
        </Button>
      </div>
      {Object.entries(groups).map(([prefix, label]) => (
        <div key={prefix} role="group" aria-label={label} className="flex flex-col gap-2">
          <p aria-hidden="true" className="text-xs font-semibold text-ink-soft">
            {label}
          </p>
          {webhookEventTypes
            .filter((type) => type.startsWith(`${prefix}.`))
            .map((type) => (
              <Checkbox
                key={type}
                name="events"
                label={webhookEvents[type].label}
                hint={webhookEvents[type].summary}
                aria-invalid={error ? true : undefined}
                checked={chosen.includes(type)}
                onChange={(event) => toggle(type, event.target.checked)}
              />
            ))}
        </div>
      ))}
      {error ? (
        <p id={errorId} role="alert" className="text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** The values of an endpoint's form. */
interface EndpointValues {
  url: string;
  description: string;
  events: WebhookEventType[];
}

const EndpointFields = ({ form }: { form: FormOf<EndpointValues> }) => (
  <>
    <TextField
      {...form.field('url')}
      label="Address"
      type="url"
      inputMode="url"
      spellCheck={false}
      autoCapitalize="none"
      placeholder="https://example.com/webhooks"
      hint="Events are sent to this URL. Copy it from the other program."
    />
    <TextField {...form.field('description')} label="Name" placeholder="Accounts" />
    <EventFields
      chosen={form.values.events}
      error={form.errors.events}
      onChange={(events) => form.set({ events })}
    />
  </>
);

const newEndpoint: EndpointValues = { url: '', description: '', events: [] };

/** Adds an endpoint, and shows its secret once. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const form = useActionForm('webhook_endpoint_create', {
    draft: 'new',
    values: newEndpoint,
    input: (values) => values,
    failure: 'Couldn’t save the webhook',
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

const valuesOf = ({ url, description, events }: WebhookEndpoint): EndpointValues => ({
  url,
  description: description ?? '',
  events,
});

/** Edits an endpoint. */
export function EditWebhook({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const form = useActionForm('webhook_endpoint_update', {
    draft: endpoint.id,
    values: valuesOf(endpoint),
    rulesOf: 'webhook_endpoint_create',
    idField: 'endpoint_id',
    input: (values) => ({
      endpoint_id: endpoint.id,
      ...values,
      description: values.description.trim() || null,
    }),
    onSaved: () => {
      onClose();
      toast.success('Webhook saved');
    },
    failure: 'Couldn’t save the webhook',
  });
  return (
    <FormDialog form={form} title="Edit webhook" submitLabel="Save" busyLabel="Saving..." onClose={onClose}>
      <EndpointFields form={form} />
    </FormDialog>
  );
}
