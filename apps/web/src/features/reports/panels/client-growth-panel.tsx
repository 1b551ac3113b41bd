import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useId } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { defaultPracticeLocale, type Formats } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Hatch } from '../components/hatch.tsx';
import { reportQuery } from '../report-query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { endedOn, periodBeginning, periodPhrase, wordsOfBuckets, type BucketWords } from '../period-words.ts';
import { BarsChart, ChartFigure } from '../components/chart-figure.tsx';
import { useAxisFormats } from '../components/chart-theme.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { FigureWithNote } from './figure-with-note.tsx';

const noClients = 'No client data available';

type Growth = OutputOf<'reports/client_growth'>;
type Counts = Pick<Growth['metadata'], 'new_clients' | 'returning_clients' | 'total_active'>;
type Row = Growth['data'][number] & { words: BucketWords };

function rowsOf({ data, metadata }: Growth, formats: Formats, locale: string): Row[] {
  const keys = data.map(({ period }) => period);
  const words = wordsOfBuckets(keys, metadata.group_by, metadata.end_date, formats, locale);
  return data.flatMap((row, index) => {
    const named = words[index];
    return named ? [{ ...row, words: named }] : [];
  });
}

const countsOf = (counts: Counts, formats: Formats) => [
  { name: 'New', value: formats.number(counts.new_clients) },
  { name: 'Returning', value: formats.number(counts.returning_clients) },
  { name: 'Total active', value: formats.number(counts.total_active) },
];

/**
 * 'Clients this month: 12 new, 30 returning (seen before this month), 240 active in all. For each week, returning clients
 * had visited before that week.'
 */
function summaryOf(growth: Growth, formats: Formats): string {
  const { data, metadata } = growth;
  const { new_clients, returning_clients, total_active, group_by } = metadata;
  const lastDay = endedOn(metadata, formats);
  return [
    `Clients ${periodPhrase(metadata, formats)}: ${formats.number(new_clients)} new`,
    `, ${formats.number(returning_clients)} returning (seen before ${periodBeginning(metadata, formats)})`,
    `, ${formats.number(total_active)} active ${lastDay === null ? 'in all' : `on ${lastDay}`}.`,
    data.length > 1 ? ` For each ${group_by}, returning clients had visited before that ${group_by}.` : '',
  ].join('');
}

function GrowthTable({ label, growth, rows }: { label: string; growth: Growth; rows: readonly Row[] }) {
  const formats = useFormats();
  return (
    <Table caption={label} className="figures">
      <thead>
        <tr>
          <Th className="capitalize">{growth.metadata.group_by}</Th>
          <Th className="text-right">New</Th>
          <Th className="text-right">Returning</Th>
          <Th className="text-right">Total active</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.period}>
            <Td>{row.words.title}</Td>
            {countsOf(row, formats).map(({ name, value }) => (
              <Td key={name} className="text-right">
                {value}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
      <tfoot className="font-bold">
        <tr>
          {/* A client who came in two weeks counts once for the month. */}
          <Td className="border-t border-b-0">Whole period, each client counted once</Td>
          {countsOf(growth.metadata, formats).map(({ name, value }) => (
            <Td key={name} className="border-t border-b-0 text-right">
              {value}
            </Td>
          ))}
        </tr>
      </tfoot>
    </Table>
  );
}

function GrowthFigures({ growth }: { growth: Growth }) {
  const formats = useFormats();
  const { metadata } = growth;
  const lastDay = endedOn(metadata, formats);
  return (
    <Figures
      figures={[
        { label: 'New', value: formats.number(metadata.new_clients) },
        {
          label: 'Returning clients',
          value: formats.number(metadata.returning_clients),
        },
        {
          label: 'Total active',
          value: (
            <FigureWithNote note={lastDay === null ? null : `on ${lastDay}`}>
              {formats.number(metadata.total_active)}
            </FigureWithNote>
          ),
        },
      ]}
    />
  );
}

const swatchClass = 'size-3.5 shrink-0 [print-color-adjust:exact]';

/** The names of the two series of a chart, as they are stacked: the upper one first. */
function ChartLegend({ upper, lower }: { upper: string; lower: string }) {
  const hatch = useId();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <li className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" viewBox="0 0 14 14" className={swatchClass}>
          <Hatch id={hatch} />
          <rect width="14" height="14" rx="3" fill={`url(#${hatch})`} />
        </svg>
        {upper}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" viewBox="0 0 14 14" className={swatchClass}>
          <rect width="14" height="14" rx="3" className="fill-chart-first" />
        </svg>
        {lower}
      </li>
    </ul>
  );
}

function GrowthChart({ growth }: { growth: Growth }) {
  const formats = useFormats();
  const axis = useAxisFormats();
  const { locale } = usePractice() ?? defaultPracticeLocale;
  const rows = rowsOf(growth, formats, locale);
  const label = `New and returning clients by ${growth.metadata.group_by}`;
  return (
    <ChartFigure
      label={label}
      summary={summaryOf(growth, formats)}
      legend={<ChartLegend upper="New" lower="Returning" />}
      table={<GrowthTable label={label} growth={growth} rows={rows} />}
    >
      <BarsChart
        series={2}
        wholeNumbers
        formatValue={axis.count}
        rows={rows.map((row) => ({
          key: row.period,
          tick: row.words.tick,
          title: row.words.title,
          values: [row.returning_clients, row.new_clients],
          facts: countsOf(row, formats),
        }))}
      />
    </ChartFigure>
  );
}

/** The figures and a chart of new clients; no chart if there are none. */
function GrowthContent({ growth }: { growth: Growth }) {
  const { new_clients, returning_clients } = growth.metadata;
  return (
    <>
      <GrowthFigures growth={growth} />
      {new_clients + returning_clients === 0 ? (
        <div className="my-auto">
          <EmptyState icon={<ChartNoAxesColumn />} title={noClients} />
        </div>
      ) : (
        <GrowthChart growth={growth} />
      )}
    </>
  );
}

/** New and returning clients by part of the period, and the active clients. */
export function ClientGrowthPanel({ choice }: { choice: PeriodChoice }) {
  const growth = useQuery(reportQuery('reports/client_growth', choice));
  const { new_clients = 0, returning_clients = 0, total_active = 0 } = growth.data?.metadata ?? {};
  return (
    <ReportPanel
      title="Client Growth & Activity"
      definitions={['new_clients', 'returning_clients', 'active_clients']}
      query={growth}
      failure="Failed to fetch client data"
      empty={{
        isEmpty: new_clients + returning_clients + total_active === 0,
        text: noClients,
      }}
      exportOf={{ report: 'client_growth', input: choice }}
    >
      {growth.data ? <GrowthContent growth={growth.data} /> : null}
    </ReportPanel>
  );
}
