import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import type { Formats } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { Table, Td, Th, Tr } from '../../../ui/table.tsx';
import { hourSpan, periodPhrase } from '../period-words.ts';
import { BarsChart, ChartFigure } from '../components/chart-figure.tsx';
import { useAxisFormats } from '../components/chart-theme.ts';
import { narrowCell, narrowNumber } from '../components/narrow-cell.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';

type Patterns = OutputOf<'reports/booking_patterns'>;
type Weekday = Patterns['data'][number];

const label = 'Bookings by day of the week';

const peaksOf = ({ peak_hours }: Weekday, formats: Formats): string =>
  peak_hours.length === 0 ? '–' : peak_hours.map((hour) => hourSpan(hour, formats)).join(', ');

/** Whether there are amounts to show: none for staff if the practice hides revenue from them. */
const hasMoney = (weekdays: readonly Weekday[]): boolean =>
  weekdays.some(({ average_revenue }) => average_revenue !== null);

/** '40 bookings this month, most on Monday (12).' */
function summaryOf({ data, metadata }: Patterns, formats: Formats): string {
  const most = Math.max(...data.map(({ booking_count }) => booking_count));
  const busiest = data.filter(({ booking_count }) => booking_count === most).map(({ period }) => period);
  const bookings = formats.count(metadata.total_bookings, 'booking');
  return `${bookings} ${periodPhrase(metadata, formats)}, most on ${busiest.join(' and ')} (${formats.number(most)}).`;
}

/** Each hour on one line; on a phone they are below each other. */
function PeakHours({ weekday }: { weekday: Weekday }) {
  const formats = useFormats();
  if (weekday.peak_hours.length === 0) return '–';
  return (
    <ul className="flex flex-wrap gap-x-3 whitespace-nowrap">
      {weekday.peak_hours.map((hour) => (
        <li key={hour}>{hourSpan(hour, formats)}</li>
      ))}
    </ul>
  );
}

function PatternsTable({ weekdays }: { weekdays: readonly Weekday[] }) {
  const formats = useFormats();
  const showsMoney = hasMoney(weekdays);
  return (
    <Table caption={label} className="figures text-sm">
      <thead>
        <tr>
          <Th className={narrowCell}>Day</Th>
          <Th className={narrowNumber}>Bookings</Th>
          <Th className={narrowCell}>Peak hours</Th>
          {showsMoney ? <Th className={narrowNumber}>Average revenue</Th> : null}
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday) => (
          <Tr key={weekday.period}>
            <Td className={narrowCell}>{weekday.period}</Td>
            <Td className={narrowNumber}>{formats.number(weekday.booking_count)}</Td>
            <Td className={narrowCell}>
              <PeakHours weekday={weekday} />
            </Td>
            {showsMoney ? <Td className={narrowNumber}>{formats.money(weekday.average_revenue)}</Td> : null}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function factsOf(weekday: Weekday, formats: Formats): { name: string; value: string }[] {
  const { booking_count, average_revenue, peak_hours } = weekday;
  return [
    { name: 'Bookings', value: formats.number(booking_count) },
    { name: peak_hours.length === 1 ? 'Peak hour' : 'Peak hours', value: peaksOf(weekday, formats) },
    ...(average_revenue === null ? [] : [{ name: 'Average revenue', value: formats.money(average_revenue) }]),
  ];
}

function PatternsContent({ patterns }: { patterns: Patterns }) {
  const formats = useFormats();
  const axis = useAxisFormats();
  return (
    <ChartFigure
      label={label}
      summary={summaryOf(patterns, formats)}
      table={<PatternsTable weekdays={patterns.data} />}
      tableStands
    >
      <BarsChart
        series={1}
        wholeNumbers
        formatValue={axis.count}
        rows={patterns.data.map((weekday) => ({
          key: weekday.period,
          tick: weekday.period.slice(0, 3),
          title: weekday.period,
          values: [weekday.booking_count],
          facts: factsOf(weekday, formats),
        }))}
      />
    </ChartFigure>
  );
}

/** The busiest days of the week, and their peak hours. */
export function BookingPatternsPanel({ choice }: { choice: PeriodChoice }) {
  const patterns = useQuery(reportQuery('reports/booking_patterns', { ...choice, group_by: 'day_of_week' }));
  const weekdays = patterns.data?.data ?? [];
  return (
    <ReportPanel
      title="Booking Patterns"
      definitions={
        patterns.data && !hasMoney(weekdays)
          ? ['bookings', 'peak_hours']
          : ['bookings', 'peak_hours', 'average_revenue']
      }
      tall
      query={patterns}
      failure="Failed to fetch booking patterns data"
      empty={{
        isEmpty: weekdays.every(({ booking_count }) => booking_count === 0),
        text: 'No booking pattern data available',
      }}
      exportOf={{ report: 'booking_patterns', input: choice }}
    >
      {patterns.data ? <PatternsContent patterns={patterns.data} /> : null}
    </ReportPanel>
  );
}
