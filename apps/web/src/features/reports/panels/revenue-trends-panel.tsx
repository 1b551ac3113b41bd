import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { defaultPracticeLocale, type Formats } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { bucketCount, busyHours, periodPhrase, wordsOfBuckets, type BucketWords } from '../period-words.ts';
import { BarsChart, ChartFigure } from '../components/chart-figure.tsx';
import { useAxisFormats } from '../components/chart-theme.ts';
import { GrowthFigure } from '../components/growth-figure.tsx';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';

type Trends = OutputOf<'reports/revenue_trends'>;
type Row = Trends['data'][number] & { words: BucketWords };

const isNothing = ({ revenue, bookings }: Trends['data'][number]): boolean =>
  Number(revenue) === 0 && bookings === 0;

function rowsOf({ data, metadata }: Trends, formats: Formats, locale: string): Row[] {
  const shown = metadata.group_by === 'hour' ? busyHours(data, isNothing) : data;
  const keys = shown.map(({ date }) => date);
  const words = wordsOfBuckets(keys, metadata.group_by, metadata.end_date, formats, locale);
  return shown.flatMap((row, index) => {
    const named = words[index];
    return named ? [{ ...row, words: named }] : [];
  });
}

/** 'Revenue this month: £1,234.00 in 4 weeks, highest in the week of 8 November.' */
function summaryOf({ metadata }: Trends, rows: readonly Row[], formats: Formats): string {
  const count = bucketCount(rows.length, metadata.group_by);
  const [highest] = rows.toSorted((a, b) => Number(b.revenue) - Number(a.revenue));
  return [
    `Revenue ${periodPhrase(metadata, formats)}: ${formats.money(metadata.total_revenue)}`,
    count === '' ? '' : ` in ${count}`,
    highest && rows.length > 1 && Number(highest.revenue) > 0 ? `, highest ${highest.words.phrase}` : '',
    '.',
  ].join('');
}

function TrendsTable({ label, trends, rows }: { label: string; trends: Trends; rows: readonly Row[] }) {
  const formats = useFormats();
  const { group_by, total_revenue, total_bookings } = trends.metadata;
  return (
    <Table caption={label} className="figures">
      <thead>
        <tr>
          <Th className="capitalize">{group_by}</Th>
          <Th className="text-right">Revenue</Th>
          <Th className="text-right">Bookings</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ date, words, revenue, bookings }) => (
          <Tr key={date}>
            <Td>{words.title}</Td>
            <Td className="text-right">{formats.money(revenue)}</Td>
            <Td className="text-right">{formats.number(bookings)}</Td>
          </Tr>
        ))}
      </tbody>
      <tfoot className="font-bold">
        <tr>
          <Td className="border-t border-b-0">Total</Td>
          <Td className="border-t border-b-0 text-right">{formats.money(total_revenue)}</Td>
          <Td className="border-t border-b-0 text-right">{formats.number(total_bookings)}</Td>
        </tr>
      </tfoot>
    </Table>
  );
}

function TrendsContent({ trends }: { trends: Trends }) {
  const formats = useFormats();
  const axis = useAxisFormats();
  const { locale } = usePractice() ?? defaultPracticeLocale;
  const rows = rowsOf(trends, formats, locale);
  const { group_by, total_revenue, previous_revenue, growth_percent } = trends.metadata;
  const label = `Revenue by ${group_by}`;
  return (
    <>
      <Figures
        figures={[
          { label: 'Revenue', value: formats.money(total_revenue) },
          { label: 'Previous period', value: formats.money(previous_revenue) },
          { label: 'Growth', value: <GrowthFigure percent={growth_percent} days={trends.metadata} /> },
        ]}
      />
      <ChartFigure
        label={label}
        summary={summaryOf(trends, rows, formats)}
        table={<TrendsTable label={label} trends={trends} rows={rows} />}
      >
        <BarsChart
          series={1}
          formatValue={axis.money}
          rows={rows.map(({ date, words, revenue, bookings }) => ({
            key: date,
            tick: words.tick,
            title: words.title,
            values: [Number(revenue)],
            facts: [
              { name: 'Revenue', value: formats.money(revenue) },
              { name: 'Bookings', value: formats.number(bookings) },
            ],
          }))}
        />
      </ChartFigure>
    </>
  );
}

/** Revenue by part of the period, and the change from the previous one. */
export function RevenueTrendsPanel({ choice }: { choice: PeriodChoice }) {
  const trends = useQuery(reportQuery('reports/revenue_trends', choice));
  return (
    <ReportPanel
      title="Revenue Trends"
      definitions={['revenue', 'bookings', 'growth']}
      query={trends}
      failure="Failed to fetch revenue data"
      empty={{ isEmpty: trends.data?.data.every(isNothing) ?? false, text: 'No revenue data available' }}
      exportOf={{ report: 'revenue_trends', input: choice }}
    >
      {trends.data ? <TrendsContent trends={trends.data} /> : null}
    </ReportPanel>
  );
}
