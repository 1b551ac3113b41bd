import type { cancellationNotices } from '@burrow/contracts/report-answers';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { narrowCell, narrowNumber } from '../components/narrow-cell.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { reportQuery } from '../report-query.ts';

type Cancellations = OutputOf<'reports/cancellations'>;

const noticeNames: Readonly<Record<(typeof cancellationNotices)[number], string>> = {
  after_start: 'After the start',
  under_2_hours: 'Under 2 hours',
  under_24_hours: '2 to 24 hours',
  under_48_hours: '24 to 48 hours',
  under_7_days: '2 to 7 days',
  from_7_days: '7 days or more',
  unknown: 'Not recorded',
};

interface NamedRow {
  id: number | null;
  name: string;
  bookings: number;
  by_client: number;
  by_practice: number;
  no_shows: number;
  percent: number | null;
}

/** A narrow panel has no room for all of them. */
const wideOnly = `${narrowNumber} hidden @lg:table-cell`;
const columns = [
  { name: 'Booked', count: 'bookings', className: wideOnly },
  { name: 'By client', count: 'by_client', className: narrowNumber },
  { name: 'No-shows', count: 'no_shows', className: narrowNumber },
  { name: 'By practice', count: 'by_practice', className: wideOnly },
] as const;

/** Cancellations and no-shows of each service or person, most first. */
function OutcomeTable({ title, rows }: { title: string; rows: readonly NamedRow[] }) {
  const formats = useFormats();
  return (
    <Table caption={`Cancellations by ${title.toLowerCase()}`} className="figures text-sm">
      <thead>
        <tr>
          <Th className={narrowCell}>{title}</Th>
          {columns.map(({ name, className }) => (
            <Th key={name} className={className}>
              {name}
            </Th>
          ))}
          <Th className={narrowNumber}>Rate</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td className={`${narrowCell} min-w-25 wrap-break-word`}>{row.name}</Td>
            {columns.map(({ name, count, className }) => (
              <Td key={name} className={className}>
                {formats.number(row[count])}
              </Td>
            ))}
            <Td className={`${narrowNumber} font-semibold`}>{formats.percent(row.percent)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function NoticeTable({ rows }: { rows: Cancellations['data']['by_notice'] }) {
  const formats = useFormats();
  return (
    <Table caption="Cancellations by notice" className="figures text-sm">
      <thead>
        <tr>
          <Th className={narrowCell}>Notice</Th>
          <Th className={narrowNumber}>By client</Th>
          <Th className={narrowNumber}>By practice</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.notice}>
            <Td className={narrowCell}>{noticeNames[row.notice]}</Td>
            <Td className={narrowNumber}>{formats.number(row.by_client)}</Td>
            <Td className={narrowNumber}>{formats.number(row.by_practice)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <h3 id={id} className="mb-2 text-sm font-semibold text-ink-soft">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Content({ cancellations: { data, metadata } }: { cancellations: Cancellations }) {
  const formats = useFormats();
  const showsMoney = metadata.kept !== null;
  return (
    <div className="@container flex flex-col gap-5">
      <Figures
        figures={[
          { label: 'Cancellation rate', value: formats.percent(metadata.percent) },
          { label: 'By clients', value: formats.number(metadata.by_client) },
          { label: 'No-shows', value: formats.number(metadata.no_shows) },
          { label: 'By the practice', value: formats.number(metadata.by_practice) },
          ...(showsMoney
            ? [
                { label: 'Deposits kept', value: formats.money(metadata.kept) },
                { label: 'Deposits refunded', value: formats.money(metadata.refunded) },
              ]
            : []),
        ]}
      />
      <div className="grid gap-x-8 gap-y-5 @3xl:grid-cols-2">
        <Section title="By service">
          <OutcomeTable
            title="Service"
            rows={data.by_service.map((row) => ({ ...row, id: row.service_id, name: row.service_name }))}
          />
        </Section>
        <Section title="By staff member">
          <OutcomeTable
            title="Staff member"
            rows={data.by_person.map((row) => ({ ...row, id: row.user_id }))}
          />
        </Section>
        <Section title="By notice before the start">
          <NoticeTable rows={data.by_notice} />
        </Section>
      </div>
    </div>
  );
}

/** Cancelled and missed appointments by service, notice and staff member. */
export function CancellationsPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/cancellations', choice));
  return (
    <ReportPanel
      title="Cancellations"
      definitions={['cancellations']}
      tall
      query={query}
      failure="Failed to fetch cancellations data"
      empty={{
        isEmpty: query.data?.metadata.bookings === 0,
        text: 'No appointments in this period.',
      }}
      exportOf={{ report: 'cancellations', input: choice }}
    >
      {query.data ? <Content cancellations={query.data} /> : null}
    </ReportPanel>
  );
}
