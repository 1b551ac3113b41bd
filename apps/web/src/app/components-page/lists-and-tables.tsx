import { useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { AppointmentList, type AppointmentListItem } from '../../ui/appointment-list.tsx';
import { ArchivedList } from '../../ui/archived-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BlobImage } from '../../ui/blob-image.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FileList, type FileListItem } from '../../ui/file-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { OwnSessionList, SessionList } from '../../ui/session-list.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { rowLinkClass, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.ts';
import { clients, formats, longName, services, type ExampleClient } from './example-data.ts';
import { Columns, Variant, type ShownComponent } from './shown.tsx';

const say = (text: string) => () => toast.success(text);

const appointments: readonly AppointmentListItem[] = [
  {
    id: 1,
    to: '#appointment-list',
    day: 'Wed 25 Nov',
    time: '09:30–10:00',
    title: 'Booster vaccination',
    details: 'Bella · Dr Sarah Mitchell',
    price: formats.money('62.00'),
    badge: <StatusBadge booking={{ status: 'confirmed', is_provisional: 0, staff_accepted: 1 }} />,
  },
  {
    id: 2,
    to: '#appointment-list',
    day: 'Tue 24 Nov',
    time: '16:15–17:00',
    title: 'Consultation about a limp, with X-rays if the first examination asks for them',
    details: `${longName} · James Cooper`,
    price: formats.money('1280.50'),
    badge: <StatusBadge booking={{ status: 'confirmed', is_provisional: 0, staff_accepted: 1 }} missed />,
  },
  {
    id: 3,
    to: '#appointment-list',
    day: 'Mon 2 Nov',
    time: '11:00–11:15',
    title: 'Nail clip',
    details: 'Clover · No preference',
    price: '',
    badge: <StatusBadge booking={{ status: 'cancelled', is_provisional: 0, staff_accepted: 0 }} />,
  },
];

const AppointmentListExample = () => (
  <Card flush>
    <AppointmentList label="Appointments" items={appointments} />
  </Card>
);

const TableExample = () => (
  <Card flush>
    <Table caption="Clients with their balance">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Animals</Th>
          <Th>Phone</Th>
          <Th className="text-right">Balance due</Th>
        </tr>
      </thead>
      <tbody>
        {clients.map(({ id, name, animals, phone, balance }) => (
          <Tr key={id} interactive>
            <Td>
              <a href="#table" className={rowLinkClass}>
                {name}
              </a>
            </Td>
            <Td>{animals}</Td>
            <Td className="figures">{phone}</Td>
            <Td className="figures text-right">{formats.money(balance)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  </Card>
);

const ClientCells = ({ name, animals }: ExampleClient) => (
  <>
    <div role="cell" className="min-w-0 py-2 font-semibold wrap-anywhere">
      {name}
    </div>
    <div role="cell" className="min-w-0 py-2">
      {animals}
    </div>
  </>
);

const ClientCard = ({ name, animals }: ExampleClient) => (
  <div className="px-4 py-2.5">
    <p className="font-semibold">{name}</p>
    <p className="text-sm text-ink-soft">{animals}</p>
  </div>
);

const longList = {
  rows: clients,
  rowCount: 1204,
  columns: [{ label: 'Name' }, { label: 'Animals' }],
  gridClass: 'grid-cols-[2fr_1fr]',
  cells: ClientCells,
  card: ClientCard,
  rowHeight: 43,
};

function LongListExample() {
  const isPhone = usePhone();
  const [stale, setStale] = useState(false);
  return (
    <>
      <Checkbox
        label="While another search is running"
        checked={stale}
        onChange={({ target }) => setStale(target.checked)}
      />
      <Variant name="a table, on a phone cards">
        <Card flush>
          <LongList {...longList} label="Clients" compact={isPhone} stale={stale} />
        </Card>
      </Variant>
      <Variant name="cards">
        <Card flush>
          <LongList {...longList} label="Clients as cards" compact stale={stale} />
        </Card>
      </Variant>
    </>
  );
}

const LoadMoreExample = () => (
  <Columns>
    <Card flush>
      <LoadMore size={50} busy={false} failure={null} onMore={say('The next 50 are shown.')}>
        <p className="figures text-sm text-ink-soft">50 of 1,204 shown</p>
      </LoadMore>
    </Card>
    <Card flush>
      <LoadMore size={50} busy failure={null} onMore={() => undefined} />
    </Card>
    <Card flush>
      <LoadMore
        size={50}
        busy={false}
        failure="Failed to fetch clients. Couldn’t reach the server. Check your internet connection and try again."
        onMore={() => undefined}
      />
    </Card>
  </Columns>
);

const picture = new Blob(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#7d9b76" d="M0 0h40v40H0z"/>',
    '<circle cx="20" cy="22" r="11" fill="#fffdf9"/></svg>',
  ],
  { type: 'image/svg+xml' },
);

const BlobImageExample = () => (
  <BlobImage content={picture} alt="A drawing of Clover" className="size-12 rounded-md" />
);

const file = { downloading: false, onDownload: say('The file would be downloaded.') };

const files: readonly FileListItem[] = [
  {
    ...file,
    id: 1,
    kind: 'image',
    name: 'Clover, left paw.jpg',
    details: '1.4 MB · 24 Nov 2026',
    thumbnail: <BlobImage content={picture} alt="" className="size-10 rounded-md" />,
    onPreview: say('The picture would open.'),
  },
  {
    ...file,
    id: 2,
    kind: 'pdf',
    name: 'Vaccination-certificate-of-Sir-Barnaby-issued-at-Lower-Willow-Lane-2026-11-25.pdf',
    details: '82 kB · 25 Nov 2026',
    badge: <Badge tone="brand">Shared</Badge>,
    onPreview: say('The document would open.'),
  },
  {
    ...file,
    id: 3,
    kind: 'text',
    name: 'Blood results.txt',
    details: '2 kB · 3 Nov 2026',
    downloading: true,
  },
  { ...file, id: 4, kind: 'document', name: 'Referral.docx', details: '210 kB · 1 Oct 2026' },
];

const FileListExample = () => (
  <Card flush>
    <FileList label="Files" files={files} />
  </Card>
);

function SortableListExample() {
  const [order, setOrder] = useState<readonly number[]>(services.map(({ id }) => id));
  const items = order.flatMap((id) => services.filter((service) => service.id === id));
  return (
    <Card flush>
      <SortableList label="Services" items={items} nameOf={({ name }) => name} onOrder={setOrder}>
        {({ name, price }) => (
          <p>
            <span className="font-semibold">{name}</span>{' '}
            <span className="figures text-ink-soft">{formats.money(price)}</span>
          </p>
        )}
      </SortableList>
    </Card>
  );
}

const ArchivedListExample = () => (
  <Card flush>
    <ArchivedList
      title="Archived services"
      className="px-4 py-3"
      items={services}
      nameOf={({ name }) => name}
      isBusy={(id) => id === 2}
      onRestore={say('The service would be restored.')}
    />
  </Card>
);

const sessions = [
  {
    id: 1,
    name: 'Firefox on Windows',
    details: 'Front desk, 25 Nov 2026, 09:12',
    current: true,
  },
  {
    id: 2,
    name: 'Safari on iPhone',
    details: '203.0.113.24, 24 Nov 2026, 18:40',
    current: false,
  },
  {
    id: 3,
    name: 'Chrome on Windows',
    details: '198.51.100.7, 1 Nov 2026, 14:05',
    current: false,
  },
] as const;

const last_used_at = '2026-11-24T18:40:00Z';
const ownSessions = [
  { id: 1, label: 'Safari on iPhone', network: '203.0.113.x', last_used_at, current: true },
  { id: 2, label: 'Chrome on Windows', network: null, last_used_at, current: false },
];

const SessionListExample = () => (
  <>
    <Card title="Sessions of a team member">
      <SessionList sessions={sessions} endLabel="End session" endingId={3} onEnd={say('Session ended')} />
    </Card>
    <Card title="Your sessions">
      <OwnSessionList
        sessions={ownSessions}
        dateTime={formats.dateTime}
        ending={null}
        problem="Couldn’t end the session."
        onEnd={say('Session ended')}
      />
    </Card>
  </>
);

export const listsAndTables: readonly ShownComponent[] = [
  { name: 'Table', file: 'table.tsx', Example: TableExample },
  { name: 'LongList', file: 'long-list.tsx', Example: LongListExample },
  { name: 'LoadMore', file: 'load-more.tsx', Example: LoadMoreExample },
  { name: 'AppointmentList', file: 'appointment-list.tsx', Example: AppointmentListExample },
  { name: 'FileList', file: 'file-list.tsx', Example: FileListExample },
  { name: 'BlobImage', file: 'blob-image.tsx', Example: BlobImageExample },
  { name: 'SortableList', file: 'sortable-list.tsx', Example: SortableListExample },
  { name: 'ArchivedList', file: 'archived-list.tsx', Example: ArchivedListExample },
  { name: 'SessionList', file: 'session-list.tsx', Example: SessionListExample },
];
