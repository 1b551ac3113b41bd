import type { TenantRecord } from '@burrow/contracts/tenant';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { dailyLimitProblem, mostTextsADay } from '../daily-limit.ts';
import { needed, usePracticeForm } from '../use-practice-form.ts';
import { ReminderPicker } from './reminder-picker.tsx';
import { SettingsForm } from './settings-form.tsx';

const valuesOf = (practice: TenantRecord) => ({
  reminder_hours: practice.reminder_hours as readonly number[],
  quiet_from: practice.quiet_from,
  quiet_until: practice.quiet_until,
  sms_daily_cap: String(practice.sms_daily_cap),
});

type Values = ReturnType<typeof valuesOf>;

const aTime = 'Enter a time.';
const timesNeeded = needed<Values>({ quiet_from: aTime, quiet_until: aTime });

const check = (values: Values): Readonly<Record<string, string>> => {
  const cap = dailyLimitProblem(values.sms_daily_cap);
  return { ...timesNeeded(values), ...(cap === null ? {} : { sms_daily_cap: cap }) };
};

/** What the quiet hours mean. */
function quietInWords(
  { quiet_from: from, quiet_until: until }: Values,
  time: (time: string) => string,
): string {
  if (from === '' || until === '') return 'Enter both times.';
  return from === until
    ? 'Texts can be sent at any time.'
    : `No texts are sent between ${time(from)} and ${time(until)}: they wait until ${time(until)}. “Ready for collection” texts and emails are sent straight away.`;
}

/** When clients are reminded, when no message leaves, and how many text messages leave in a day. */
export function MessageRulesForm({ practice, after }: { practice: TenantRecord; after: ReactNode }) {
  const formats = useFormats();
  const form = usePracticeForm(practice, valuesOf, check);
  const { values, set, errors } = form;
  const field = (name: 'quiet_from' | 'quiet_until' | 'sms_daily_cap') => ({
    required: true,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <SettingsForm form={form} after={after}>
      <Card title="Reminders">
        <ReminderPicker
          hours={values.reminder_hours}
          error={errors['reminder_hours']}
          onChange={(hours) => set('reminder_hours', hours)}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Quiet hours">
          <div className="flex flex-col gap-3">
            <div className="grid grid-cols-2 gap-4">
              <TimeInput label="From" {...field('quiet_from')} />
              <TimeInput label="Until" {...field('quiet_until')} />
            </div>
            <p aria-live="polite" className="text-ink-soft">
              {quietInWords(values, formats.time)}
            </p>
            <p className="text-sm text-ink-soft">Set both to the same time to turn quiet hours off.</p>
          </div>
        </Card>
        <Card title="Daily limit">
          <NumberField
            label="Text messages a day"
            min={0}
            max={mostTextsADay}
            hint="Protects you from unexpected charges. Maximum 5,000 a day. Once reached, reminders wait until the next day if there is time; other messages are listed as not sent."
            {...field('sms_daily_cap')}
          />
        </Card>
      </div>
    </SettingsForm>
  );
}
