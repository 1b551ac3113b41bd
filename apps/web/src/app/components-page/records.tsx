import { CalendarDays, Pencil, PoundSterling } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { Allergies, AllergiesBadge, NoKnownAllergies } from '../../ui/allergies.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopiedLink } from '../../ui/copied-link.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { EditableNotes } from '../../ui/editable-notes.tsx';
import { ColumnFact, Fact, FactColumns, Facts } from '../../ui/facts.tsx';
import { Figures } from '../../ui/figures.tsx';
import { NotesText } from '../../ui/notes-text.tsx';
import { OneTimeLink } from '../../ui/one-time-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Bar, RankedBars, rankedBarClass, RankedName, rankedRowClass } from '../../ui/ranked-bars.tsx';
import { SpeciesIcon } from '../../ui/species-icon.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { formats, longName, longText } from './example-data.ts';
import { Columns, Variant, type ShownComponent } from './shown.tsx';

const PageHeaderExample = () => (
  <>
    <PageHeader title="Clients" />
    <PageHeader
      title={longName}
      leading={<SpeciesIcon species="dog" framed />}
      badges={<Badge tone="void">Archived</Badge>}
      subtitle="Labrador, 4 years 2 months"
      actions={
        <>
          <Button>Edit</Button>
          <Button variant="primary">Book appointment</Button>
        </>
      }
    />
  </>
);

const CardExample = () => (
  <Columns>
    <Card>Without a title.</Card>
    <Card
      title="Animals"
      aside={<Badge>2</Badge>}
      actions={
        <Button size="small" icon={<Pencil aria-hidden="true" className="size-4" />}>
          Edit
        </Button>
      }
    >
      Bella and Max.
    </Card>
    <Card title="A card whose content reaches its edges" flush>
      <p className="bg-sunken px-4 py-2">For example a table.</p>
    </Card>
  </Columns>
);

const FactsExample = () => (
  <>
    <Variant name="under each other">
      <Card>
        <Facts>
          <Fact name="Owner">{longName}</Fact>
          <Fact name="Microchip">900 164 000 123 456</Fact>
          <Fact name="Insurance">{null}</Fact>
        </Facts>
      </Card>
    </Variant>
    <Variant name="in columns">
      <Card>
        <FactColumns>
          <ColumnFact name="Owner" width="double">
            {longName}
          </ColumnFact>
          <ColumnFact name="Microchip">900 164 000 123 456</ColumnFact>
          <ColumnFact name="Insurance">{null}</ColumnFact>
        </FactColumns>
      </Card>
    </Variant>
  </>
);

const FiguresExample = () => (
  <Figures
    figures={[
      { label: 'Clients', value: '1,204', live: true },
      { label: 'New this month', value: undefined },
      { label: 'Balance due', value: null },
    ]}
  />
);

const calendar = <CalendarDays aria-hidden="true" />;

const StatCardExample = () => (
  <Columns>
    <StatCard label="Appointments today" value="18" icon={calendar} slim />
    <StatCard label="Requests, while loading" value={undefined} icon={calendar} />
    <StatCard label="Requests, when they could not be read" value={null} icon={calendar} />
    <StatCard
      label="Revenue this month"
      value="£12,480.50"
      icon={<PoundSterling aria-hidden="true" />}
      detail="£11,093.80 last month"
      trend="Up 12.5%"
      action={<Button size="small">Show report</Button>}
    />
  </Columns>
);

function AllergiesExample() {
  const [none, setNone] = useState(true);
  return (
    <>
      <Columns>
        <Allergies of={{ allergies: 'Penicillin\nChicken protein', no_known_allergies: '0' }} />
        <Allergies of={{ allergies: null, no_known_allergies: '1' }} />
        <Allergies of={{ allergies: null, no_known_allergies: '0' }} />
        <NoKnownAllergies allergies="" checked={none} onChange={setNone} />
        <NoKnownAllergies allergies="Penicillin" checked={false} onChange={() => undefined} />
      </Columns>
      <p>
        <AllergiesBadge />
      </p>
    </>
  );
}

const NotesTextExample = () => (
  <Columns>
    <NotesText notes={`${longText}\n\nCall before 10:00.`} none="No notes yet" />
    <NotesText notes={null} none="No notes yet" />
  </Columns>
);

const editable = { label: 'Notes', placeholder: 'What colleagues should know', maxLength: 2000 };

function EditableNotesExample() {
  const [notes, setNotes] = useState<string | null>(longText);
  return (
    <Columns>
      <EditableNotes
        {...editable}
        title="Notes"
        hint="The client does not see these notes."
        notes={notes}
        save={async (text) => setNotes(text)}
      />
      <EditableNotes
        {...editable}
        title="Notes that can’t be saved"
        notes={null}
        save={() => Promise.reject(new ApiError(409, 'The appointment was cancelled.'))}
      />
      <EditableNotes
        {...editable}
        title="Notes that are being saved"
        notes={null}
        save={() => new Promise(() => undefined)}
      />
    </Columns>
  );
}

const address = 'https://willow-lane.example/app/welcome#8Zr4Qm2vXc7Lk1Tn9Bp3Wd6Hs5Yf0Ja';

const CopiedLinkExample = () => <CopiedLink name="the address of the portal" href={address} />;

const CopyFieldExample = () => (
  <CopyField label="API key" value="burrow_1042_example" note="Copy it now: you won’t see it again." />
);

const OneTimeLinkExample = () => (
  <OneTimeLink
    link={address}
    expiresAt="Sat 28 Nov, 09:30"
    explanation="With this link Emma Hughes chooses her password."
  />
);

const revenue = [
  { name: 'Consultation', share: 0.62, amount: '3844.00' },
  {
    name: 'Booster vaccination with a health check and a certificate for travel',
    share: 0.3,
    amount: '1860.00',
  },
  { name: 'No service', share: 0, amount: '0.00' },
];

const RankedBarsExample = () => (
  <Card>
    <RankedBars label="Revenue by service" columns={1} ordered>
      {revenue.map(({ name, share, amount }, index) => (
        <li key={name} className={rankedRowClass}>
          <span className="text-ink-soft">{index + 1}</span>
          <RankedName name={name} soft={share === 0} />
          <span className="text-right font-bold">{formats.money(amount)}</span>
          <Bar share={share} className={rankedBarClass} />
        </li>
      ))}
    </RankedBars>
  </Card>
);

export const records: readonly ShownComponent[] = [
  { name: 'Card', file: 'card.tsx', Example: CardExample },
  { name: 'Facts', file: 'facts.tsx', Example: FactsExample },
  { name: 'Figures', file: 'figures.tsx', Example: FiguresExample },
  { name: 'StatCard', file: 'stat-card.tsx', Example: StatCardExample },
  { name: 'RankedBars', file: 'ranked-bars.tsx', Example: RankedBarsExample },
  { name: 'Allergies', file: 'allergies.tsx', Example: AllergiesExample },
  { name: 'NotesText', file: 'notes-text.tsx', Example: NotesTextExample },
  { name: 'EditableNotes', file: 'editable-notes.tsx', Example: EditableNotesExample },
  { name: 'CopiedLink', file: 'copied-link.tsx', Example: CopiedLinkExample },
  { name: 'CopyField', file: 'copy-field.tsx', Example: CopyFieldExample },
  { name: 'OneTimeLink', file: 'one-time-link.tsx', Example: OneTimeLinkExample },
  {
    name: 'PageHeader',
    file: 'page-header.tsx',
    Example: () => (
      <Variant name="with its title only, and with everything">
        <PageHeaderExample />
      </Variant>
    ),
  },
];
