import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { defaultPracticeLocale, formatDuration, type Formats } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Bar, shareOf } from '../../../ui/ranked-bars.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { periodPhrase, wordsOfBuckets, type BucketWords } from '../period-words.ts';
import { BarsChart, ChartFigure } from '../components/chart-figure.tsx';
import { useAxisFormats } from '../components/chart-theme.ts';
import { narrowCell, narrowNumber } from '../components/narrow-cell.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';

type Utilisation = OutputOf<'reports/utilisation'>;
type TimeUse = Omit<Utilisation['data']['by_week'][number], 'from'>;
type NamedUse = Utilisation['data']['by_person'][number];
type Week = Utilisation['data']['by_week'][number] & { words: BucketWords };

const weekLabel = 'Utilisation by week';

const isUnused = ({ available_minutes, outside_minutes }: TimeUse): boolean =>
  available_minutes + outside_minutes === 0;

/** '18 h of 40 h booked · 1 h outside hours' */
function bookedInWords({ available_minutes, booked_minutes, outside_minutes }: TimeUse): string {
  const booked =
    available_minutes === 0
      ? 'No working hours'
      : `${formatDuration(booked_minutes)} of ${formatDuration(available_minutes)} booked`;
  return outside_minutes === 0 ? booked : `${booked} · ${formatDuration(outside_minutes)} outside hours`;
}

const factsOf = (use: TimeUse, formats: Formats) => [
  { name: 'Available', value: formatDuration(use.available_minutes) },
  { name: 'Booked', value: formatDuration(use.booked_minutes) },
  { name: 'Outside hours', value: formatDuration(use.outside_minutes) },
  { name: 'Utilisation', value: formats.percent(use.percent) },
];

function UseBars({ title, rows }: { title: string; rows: readonly NamedUse[] }) {
  const formats = useFormats();
  const headingId = useId();
  return (
    <div>
      <h3 id={headingId} className="mb-2 text-sm font-semibold text-ink-soft">
        {title}
      </h3>
      <ul aria-labelledby={headingId} className="figures flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.id} className="flex break-inside-avoid flex-col gap-1">
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-semibold wrap-anywhere">{row.name}</span>
              <span className="font-semibold">{formats.percent(row.percent)}</span>
            </span>
            <Bar share={shareOf(row.booked_minutes, row.available_minutes)} />
            <span className="text-sm text-ink-soft">{bookedInWords(row)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WeeksTable({ weeks, totals }: { weeks: readonly Week[]; totals: TimeUse }) {
  const formats = useFormats();
  return (
    <Table caption={weekLabel} className="figures text-sm">
      <thead>
        <tr>
          <Th className={narrowCell}>Week</Th>
          {factsOf(totals, formats).map(({ name }) => (
            <Th key={name} className={narrowNumber}>
              {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <Tr key={week.from}>
            <Td className={narrowCell}>{week.words.title}</Td>
            {factsOf(week, formats).map(({ name, value }) => (
              <Td key={name} className={narrowNumber}>
                {value}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
      <tfoot className="font-bold">
        <tr>
          <Td className={classNames('border-t border-b-0', narrowCell)}>Whole period</Td>
          {factsOf(totals, formats).map(({ name, value }) => (
            <Td key={name} className={classNames('border-t border-b-0', narrowNumber)}>
              {value}
            </Td>
          ))}
        </tr>
      </tfoot>
    </Table>
  );
}

function WeeksChart({ utilisation: { data, metadata } }: { utilisation: Utilisation }) {
  const formats = useFormats();
  const axis = useAxisFormats();
  const { locale } = usePractice() ?? defaultPracticeLocale;
  const begins = data.by_week.map(({ from }) => from);
  const words = wordsOfBuckets(begins, 'week', metadata.end_date, formats, locale);
  const weeks = data.by_week.flatMap((week, index): Week[] => {
    const named = words[index];
    return named ? [{ ...week, words: named }] : [];
  });
  return (
    <ChartFigure
      label={weekLabel}
      summary={`All staff ${periodPhrase(metadata, formats)}: ${bookedInWords(metadata)}.`}
      table={<WeeksTable weeks={weeks} totals={metadata} />}
    >
      <BarsChart
        series={1}
        formatValue={(percent) => `${axis.count(percent)}%`}
        rows={weeks.map((week) => ({
          key: week.from,
          tick: week.words.tick,
          title: week.words.title,
          values: [week.percent ?? 0],
          facts: factsOf(week, formats),
        }))}
      />
    </ChartFigure>
  );
}

function UtilisationContent({ utilisation }: { utilisation: Utilisation }) {
  const formats = useFormats();
  const { data, metadata } = utilisation;
  return (
    <div className="@container flex flex-col gap-5">
      <Figures
        figures={[
          {
            label: 'Utilisation',
            value: metadata.percent === null ? null : formats.percent(metadata.percent),
          },
          { label: 'Booked', value: formatDuration(metadata.booked_minutes) },
          { label: 'Available', value: formatDuration(metadata.available_minutes) },
          { label: 'Outside hours', value: formatDuration(metadata.outside_minutes) },
        ]}
      />
      <div className="grid auto-cols-fr gap-x-8 gap-y-5 @2xl:grid-flow-col">
        {data.by_person.length > 0 ? <UseBars title="Staff" rows={data.by_person} /> : null}
        {data.by_resource.length > 0 ? <UseBars title="Rooms & equipment" rows={data.by_resource} /> : null}
      </div>
      <WeeksChart utilisation={utilisation} />
    </div>
  );
}

/** The booked share of the working time of people, rooms and equipment. */
export function UtilisationPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/utilisation', choice));
  const { by_person = [], by_resource = [] } = query.data?.data ?? {};
  return (
    <ReportPanel
      title="Utilisation"
      definitions={['utilisation', 'outside_hours']}
      tall
      query={query}
      failure="Failed to fetch utilisation data"
      empty={{
        isEmpty: [...by_person, ...by_resource].every(isUnused),
        text: 'No working hours in this period.',
      }}
      exportOf={{ report: 'utilisation', input: choice }}
    >
      {query.data ? <UtilisationContent utilisation={query.data} /> : null}
    </ReportPanel>
  );
}
