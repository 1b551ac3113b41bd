import { ReceiptText } from 'lucide-react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { choiceInWords, daysInWords } from '../report-words.ts';
import {
  reportPageSize,
  type PaidBookingsReport as Report,
  type usePaidBookings,
} from '../use-paid-bookings.ts';
import { usePrintReport } from '../use-print-report.ts';
import { useShownRows } from '../use-shown-rows.ts';
import { PaidBookingsTable } from './paid-bookings-table.tsx';
import { PrintHead } from './print-head.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportNotes } from './report-notes.tsx';

interface PaidBookingsReportProps {
  report: Report;
  reading: ReturnType<typeof usePaidBookings>;
  /** Who can be named as the member of staff that the report is of. */
  members: readonly SelectOption[];
  /** Whether the filters in the form are others than those of this report. */
  isOlder: boolean;
}

/** Which report it is and what it comes to; what can be done with it. */
function Head({
  report,
  members,
  printing,
}: Pick<PaidBookingsReportProps, 'report' | 'members'> & { printing: ReturnType<typeof usePrintReport> }) {
  const formats = useFormats();
  const { filters, summary } = report;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-3 print:hidden">
      <div className="min-w-0 wrap-anywhere">
        <p role="status" className="figures text-lg font-bold">
          Showing {formats.count(summary.booking_count, 'paid booking')} | Total{' '}
          {formats.money(summary.total_revenue)}
        </p>
        <p className="text-sm text-ink-soft">
          {daysInWords(filters, formats)} · {choiceInWords(filters, members)}
        </p>
      </div>
      <ReportActions report={report} printing={printing} />
    </div>
  );
}

function Rows({
  report: { summary, filters },
  shown: { rows, hasMore, isWaiting, showMore },
  reading: { isPlaceholderData, isFetchNextPageError, error },
}: Pick<PaidBookingsReportProps, 'report' | 'reading'> & { shown: ReturnType<typeof useShownRows> }) {
  const formats = useFormats();
  const { list, focusNext } = useRowFocus(rows);
  return (
    <div ref={list}>
      {rows.length === 0 ? (
        <EmptyState icon={<ReceiptText />} title="No bookings found for the selected criteria" />
      ) : null}
      {rows.length === 0 && Number(summary.other_deposits) === 0 ? null : (
        <PaidBookingsTable rows={rows} summary={summary} filters={filters} />
      )}
      {hasMore && !isPlaceholderData ? (
        <div className="border-t border-line print:hidden">
          <LoadMore
            size={reportPageSize}
            busy={isWaiting && !isFetchNextPageError}
            failure={
              isWaiting && isFetchNextPageError ? failureText('Failed to fetch bookings', error) : null
            }
            onMore={() => {
              focusNext();
              showMore();
            }}
          >
            <p className="figures text-sm text-ink-soft">
              {formats.number(rows.length)} of {formats.number(summary.booking_count)} shown
            </p>
          </LoadMore>
        </div>
      ) : null}
    </div>
  );
}

/** The paid bookings report, on the screen and on paper. While another one is read it stays, dimmed. */
export function PaidBookingsReport({ report, reading, members, isOlder }: PaidBookingsReportProps) {
  const shown = useShownRows(report, reading);
  const printing = usePrintReport(report, reading, shown);
  const isOutdated = reading.isFetching && !reading.isFetchingNextPage;
  return (
    <>
      <ReportNotes
        report={report}
        reading={reading}
        isOlder={isOlder}
        isTooLongToPrint={printing.isRefused}
      />
      <PrintHead report={report} members={members} />
      <Card flush className="print:border-0">
        <div
          aria-busy={isOutdated}
          className={classNames('transition-opacity print:opacity-100', isOutdated && 'opacity-50')}
        >
          <Head report={report} members={members} printing={printing} />
          <Rows report={report} shown={shown} reading={reading} />
        </div>
      </Card>
    </>
  );
}
