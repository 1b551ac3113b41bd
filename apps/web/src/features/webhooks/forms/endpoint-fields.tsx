import type { WebhookEventType } from '@burrow/contracts/webhook-event-types';
import type { FormOf } from '../../../lib/use-form.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { EventFields } from './event-fields.tsx';

/** An endpoint as its form shows it. */
export interface EndpointValues {
  url: string;
  description: string;
  events: WebhookEventType[];
}

/** The fields of an endpoint. */
export const EndpointFields = ({ form }: { form: FormOf<EndpointValues> }) => (
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
