import type { ReportDefinition } from '@burrow/contracts/report-definitions';
import { useQuery } from '@tanstack/react-query';
import { Banknote, CalendarDays, PawPrint, UserPlus } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useLast } from '../../../lib/use-last.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { periodPhrase } from '../period-words.ts';
import type { PeriodChoice } from '../period-choice.ts';
import { isUnreadable, reportQuery } from '../report-query.ts';
import { useShowsMoney } from '../use-shows-money.ts';
import { DefinitionHint } from './definition-hint.tsx';
import { GrowthFigure } from './growth-figure.tsx';
import { StaleNote } from './report-panel.tsx';

type Overview = OutputOf<'reports/dashboard_overview'>;

const title = 'Summary';
const failure = 'Failed to fetch dashboard data';

const hint = (...of: ReportDefinition[]) => <DefinitionHint of={of} />;

/** A sum of money; millions in smaller type on a phone. */
const Sum = ({ text }: { text: string }) => (
  <span className={text.length > 9 ? 'max-sm:text-lg print:text-base' : undefined}>{text}</span>
);

/** The placeholder of a line. */
const lineToCome = <Skeleton className="my-0.5 h-3.5 w-28" />;

/** Revenue, or a note that only admins can see it. */
function RevenueCard({ overview }: { overview: Overview | undefined }) {
  const formats = useFormats();
  const looks = { label: "Today's Revenue", icon: <Banknote /> };
  const isHidden = overview?.data.revenue_today === null;
  if (!useShowsMoney() || isHidden) {
    return (
      <StatCard
        {...looks}
        value={<span className="text-base font-semibold text-ink-soft">Shown to admins only</span>}
      />
    );
  }
  const known = { ...looks, hint: hint('revenue', 'growth') };
  if (overview === undefined)
    return <StatCard {...known} value={undefined} detail={lineToCome} trend={lineToCome} />;
  const { data, metadata } = overview;
  return (
    <StatCard
      {...known}
      value={<Sum text={formats.money(data.revenue_today)} />}
      detail={`${formats.money(data.revenue_period)} ${periodPhrase(metadata, formats)}`}
      trend={<GrowthFigure percent={data.revenue_growth_percent} days={metadata} />}
    />
  );
}

function BookingsCard({ overview }: { overview: Overview | undefined }) {
  const formats = useFormats();
  const looks = { label: "Today's Bookings", icon: <CalendarDays />, hint: hint('bookings', 'growth') };
  if (overview === undefined)
    return <StatCard {...looks} value={undefined} detail={lineToCome} trend={lineToCome} />;
  const { data, metadata } = overview;
  return (
    <StatCard
      {...looks}
      value={formats.number(data.bookings_today)}
      detail={`${formats.number(data.bookings_period)} ${periodPhrase(metadata, formats)}`}
      trend={<GrowthFigure percent={data.bookings_growth_percent} days={metadata} />}
    />
  );
}

function NewClientsCard({ overview }: { overview: Overview | undefined }) {
  const formats = useFormats();
  const looks = { label: 'New Clients', icon: <UserPlus />, hint: hint('new_clients', 'active_clients') };
  if (overview === undefined)
    return <StatCard {...looks} value={undefined} detail={lineToCome} trend={lineToCome} />;
  const { data, metadata } = overview;
  return (
    <StatCard
      {...looks}
      value={formats.number(data.new_clients_period)}
      detail={
        <>
          <span className="block">{periodPhrase(metadata, formats)}</span>
          <span className="block">{formats.count(data.total_active_clients, 'active client')}</span>
        </>
      }
    />
  );
}

function PatientsCard({ overview }: { overview: Overview | undefined }) {
  const formats = useFormats();
  const looks = { label: 'Total Patients', icon: <PawPrint />, hint: hint('active_patients') };
  if (overview === undefined) return <StatCard {...looks} value={undefined} detail={lineToCome} />;
  const { total_active_animals, upcoming_appointments_count } = overview.data;
  return (
    <StatCard
      {...looks}
      value={formats.number(total_active_animals)}
      detail={formats.count(upcoming_appointments_count, 'upcoming appointment')}
    />
  );
}

/** The four figures at the top of the page, for today and for the period. */
export function OverviewCards({ choice }: { choice: PeriodChoice }) {
  const overview = useQuery(reportQuery('reports/dashboard_overview', choice));
  // A retry resets the error, so keep showing the last one until it has failed too.
  const lastError = useLast(overview.error);
  if (isUnreadable(overview)) {
    return (
      <Card title={title}>
        <ErrorPanel
          title={messageOf(lastError, failure)}
          subject={title}
          onRetry={() => void overview.refetch()}
          retrying={overview.isFetching}
        />
      </Card>
    );
  }
  return (
    <section aria-label={title} aria-busy={overview.isFetching} className="flex flex-col gap-2">
      {overview.isError ? <StaleNote subject={title} query={overview} failure={failure} /> : null}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4 print:grid-cols-4 print:gap-3">
        <RevenueCard overview={overview.data} />
        <BookingsCard overview={overview.data} />
        <NewClientsCard overview={overview.data} />
        <PatientsCard overview={overview.data} />
      </div>
    </section>
  );
}
