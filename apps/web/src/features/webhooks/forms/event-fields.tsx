import {
  webhookEvents,
  webhookEventTypes,
  type WebhookEventType,
} from '@burrow/contracts/webhook-event-types';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';

const groups = [
  { label: 'Appointments', prefix: 'booking.' },
  { label: 'Clients', prefix: 'client.' },
] as const;

/** Which events an endpoint is told of, with what each means. */
export function EventFields({
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
          {hasAll ? 'Choose none' : 'Choose all'}
        </Button>
      </div>
      {groups.map(({ label, prefix }) => (
        <div key={prefix} role="group" aria-label={label} className="flex flex-col gap-2">
          <p aria-hidden="true" className="text-xs font-semibold text-ink-soft">
            {label}
          </p>
          {webhookEventTypes
            .filter((type) => type.startsWith(prefix))
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
