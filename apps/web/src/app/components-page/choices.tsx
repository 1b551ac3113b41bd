import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ColourChoice } from '../../ui/colour-choice.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { DayCalendarSkeleton } from '../../ui/day-calendar-skeleton.tsx';
import { DayCalendar } from '../../ui/day-calendar.tsx';
import type { DayMark } from '../../ui/day-mark.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { SliderField } from '../../ui/slider-field.tsx';
import { clients, formats, staffOptions, today, type ExampleClient } from './example-data.ts';
import { Columns, type ShownComponent } from './shown.tsx';

const CheckboxExample = () => (
  <Columns>
    <Checkbox label="Neutered" defaultChecked />
    <Checkbox
      label="Send appointment reminders"
      hint="By SMS or email, following the client’s preferences and the practice’s settings."
    />
    <Checkbox label="Insured" hint="Only an administrator can change this." disabled defaultChecked />
  </Columns>
);

function RadioGroupExample() {
  const [method, setMethod] = useState<'cash' | 'card' | 'bacs' | null>('card');
  const options = [
    { value: 'cash', label: 'Cash' },
    { value: 'card', label: 'Card', hint: 'At the terminal of the front desk.' },
    { value: 'bacs', label: 'BACS' },
  ] as const;
  return (
    <Columns>
      <RadioGroup legend="Paid by" options={options} value={method} onValueChange={setMethod} />
      <RadioGroup
        legend="Refund by"
        options={options}
        value={null}
        onValueChange={() => undefined}
        error="Choose how to refund the payment."
      />
    </Columns>
  );
}

const SelectExample = () => (
  <Columns>
    <Select label="Staff" options={staffOptions} emptyLabel="All staff" />
    <Select label="Seen by" options={staffOptions} defaultValue="1" hint="Works until 17:30 on this day." />
    <Select
      label="Service"
      options={[]}
      emptyLabel="Choose a service"
      required
      error="Service not found. Choose another."
    />
    <Select label="Species" options={[{ value: 'dog', label: 'Dog' }]} disabled />
  </Columns>
);

const ofClient = {
  itemKey: ({ id }: ExampleClient) => id,
  itemLabel: ({ name }: ExampleClient) => name,
};

/** Searches the example clients, as a page does at the server. */
function ClientSearch() {
  const [chosen, setChosen] = useState<ExampleClient | null>(null);
  const [query, setQuery] = useState('');
  const found = clients.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <Combobox
      {...ofClient}
      label="Client"
      hint="Type ‘a’ for matches, ‘x’ for none."
      placeholder="Search by name"
      required
      items={query.trim() === '' ? [] : found}
      renderItem={({ name, animals }) => (
        <>
          {name} <span className="text-sm text-ink-soft">{animals}</span>
        </>
      )}
      value={chosen}
      onValueChange={setChosen}
      query={query}
      onQueryChange={setQuery}
      emptyText="No clients found"
    />
  );
}

/** A search that never ends, or that failed. */
function StuckSearch({
  label,
  ...state
}: {
  label: string;
  busy?: boolean;
  searchError?: string;
  error?: string;
  disabled?: boolean;
}) {
  const [query, setQuery] = useState('Bella');
  return (
    <Combobox<ExampleClient>
      {...ofClient}
      {...state}
      label={label}
      items={[]}
      value={null}
      onValueChange={() => undefined}
      query={query}
      onQueryChange={setQuery}
    />
  );
}

const ComboboxExample = () => (
  <Columns>
    <ClientSearch />
    <StuckSearch label="Client, while searching" busy />
    <StuckSearch
      label="Client, when the search failed"
      searchError="Couldn’t search clients. Please try again."
    />
    <StuckSearch label="Client, not chosen" error="Choose a client from the list." />
    <StuckSearch label="Client of a completed appointment" disabled />
  </Columns>
);

function ColourChoiceExample() {
  const [colour, setColour] = useState('#2f7f86');
  const [custom, setCustom] = useState('#123456');
  return (
    <Columns>
      <ColourChoice value={colour} onChange={setColour} hint="Shown in the diary." />
      <ColourChoice value={custom} onChange={setCustom} error="This colour is too dark to read on." />
    </Columns>
  );
}

function SliderFieldExample() {
  const [score, setScore] = useState('6');
  const [pain, setPain] = useState('');
  return (
    <Columns>
      <SliderField
        label="Body condition score"
        min={1}
        max={9}
        value={score}
        onValueChange={setScore}
        clearable
      />
      <SliderField
        label="Pain score"
        min={0}
        max={10}
        value={pain}
        onValueChange={setPain}
        required
        error="Choose a score."
      />
      <SliderField label="Mobility" min={0} max={5} value="3" onValueChange={() => undefined} disabled />
    </Columns>
  );
}

const marks: Record<string, DayMark> = {
  '2026-11-28': { kind: 'closed', note: 'Closed' },
  '2026-11-29': { kind: 'closed', note: 'Closed' },
  '2026-11-26': { kind: 'full', note: 'Fully booked' },
  '2026-11-30': { kind: 'holiday', note: 'St Andrew’s Day' },
};

/** One calendar at a time, as on a page: the landmark of its month has no name of its own. */
function DayCalendarExample() {
  const [day, setDay] = useState('2026-11-27');
  const [full, setFull] = useState(false);
  return (
    <>
      <Checkbox label="Full width" checked={full} onChange={({ target }) => setFull(target.checked)} />
      <DayCalendar
        {...{ today, formats, day, full }}
        label="Day of the appointment"
        onDayChange={setDay}
        earliest={today}
        markOf={(of) => marks[of]}
        weekStartsOn={1}
      />
    </>
  );
}

export const choices: readonly ShownComponent[] = [
  { name: 'Checkbox', file: 'checkbox.tsx', Example: CheckboxExample },
  { name: 'RadioGroup', file: 'radio-group.tsx', Example: RadioGroupExample },
  { name: 'Select', file: 'select.tsx', Example: SelectExample },
  { name: 'Combobox', file: 'combobox.tsx', Example: ComboboxExample },
  { name: 'ColourChoice', file: 'colour-choice.tsx', Example: ColourChoiceExample },
  { name: 'SliderField', file: 'slider-field.tsx', Example: SliderFieldExample },
  { name: 'DayCalendar', file: 'day-calendar.tsx', Example: DayCalendarExample },
  {
    name: 'DayCalendarSkeleton',
    file: 'day-calendar-skeleton.tsx',
    Example: () => (
      <Card>
        <DayCalendarSkeleton month="2026-11" weekStartsOn={1} />
      </Card>
    ),
  },
];
