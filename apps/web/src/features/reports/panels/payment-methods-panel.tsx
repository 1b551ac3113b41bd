import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Figures } from '../../../ui/figures.tsx';
import { RankedBars, rankedRowClass } from '../../../ui/ranked-bars.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';

type PaymentMethods = OutputOf<'reports/payment_methods'>;
type MethodRow = PaymentMethods['data'][number];
type Method = MethodRow['payment_method'];

/** Unpaid amounts are hatched, so that they are distinct without colour and in print. */
const fills: Record<Method, string> = {
  Card: 'bg-chart-first',
  Cash: 'bg-chart-second',
  BACS: 'bg-progress',
  Unpaid:
    'border border-attention bg-attention-soft bg-[repeating-linear-gradient(135deg,var(--attention)_0_2px,transparent_2px_6px)]',
};

/** All methods as parts of one bar. A negative amount has no part. */
function StackedBar({ rows }: { rows: readonly MethodRow[] }) {
  const parts = rows.filter(({ total_amount }) => Number(total_amount) > 0);
  return (
    <div
      aria-hidden="true"
      className="flex h-4 gap-0.5 overflow-hidden rounded-md bg-sunken [print-color-adjust:exact]"
    >
      {parts.map(({ payment_method, total_amount }) => (
        <span
          key={payment_method}
          className={classNames(
            'min-w-1 basis-0 first:rounded-l-md last:rounded-r-md',
            fills[payment_method],
          )}
          style={{ flexGrow: Number(total_amount) }}
        />
      ))}
    </div>
  );
}

/** The name of a method. If something was paid by it, the row is a link to those payments. */
function MethodName({ method, days }: { method: Method; days: PaymentMethods['metadata'] }) {
  if (method === 'Unpaid') return <span className="font-semibold">{method}</span>;
  const { start_date: date_from, end_date: date_to } = days;
  return (
    <Link
      to={paths.reports({ date_from, date_to, paid_type: method })}
      title={`Show what was paid by ${method}`}
      className={classNames(
        textLinkClass,
        "justify-self-start font-semibold after:absolute after:inset-0 after:content-['']",
      )}
    >
      {method}
    </Link>
  );
}

function MethodLine({ row, days }: { row: MethodRow; days: PaymentMethods['metadata'] }) {
  const formats = useFormats();
  const isUnpaid = row.payment_method === 'Unpaid';
  const amount = Number(row.total_amount);
  return (
    <li
      className={classNames(
        rankedRowClass,
        'relative',
        isUnpaid && 'border-t border-dashed border-edge pt-3',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'mt-1 size-3.5 rounded-sm [print-color-adjust:exact]',
          fills[row.payment_method],
        )}
      />
      <MethodName method={row.payment_method} days={days} />
      <span className="col-start-2 -col-end-1 row-start-2 flex flex-wrap gap-x-3 text-sm @md:contents @md:text-base">
        <span className="text-ink-soft @md:text-right">
          {formats.count(row.transaction_count, isUnpaid ? 'appointment' : 'transaction')}
        </span>
        <span className="text-ink-soft @md:text-right">{formats.percent(row.percentage)}</span>
      </span>
      <span
        className={classNames(
          'col-start-3 row-start-1 text-right font-bold whitespace-nowrap @md:col-auto @md:row-auto',
          isUnpaid && amount > 0 && 'text-attention',
        )}
      >
        {formats.money(row.total_amount)}
      </span>
      {amount < 0 ? (
        <span className="col-start-2 -col-end-1 text-sm text-ink-soft">Refunds exceed payments.</span>
      ) : null}
    </li>
  );
}

function Totals({ totals }: { totals: PaymentMethods['metadata'] }) {
  const formats = useFormats();
  const unpaid = formats.money(totals.unpaid_amount);
  const isAllPaid = Number(totals.unpaid_amount) === 0;
  return (
    <Figures
      figures={[
        { label: 'Total taken', value: formats.money(totals.total_amount) },
        { label: 'Unpaid', value: isAllPaid ? unpaid : <span className="text-attention">{unpaid}</span> },
      ]}
    />
  );
}

/** Payments in a period by method, and the unpaid amount. Only for people who may see revenue. */
export function PaymentMethodsPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/payment_methods', choice));
  const rows = query.data?.data ?? [];
  return (
    <ReportPanel
      title="Payment Methods"
      definitions={['revenue', 'unpaid']}
      query={query}
      failure="Failed to fetch payment methods data"
      empty={{ isEmpty: rows.length === 0, text: 'No payment method data available' }}
      exportOf={{ report: 'payment_methods', input: choice }}
    >
      {query.data ? (
        <div className="flex flex-col gap-4">
          <Totals totals={query.data.metadata} />
          <StackedBar rows={rows} />
          <RankedBars label="Payment Methods" columns={3}>
            {rows.map((row) => (
              <MethodLine key={row.payment_method} row={row} days={query.data.metadata} />
            ))}
          </RankedBars>
        </div>
      ) : null}
    </ReportPanel>
  );
}
