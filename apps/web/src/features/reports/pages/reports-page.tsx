import { ChartNoAxesCombined, EyeOff, FileChartColumn } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useLast } from '../../../lib/use-last.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { DefinitionHint } from '../components/definition-hint.tsx';
import { DefinitionList } from '../components/definition-list.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { PaidBookingsReport } from '../components/paid-bookings-report.tsx';
import { ReportFilters } from '../components/report-filters.tsx';
import {
  defaultFilters,
  filterProblems,
  filtersIn,
  problemsIn,
  sameFilters,
  type ReportFilters as Filters,
  type ReportProblems,
} from '../report-address.ts';
import { isUnreadable } from '../report-query.ts';
import { usePaidBookings } from '../use-paid-bookings.ts';
import { useShowsMoney } from '../use-shows-money.ts';
import { useStaffChoices } from '../use-staff-choices.ts';

const title = 'Paid Bookings Report';

/**
 * The filters of the report: those in the address (`asked`), and those in the form (`draft`), which go to the address
 * when the report is generated. Back and Forward restore the address's filters to the form.
 */
function useReportFilters() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const today = useFormats().today();
  const asked = useMemo(() => filtersIn(search), [search]);
  const begin = (): [Filters, ReportProblems | null] => [
    asked ?? defaultFilters(today),
    asked && filterProblems(asked, today),
  ];
  const [[draft, problems], setForm] = useState(begin);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    setForm(begin());
  }
  return {
    draft,
    /** Errors in the draft at the last attempt to generate it. */
    problems,
    change: (edit: Partial<Filters>) => setForm([{ ...draft, ...edit }, null]),
    /** The filters of the report; null before one is generated, and for invalid filters. */
    asked: useMemo(() => (asked && filterProblems(asked, today) === null ? asked : null), [asked, today]),
    /**
     * Generates the report of the draft.
     * @returns whether it is refused, already shown, or requested
     */
    generate: (): 'refused' | 'same' | 'asked' => {
      const found = filterProblems(draft, today);
      setForm([draft, found]);
      if (found !== null) return 'refused';
      if (asked && sameFilters(asked, draft)) return 'same';
      void navigate(paths.reports(draft));
      return 'asked';
    },
  };
}

/** The state of the report: not generated, failed, loading, or the report itself. */
function Result({
  filters: { draft, asked },
  reading,
  staff,
}: {
  filters: ReturnType<typeof useReportFilters>;
  reading: ReturnType<typeof usePaidBookings>;
  staff: ReturnType<typeof useStaffChoices>;
}) {
  // A retry resets the error, so keep showing the last one until it has failed too.
  const error = useLast(reading.error);
  const hasFailed = asked !== null && isUnreadable(reading);
  // Errors in the filters are shown at their fields.
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

/** Explains what the paid bookings report counts. */
const CountingNotes = () => (
  <Disclosure title="How this is counted">
    <div className="flex max-w-prose flex-col gap-3">
      <DefinitionList of={['paid_bookings', 'revenue']} />
      <p className="text-sm text-ink-soft">
        Total is the money taken on these days, less refunds; if the price is different, it is shown below.
        Date and time are the appointment’s; if it was paid on another day, that day is shown below. The
        latest payment comes first. Cash, Card and BACS at the bottom should match the till and the bank for
        these days.
      </p>
      <p className="text-sm text-ink-soft">
        When you choose a payment type, only money paid that way is counted. When you choose a staff member,
        only their appointments are counted, and deposits without an appointment are left out.
      </p>
    </div>
  </Disclosure>
);

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

/** Shown instead of the report to staff of a practice that hides revenue from them. */
const RevenueHidden = () => (
  <Card>
    <EmptyState
      icon={<EyeOff />}
      title="Only admins can see revenue at your practice"
      action={<ButtonLink to={paths.analytics()}>View Analytics</ButtonLink>}
    >
      For bookings, clients and animals, see Analytics.
    </EmptyState>
  </Card>
);

/** Paid bookings between two days (/admin/reports). */
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
