import { ChartNoAxesCombined, FileChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { CountingNotes } from '../components/counting-notes.tsx';
import { DefinitionHint } from '../components/definition-hint.tsx';
import { PaidBookingsReport } from '../components/paid-bookings-report.tsx';
import { ReportFilters } from '../components/report-filters.tsx';
import { RevenueHidden } from '../components/revenue-hidden.tsx';
import { problemsIn, sameFilters } from '../report-address.ts';
import { isUnreadable } from '../report-query.ts';
import { usePaidBookings } from '../use-paid-bookings.ts';
import { useReportFilters } from '../use-report-filters.ts';
import { useShowsMoney } from '../use-shows-money.ts';
import { useStaffChoices } from '../use-staff-choices.ts';

const title = 'Paid Bookings Report';

/** What there is to see of a report: nothing yet, why not, that it comes, or it. */
function Result({
  filters: { draft, asked },
  reading,
  staff,
}: {
  filters: ReturnType<typeof useReportFilters>;
  reading: ReturnType<typeof usePaidBookings>;
  staff: ReturnType<typeof useStaffChoices>;
}) {
  // Trying again forgets why it became necessary until that has failed too.
  const error = useLast(reading.error);
  const hasFailed = asked !== null && isUnreadable(reading);
  // What is wrong with the filters is said at them.
  const isRefused = hasFailed && problemsIn(reading.error) !== null;
  if (hasFailed && !isRefused) {
    return (
      <Card>
        <ErrorPanel
          title={messageOf(error, 'Failed to generate report')}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        />
      </Card>
    );
  }
  if (asked !== null && !isRefused && reading.report === null) {
    return (
      <Card flush>
        <SkeletonRows rows={8} label="Generating report..." />
      </Card>
    );
  }
  if (reading.report === null) {
    return (
      <Card>
        <EmptyState icon={<FileChartColumn />} title="No report yet">
          Choose the days and press Generate Report.
        </EmptyState>
      </Card>
    );
  }
  return (
    <PaidBookingsReport
      report={reading.report}
      reading={reading}
      members={staff.options}
      isOlder={!reading.isFetching && !sameFilters(draft, reading.report.filters)}
    />
  );
}

function Report() {
  const filters = useReportFilters();
  const staff = useStaffChoices();
  const reading = usePaidBookings(filters.asked);
  const { asked, draft, change, generate } = filters;
  const refused = useMemo(() => problemsIn(reading.error), [reading.error]);
  const isDraftOfAsked = asked !== null && sameFilters(asked, draft);
  return (
    <>
      <ReportFilters
        filters={draft}
        problems={filters.problems ?? (isDraftOfAsked ? refused : null)}
        staff={staff}
        busy={reading.isFetching && !reading.isFetchingNextPage}
        onChange={change}
        onGenerate={() => {
          if (generate() === 'same') void reading.refetch();
        }}
      />
      <Result filters={filters} reading={reading} staff={staff} />
      <CountingNotes />
    </>
  );
}

/** What was paid between two days, appointment by appointment (/admin/reports). */
export function ReportsPage() {
  usePage(title);
  const showsMoney = useShowsMoney();
  return (
    <div className="flex flex-col gap-4 print:block">
      <div className="print:hidden">
        <PageHeader
          title={title}
          badges={<DefinitionHint of={['paid_bookings', 'revenue']} />}
          actions={
            <ButtonLink
              to={paths.analytics()}
              icon={<ChartNoAxesCombined aria-hidden="true" className="size-4" />}
            >
              View Analytics
            </ButtonLink>
          }
        />
      </div>
      {showsMoney ? <Report /> : <RevenueHidden />}
    </div>
  );
}
