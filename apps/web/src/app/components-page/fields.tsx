import { PoundSterling } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { controlClass, Field } from '../../ui/field.tsx';
import { LogFilters } from '../../ui/log-filters.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeInput } from '../../ui/time-input.tsx';
import { longName, longText, today } from './example-data.ts';
import { Columns, type ShownComponent } from './shown.tsx';

const TextFieldExample = () => (
  <Columns>
    <TextField label="Animal name" placeholder="For example Bella" />
    <TextField label="Surname" defaultValue={longName} required hint="As it should appear on invoices." />
    <TextField label="Email" type="email" defaultValue="ann.whitaker" error="Enter a valid email address." />
    <TextField label="Microchip" defaultValue="900 164 000 123 456" disabled />
    <TextField label="Client number" defaultValue="C-1042" readOnly />
    <TextField
      label="Price"
      inputMode="decimal"
      defaultValue="48.00"
      leading={<PoundSterling aria-hidden="true" className="size-4" />}
    />
    <TextField label="Weight" inputMode="decimal" defaultValue="24.5" trailing="kg" />
    <TextField label="Nickname, whose label is hidden" hideLabel placeholder="Hidden label" />
  </Columns>
);

const TextAreaExample = () => (
  <Columns>
    <TextArea label="Reason for the visit" placeholder="For example limping since yesterday" />
    <TextArea label="Notes" defaultValue={longText} hint="The client does not see these notes." />
    <TextArea label="Message to the client" required error="Enter a message." rows={2} />
    <TextArea label="Notes of a closed record" defaultValue="Moved to another practice." disabled rows={2} />
  </Columns>
);

const NumberFieldExample = () => (
  <Columns>
    <NumberField label="Duration in minutes" min={5} step={5} defaultValue="30" trailing="min" />
    <NumberField label="Weight in kilograms" min={0} step="0.1" defaultValue="4.2" />
    <NumberField
      label="Appointments at the same time"
      defaultValue="0"
      error="Enter a number from 1 to 20."
    />
    <NumberField label="Gap between appointments" defaultValue="10" disabled />
  </Columns>
);

const DateInputExample = () => (
  <Columns>
    <DateInput label="Date of birth" />
    <DateInput label="Day of the appointment" defaultValue={today} required />
    <DateInput label="Last vaccination" defaultValue="2027-01-04" error="Choose a day in the past." />
    <DateInput label="Registered on" defaultValue="2024-03-18" disabled />
  </Columns>
);

const TimeInputExample = () => (
  <Columns>
    <TimeInput label="Opens at" />
    <TimeInput label="Start of the appointment" defaultValue="09:30" required />
    <TimeInput label="End of the shift" defaultValue="08:00" error="Choose a time after the start." />
    <TimeInput label="Closes at" defaultValue="17:30" disabled />
  </Columns>
);

const PasswordFieldExample = () => (
  <Columns>
    <PasswordField label="Password" autoComplete="current-password" />
    <PasswordField
      label="New password"
      autoComplete="new-password"
      defaultValue="hedgehog"
      error="Use at least 12 characters."
      hint="A sentence is easy to remember."
    />
    <PasswordField label="Password of a locked account" autoComplete="current-password" disabled />
  </Columns>
);

const SearchFieldExample = () => (
  <Columns>
    <SearchField label="Search clients" placeholder="Name, phone or email" />
    <SearchField label="Search animals" placeholder="Name or microchip" defaultValue="Bella" />
    <SearchField label="Search invoices" placeholder="Number or client" disabled />
  </Columns>
);

const FieldExample = () => (
  <Columns>
    <Field
      label="A field around your own control"
      hint="The label, hint and error belong to it."
      error="Choose a month."
      required
      control={(wired) => <input {...wired} type="month" className={controlClass} />}
    />
  </Columns>
);

function LogFiltersExample() {
  const [days, setDays] = useState({ date_from: '2026-11-01', date_to: '' });
  const isFiltered = Object.values(days).some((day) => day !== '');
  return (
    <Card flush>
      <LogFilters
        days={days}
        onChange={(edit) => setDays({ ...days, ...edit })}
        onClear={isFiltered ? () => setDays({ date_from: '', date_to: '' }) : null}
        columns="lg:grid-cols-[1fr_auto_auto_auto]"
      >
        <Select label="Person" className="max-lg:col-span-2" emptyLabel="Everyone" options={[]} />
      </LogFilters>
    </Card>
  );
}

export const fields: readonly ShownComponent[] = [
  { name: 'TextField', file: 'text-field.tsx', Example: TextFieldExample },
  { name: 'TextArea', file: 'text-area.tsx', Example: TextAreaExample },
  { name: 'NumberField', file: 'number-field.tsx', Example: NumberFieldExample },
  { name: 'DateInput', file: 'date-input.tsx', Example: DateInputExample },
  { name: 'TimeInput', file: 'time-input.tsx', Example: TimeInputExample },
  { name: 'PasswordField', file: 'password-field.tsx', Example: PasswordFieldExample },
  { name: 'SearchField', file: 'search-field.tsx', Example: SearchFieldExample },
  { name: 'LogFilters', file: 'log-filters.tsx', Example: LogFiltersExample },
  { name: 'Field', file: 'field.tsx', Example: FieldExample },
];
