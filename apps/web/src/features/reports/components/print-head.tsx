import { useFormats, usePractice } from '../../../lib/practice.ts';
import type { SelectOption } from '../../../ui/select.tsx';
import { choiceInWords, daysInWords } from '../report-words.ts';
import type { PaidBookingsReport } from '../use-paid-bookings.ts';

/** What stands above the report on paper: whose it is, what it is of, and its total. */
export function PrintHead({
  report: { filters, summary, rows },
  members,
}: {
  report: PaidBookingsReport;
  members: readonly SelectOption[];
}) {
  const formats = useFormats();
  const practice = usePractice();
  const isAll = rows.length >= summary.booking_count;
  return (
    <header className="hidden border-b-2 border-ink pb-2 print:block">
      <p className="text-sm">{practice?.tenant_name}</p>
      <p className="text-xl font-bold">Show paid bookings</p>
      <p>
        {daysInWords(filters, formats)} · {choiceInWords(filters, members)}
      </p>
      <p className="figures font-semibold">
        {formats.count(summary.booking_count, 'paid booking')} | Total {formats.money(summary.total_revenue)}
      </p>
      {isAll ? null : (
        <p>
          Only the first {formats.number(rows.length)} of {formats.number(summary.booking_count)} are listed
          here. ‘Print this page’ lists all of them.
        </p>
      )}
    </header>
  );
}
