import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Figures } from '../../../ui/figures.tsx';
import { Bar, shareOf } from '../../../ui/ranked-bars.tsx';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';

type RetentionMonth = OutputOf<'reports/client_retention'>['data']['breakdown_by_month'][number];

/** The maximum number of months in one column. */
const monthsOfColumn = 13;

/** Each bar is a share of all `clients` who could return. */
function Months({ months, clients }: { months: readonly RetentionMonth[]; clients: number }) {
  const formats = useFormats();
  const headingId = useId();
  const isLong = months.length > monthsOfColumn;
  const rows = Math.ceil(months.length / 2);
  return (
    <div className="@container">
      <h3 id={headingId} className="mb-2 text-sm font-semibold text-ink-soft">
        Returned clients by month
      </h3>
      <ol
        aria-labelledby={headingId}
        className={classNames(
          'figures grid grid-cols-[auto_minmax(1rem,1fr)_auto_auto] gap-x-2 gap-y-2',
          isLong && '@lg:grid-flow-col @lg:grid-cols-[repeat(2,auto_minmax(1rem,1fr)_auto_auto)]',
        )}
        style={isLong ? { gridTemplateRows: `repeat(${rows}, auto)` } : undefined}
      >
        {months.map(({ month, returned_clients, retention_rate }, index) => (
          <li
            key={month}
            className={classNames(
              'col-span-4 grid grid-cols-subgrid items-center',
              isLong && index >= rows && '@lg:pl-4',
            )}
          >
            <span className="whitespace-nowrap">{formats.shortMonth(month)}</span>
            <Bar share={shareOf(returned_clients, clients)} />
            <span className="text-right whitespace-nowrap">{formats.count(returned_clients, 'client')}</span>
            <span className="min-w-13 text-right text-ink-soft">{formats.percent(retention_rate)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The share of the clients of the 12 months before a period who returned in it, and in which months. */
export function ClientRetentionPanel({ choice }: { choice: PeriodChoice }) {
  const formats = useFormats();
  const query = useQuery(reportQuery('reports/client_retention', choice));
  const retention = query.data?.data;
  return (
    <ReportPanel
      title="Client Retention"
      definitions={['retention']}
      query={query}
      failure="Failed to fetch client retention data"
      empty={{
        isEmpty: retention?.total_clients === 0 && retention.returned_within_period === 0,
        text: 'No client retention data available',
      }}
      exportOf={{ report: 'client_retention', input: choice }}
    >
      {retention ? (
        <div className="flex flex-col gap-5">
          <Figures
            figures={[
              { label: 'Total Clients', value: formats.number(retention.total_clients) },
              { label: 'Returned Clients', value: formats.number(retention.returned_within_period) },
              {
                label: 'Retention Rate',
                value: retention.retention_rate === null ? null : formats.percent(retention.retention_rate),
              },
            ]}
          />
          <Months months={retention.breakdown_by_month} clients={retention.total_clients} />
        </div>
      ) : null}
    </ReportPanel>
  );
}
