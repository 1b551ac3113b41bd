import { reportDefinitions, type ReportDefinition } from '@burrow/contracts/report-definitions';
import { CalendarX2, FileText, Printer } from 'lucide-react';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { usePractice } from '../../../lib/practice.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorBoundary } from '../../../ui/error-boundary.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DefinitionList } from '../components/definition-list.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { OverviewCards } from '../components/overview-cards.tsx';
import { PeriodSelector } from '../components/period-selector.tsx';
import { RefreshLine } from '../components/refresh-line.tsx';
import { ShareLink } from '../components/share-link.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { usePeriod } from '../use-period.ts';
import { useShowsMoney } from '../use-shows-money.ts';
import { useSpannedDays } from '../use-spanned-days.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** Placeholders for the panels while their script loads. */
function PanelsLoading() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2 lg:gap-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-97 rounded-lg lg:col-span-2" />
      {Array.from({ length: 6 }, (_, panel) => (
        <Skeleton key={panel} className="h-97 rounded-lg" />
      ))}
    </div>
  );
}

const AnalyticsPanels = lazyComponent(
  async () => (await import('../panels/analytics-panels.tsx')).AnalyticsPanels,
  PanelsLoading,
);

/** The days of the figures, as the server counted them; printed with the practice's name. */
function SpannedDays({ choice }: { choice: PeriodChoice }) {
  const practice = usePractice();
  const { days, isError } = useSpannedDays(choice);
  if (days === null) return isError ? null : <Skeleton className="my-1 h-3.5 w-44" />;
  return (
    <p className="figures">
      <span className="hidden print:inline">{practice?.tenant_name} · </span>
      {days}
    </p>
  );
}

function Figures({ choice }: { choice: PeriodChoice }) {
  const showsMoney = useShowsMoney();
  return (
    <>
      <OverviewCards choice={choice} />
      <ErrorBoundary>
        <AnalyticsPanels choice={choice} showsMoney={showsMoney} />
      </ErrorBoundary>
    </>
  );
}

/** The actions on the whole analytics page. */
function AnalyticsActions({ choice }: { choice: PeriodChoice | null }) {
  return (
    <>
      {useShowsMoney() ? (
        <ButtonLink to={paths.reports()} icon={<FileText aria-hidden="true" className="size-4" />}>
          View Reports
        </ButtonLink>
      ) : null}
      <ShareLink />
      {choice === null ? null : (
        <ExportMenu report="dashboard_overview" input={choice} label="summary" looks="full" />
      )}
      <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

const allDefinitions = Object.keys(reportDefinitions) as ReportDefinition[];
const moneyDefinitions = new Set<ReportDefinition>(['revenue', 'average_revenue', 'unpaid', 'paid_bookings']);

/** Definitions of all figures, at the bottom of the page. */
function Definitions() {
  const shown = useShowsMoney()
    ? allDefinitions
    : allDefinitions.filter((definition) => !moneyDefinitions.has(definition));
  return (
    <Disclosure title="How these figures are counted">
      <DefinitionList of={shown} className="gap-x-8 gap-y-4 md:grid-cols-2" />
    </Disclosure>
  );
}

/** The analytics page (/admin/analytics): figures and charts for the period in the address. */
export function AnalyticsPage() {
  usePage('Analytics');
  const period = usePeriod();
  const { choice } = period;
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <PageHeader
        title="Analytics"
        subtitle={choice === null ? 'No valid dates' : <SpannedDays choice={choice} />}
        actions={<AnalyticsActions choice={choice} />}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <PeriodSelector period={period} />
        <RefreshLine choice={choice} disabled={!period.isRight} />
      </div>
      {choice === null ? (
        <Card>
          <EmptyState icon={<CalendarX2 />} title="Nothing to show for these dates">
            Please correct the dates above.
          </EmptyState>
        </Card>
      ) : (
        <Figures choice={choice} />
      )}
      <Definitions />
    </div>
  );
}
