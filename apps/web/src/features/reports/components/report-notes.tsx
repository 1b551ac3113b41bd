import { failureText } from '../../../lib/failure-text.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { PaidBookingsReport, usePaidBookings } from '../use-paid-bookings.ts';
import { printableRows } from '../use-print-report.ts';

/** What has to be known of the report that is shown, beside its figures. */
export function ReportNotes({
  report,
  reading,
  isOlder,
  isTooLongToPrint,
}: {
  report: PaidBookingsReport;
  reading: ReturnType<typeof usePaidBookings>;
  /** Whether the filters in the form are others than those of this report. */
  isOlder: boolean;
  isTooLongToPrint: boolean;
}) {
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
          {failureText('Failed to generate report', reading.error)} What is shown may be out of date.
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
