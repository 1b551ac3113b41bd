import { Printer } from 'lucide-react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { filtersInput } from '../report-address.ts';
import type { PaidBookingsReport } from '../use-paid-bookings.ts';
import type { usePrintReport } from '../use-print-report.ts';
import { ExportMenu } from './export-menu.tsx';
import { ShareLink } from './share-link.tsx';

/** What can be done with a report that has been generated. */
export function ReportActions({
  report: { rows, summary, filters },
  printing,
}: {
  report: PaidBookingsReport;
  printing: ReturnType<typeof usePrintReport>;
}) {
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
