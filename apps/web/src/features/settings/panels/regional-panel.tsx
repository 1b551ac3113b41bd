import type { TenantRecord } from '@burrow/contracts/tenant';
import { useMemo, useState, type ReactNode } from 'react';
import { useInstant } from '../../../lib/use-now.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Select } from '../../../ui/select.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import {
  choicesMatching,
  currencyChoices,
  localeChoices,
  regionExample,
  timeZoneChoices,
  type Choice,
} from '../region-choices.ts';
import { usePracticeForm } from '../use-practice-form.ts';

const valuesOf = (practice: TenantRecord) => ({
  time_zone: practice.time_zone,
  locale: practice.locale,
  currency: practice.currency,
  week_starts_on: practice.week_starts_on as string,
});

/** A searchable choice. An emptied field shows the current choice again when it is left. */
function ChoiceField({
  label,
  hint,
  error,
  choices,
  value,
  onChange,
  renderItem,
}: {
  label: string;
  hint?: ReactNode;
  error: string | undefined;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
  renderItem?: (choice: Choice) => ReactNode;
}) {
  const chosen = choices.find(({ id }) => id === value) ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const query = typed ?? chosen?.label ?? '';
  const found = useMemo(() => choicesMatching(choices, typed ?? ''), [choices, typed]);
  return (
    <div
      onBlur={() => {
        setTyped(null);
      }}
    >
      <Combobox
        {...{ label, hint, error, query }}
        {...(renderItem ? { renderItem } : {})}
        required
        items={found}
        itemKey={({ id }) => id}
        itemLabel={(choice) => choice.label}
        value={chosen}
        onValueChange={(choice) => {
          if (choice === null) return;
          setTyped(null);
          onChange(choice.id);
        }}
        onQueryChange={(text) => setTyped(text === chosen?.label ? null : text)}
      />
    </div>
  );
}

/** The current time in a zone, computed once for each zone. */
function clockReader({ locale }: Pick<TenantRecord, 'locale'>, now: Date): (zone: string) => string {
  const read = new Map<string, string>();
  return (zone) => {
    const known = read.get(zone);
    if (known !== undefined) return known;
    const time = new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(now);
    read.set(zone, time);
    return time;
  };
}

/** The practice's time zone, language, currency and first day of the week. */
export function RegionalPanel({ practice }: { practice: TenantRecord }) {
  const form = usePracticeForm(practice, valuesOf);
  const { values } = form;
  const now = useInstant();
  const zones = useMemo(() => timeZoneChoices(practice.time_zone), [practice.time_zone]);
  const currencies = useMemo(() => currencyChoices(practice.currency), [practice.currency]);
  const locales = useMemo(() => localeChoices(practice.locale), [practice.locale]);
  const timeIn = useMemo(() => clockReader(practice, now), [practice, now]);
  const zoneRow = (zone: Choice) => (
    <span className="flex justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{zone.label}</span>
      <span className="figures text-ink-soft">{timeIn(zone.id)}</span>
    </span>
  );
  return (
    <SettingsForm form={form}>
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Time zone"
            hint={`It is ${timeIn(values.time_zone)} there now.`}
            error={form.errors.time_zone}
            choices={zones}
            value={values.time_zone}
            onChange={(zone) => form.set({ time_zone: zone })}
            renderItem={zoneRow}
          />
          <Select
            {...form.field('locale')}
            label="Language and region"
            hint="How dates, times and amounts are shown, and the country of phone numbers"
            options={locales.map(({ id, label }) => ({ value: id, label }))}
          />
          <ChoiceField
            label="Currency"
            error={form.errors.currency}
            choices={currencies}
            value={values.currency}
            onChange={(currency) => form.set({ currency })}
          />
          <Select
            {...form.field('week_starts_on')}
            label="The week starts on"
            options={[
              { value: 'sunday', label: 'Sunday' },
              { value: 'monday', label: 'Monday' },
            ]}
          />
        </div>
        <p className="mt-4 rounded-md bg-brand-soft px-3 py-2">
          <strong>For example: </strong>
          {regionExample(values, now)}
        </p>
      </Card>
      {values.time_zone === practice.time_zone ? null : (
        <Banner tone="info">
          Appointments keep their local date and time: one at ten o’clock stays at ten o’clock.
        </Banner>
      )}
      {values.locale === practice.locale ? null : (
        <Banner tone="info">
          Clients’ phone numbers still reach the same phones. If you choose another country, numbers from the
          current one get its code, such as +44. Numbers that fit only the new country are saved as local
          ones.
        </Banner>
      )}
      {values.currency === practice.currency ? null : (
        <Banner tone="warning">Prices are not converted: 45.00 stays 45.00 in the new currency.</Banner>
      )}
    </SettingsForm>
  );
}
