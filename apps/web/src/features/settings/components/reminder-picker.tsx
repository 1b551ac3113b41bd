import { BellPlus, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  hoursInWords,
  inTurn,
  maxReminders,
  reminderChoices,
  remindersInWords,
  withReminder,
} from '../message-rules.ts';

/** When clients are reminded before an appointment, up to three times. */
export function ReminderPicker({
  hours,
  error,
  onChange,
}: {
  /** Hours before the appointment, the largest first. */
  hours: readonly number[];
  error: string | undefined;
  onChange: (hours: number[]) => void;
}) {
  return (
    <KeepFocus className="flex flex-col gap-3 outline-none">
      <p aria-live="polite">{remindersInWords(hours)}</p>
      {hours.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {hours.map((own, index) => (
            <li key={own} className="flex items-center gap-2 sm:max-w-sm">
              <Select
                label={`Reminder ${index + 1}`}
                hideLabel
                className="flex-1"
                value={String(own)}
                options={reminderChoices(own, hours).map((one) => ({
                  value: String(one),
                  label: `${hoursInWords(one)} before`,
                }))}
                onChange={({ target: { value } }) =>
                  onChange(inTurn(hours.map((one) => (one === own ? Number(value) : one))))
                }
              />
              <IconButton
                label={`Remove the reminder ${hoursInWords(own)} before`}
                icon={<Trash2 aria-hidden="true" className="size-4" />}
                onClick={() => onChange(hours.filter((one) => one !== own))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {error ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {error}
        </p>
      ) : null}
      {hours.length < maxReminders ? (
        <Button
          className="self-start"
          icon={<BellPlus aria-hidden="true" className="size-4" />}
          onClick={() => onChange(withReminder(hours))}
        >
          {hours.length === 0 ? 'Add a reminder' : 'Add another reminder'}
        </Button>
      ) : null}
    </KeepFocus>
  );
}
