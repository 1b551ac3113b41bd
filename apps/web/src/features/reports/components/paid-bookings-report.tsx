import { Printer, ReceiptText } from 'lucide-react';
import { failureText } from '../../../lib/failure-text.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { filtersInput } from '../report-address.ts';
import { choiceInWords, daysInWords } from '../report-words.ts';
import {
  reportPageSize,
  type PaidBookingsReport as Report,
  type usePaidBookings,
} from '../use-paid-bookings.ts';
import { printableRows, usePrintReport } from '../use-print-report.ts';
import { useShownRows } from '../use-shown-rows.ts';
import { ExportMenu } from './export-menu.tsx';
import { PaidBookingsTable } from './paid-bookings-table.tsx';
import { ShareLink } from './share-link.tsx';

interface PaidBookingsReportProps {
  report: Report;
  reading: ReturnType<typeof usePaidBookings>;
  /** The options of the staff filter. */
  members: readonly SelectOption[];
  /** Whether the filters in the form differ from those of this report. */
  isOlder: boolean;
}

/** The actions on a generated report. */
function ReportActions({
  report: { rows, summary, filters },
  printing,
}: Pick<PaidBookingsReportProps, 'report'> & { printing: ReturnType<typeof usePrintReport> }) {
  const formats = useFormats();
  const read = `${formats.number(rows.length)} of ${formats.number(summary.booking_count)}`;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button
        icon={<Printer aria-hidden="true" className="size-4" />}
        busy={printing.isReading}
        busyLabel={`${read}...`}
        onClick={printing.print}
      >
        Print this page
      </Button>
      <ExportMenu
        report="bookings_between_dates"
        input={filtersInput(filters)}
        label="Paid Bookings Report"
      />
      <ShareLink />
      <p role="status" className="sr-only">
        {printing.isReading ? `Loading the rest of the report before printing: ${read}` : null}
      </p>
    </div>
  );
}

/** The heading of the report with its total, and its actions. */
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
              isWaiting && isFetchNextPageError ? failureText('Couldn’t load the bookings', error) : null
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

/** The printed heading of the report: practice, filters and total. */
function PrintHead({
  report: { filters, summary, rows },
  members,
}: Pick<PaidBookingsReportProps, 'report' | 'members'>) {
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
          here. “Print this page” lists all of them.
        </p>
      )}
    </header>
  );
}

/** Notes about the shown report: outdated, incomplete or changed. */
function ReportNotes({
  report,
  reading,
  isOlder,
  isTooLongToPrint,
}: Omit<PaidBookingsReportProps, 'members'> & { isTooLongToPrint: boolean }) {
  const formats = useFormats();
  const readAgain = (label: string) => (
    <Button size="small" busy={reading.isFetching} onClick={() => void reading.refetch()}>
      {label}
    </Button>
  );
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden print:hidden">
      {isOlder ? <Banner tone="warning">Filters changed. Generate the report to update it.</Banner> : null}
      {reading.isRefetchError ? (
        <Banner tone="attention" action={readAgain('Retry')}>
          {failureText('Failed to generate report', reading.error)} These figures may be out of date.
        </Banner>
      ) : null}
      {report.isTorn && !reading.isFetching ? (
        <Banner tone="warning" action={readAgain('Load again')}>
          Payments changed while the report was loading. Its rows may not add up to the total.
        </Banner>
      ) : null}
      {isTooLongToPrint ? (
        <Banner tone="warning">
          More than {formats.number(printableRows)} bookings can’t be printed from here. Please export them as
          CSV.
        </Banner>
      ) : null}
    </div>
  );
}

/** The paid bookings report, on screen and printed. It stays, dimmed, while another one loads. */
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
