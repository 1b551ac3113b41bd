import type { TenantRecord } from '@burrow/contracts/tenant';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TimeInput } from '../../../ui/time-input.tsx';
import { dailyLimitProblem, maxTextsADay } from '../message-rules.ts';
import { usePracticeForm } from '../use-practice-form.ts';
import { ReminderPicker } from './reminder-picker.tsx';
import { SettingsForm } from './settings-form.tsx';

const valuesOf = (practice: TenantRecord) => ({
  reminder_hours: practice.reminder_hours as readonly number[],
  quiet_from: practice.quiet_from,
  quiet_until: practice.quiet_until,
  sms_daily_cap: String(practice.sms_daily_cap),
});

type Values = ReturnType<typeof valuesOf>;

const required = { quiet_from: true, quiet_until: true, sms_daily_cap: true };

const timeProblem = (time: string) => (time === '' ? 'Enter a time.' : undefined);

const check = ({ quiet_from: from, quiet_until: until, sms_daily_cap: cap }: Values) => ({
  quiet_from: timeProblem(from),
  quiet_until: timeProblem(until),
  sms_daily_cap: dailyLimitProblem(cap) ?? undefined,
});

/** The quiet hours in a sentence. */
function quietInWords(
  { quiet_from: from, quiet_until: until }: Values,
  time: (time: string) => string,
): string {
  if (from === '' || until === '') return 'Enter both times.';
  return from === until
    ? 'Texts can be sent at any time.'
    : `No texts are sent between ${time(from)} and ${time(until)}: they wait until ${time(until)}. “Ready for collection” texts and emails are sent straight away.`;
}

/** When clients are reminded, when no texts are sent, and the daily limit. */
export function MessageRulesForm({ practice, after }: { practice: TenantRecord; after: ReactNode }) {
  const formats = useFormats();
  const form = usePracticeForm(practice, valuesOf, { required, check });
  const { values } = form;
  return (
    <SettingsForm form={form} after={after}>
      <Card title="Reminders">
        <ReminderPicker
          hours={values.reminder_hours}
          error={form.errors.reminder_hours}
          onChange={(hours) => form.set({ reminder_hours: hours })}
        />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Quiet hours">
          <div className="flex flex-col gap-3">
            <div className="grid grid-cols-2 gap-4">
              <TimeInput {...form.field('quiet_from')} label="From" />
              <TimeInput {...form.field('quiet_until')} label="Until" />
            </div>
            <p aria-live="polite" className="text-ink-soft">
              {quietInWords(values, formats.time)}
            </p>
            <p className="text-sm text-ink-soft">Set both to the same time to turn quiet hours off.</p>
          </div>
        </Card>
        <Card title="Daily limit">
          <NumberField
            {...form.field('sms_daily_cap')}
            label="Text messages a day"
            min={0}
            max={maxTextsADay}
            hint="Protects you from unexpected charges. Maximum 5,000 a day. Once the limit is reached, reminders wait until the next day if there is time; other messages are listed as not sent."
          />
        </Card>
      </div>
    </SettingsForm>
  );
}
