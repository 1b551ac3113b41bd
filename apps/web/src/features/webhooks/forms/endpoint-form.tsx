import type { WebhookEndpoint } from '@burrow/contracts/webhook';
import type { WebhookEventType } from '@burrow/contracts/webhook-event-types';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { EventFields } from './event-fields.tsx';

/** What can be said of an endpoint. */
export interface EndpointValues {
  url: string;
  description: string;
  events: WebhookEventType[];
}

const emptyEndpoint: EndpointValues = { url: '', description: '', events: [] };

/** What is missing, by field. */
const problemsOf = ({ url, events }: EndpointValues): Record<string, string> => ({
  ...(url.trim() === '' ? { url: 'Enter a URL.' } : {}),
  ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
});

/** Says what is wrong with a list by the name of the list alone. */
const byField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, said]) => [name.split('.')[0] ?? name, said]));

/**
 * The form of an endpoint, new or old.
 * @param save sends it; what it rejects with is told in the form
 */
export function EndpointForm({
  endpoint,
  busy,
  save,
  onClose,
}: {
  endpoint: WebhookEndpoint | null;
  busy: boolean;
  save: (values: EndpointValues) => Promise<unknown>;
  onClose: () => void;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<EndpointValues>(
    endpoint === null ? emptyEndpoint : { ...endpoint, description: endpoint.description ?? '' },
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  useFocusFirstWrong(form, errors);
  const set = (edit: Partial<EndpointValues>) => {
    setValues((before) => ({ ...before, ...edit }));
    setErrors({});
  };
  const send = async () => {
    const found = problemsOf(values);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0 || busy) return;
    try {
      await save(values);
    } catch (error) {
      const fields = error instanceof ApiError ? byField(error.fields) : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(failureText('Failed to save the webhook', error));
    }
  };
  return (
    <FormDialog
      title={endpoint === null ? 'Add webhook' : 'Edit webhook'}
      formId={formId}
      submitLabel={endpoint === null ? 'Add webhook' : 'Save'}
      busyLabel="Saving..."
      busy={busy}
      error={problem}
      onClose={onClose}
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label="Address"
          name="url"
          type="url"
          inputMode="url"
          required
          maxLength={500}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="https://example.com/webhooks"
          hint="The URL events are sent to. Your other program provides it."
          value={values.url}
          error={errors['url']}
          onChange={(event) => set({ url: event.target.value })}
        />
        <TextField
          label="Name"
          name="description"
          maxLength={200}
          placeholder="Accounts"
          value={values.description}
          error={errors['description']}
          onChange={(event) => set({ description: event.target.value })}
        />
        <EventFields chosen={values.events} error={errors['events']} onChange={(events) => set({ events })} />
      </form>
    </FormDialog>
  );
}
