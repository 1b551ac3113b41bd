import { popularServicesLimit } from '@burrow/contracts/report-period';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { OutputOf } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/practice.ts';
import { reportQuery } from '../report-query.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Figures } from '../../../ui/figures.tsx';
import {
  Bar,
  rankedBarClass,
  RankedBars,
  RankedName,
  rankedRowClass,
  shareOf,
} from '../../../ui/ranked-bars.tsx';
import { GrowthFigure } from '../components/growth-figure.tsx';
import { ReportPanel } from '../components/report-panel.tsx';
import type { PeriodChoice } from '../period-choice.ts';

type PopularServices = OutputOf<'reports/popular_services'>;
type PopularService = PopularServices['data'][number];

const trends = {
  up: { Icon: ArrowUp, text: 'Up on the previous period', className: 'text-confirmed' },
  down: { Icon: ArrowDown, text: 'Down on the previous period', className: 'text-attention' },
  stable: { Icon: ArrowRight, text: 'About the same as the previous period', className: 'text-ink-soft' },
} as const;

function TrendArrow({ trend, className }: { trend: PopularService['trend']; className?: string }) {
  const { Icon, text, className: colour } = trends[trend];
  return (
    <span title={text} className={classNames('grid size-5 place-items-center', colour, className)}>
      <Icon aria-hidden="true" className="size-4" strokeWidth={2.5} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

interface ServiceRowProps {
  service: PopularService;
  rank: number;
  /** The bookings of the most popular one. */
  most: number;
  /** False if there is no previous period to compare with. */
  hasTrend: boolean;
}

function ServiceRow({ service, rank, most, hasTrend }: ServiceRowProps) {
  const formats = useFormats();
  return (
    <li className={rankedRowClass}>
      <span className="w-4 text-right font-bold text-ink-soft">{rank}</span>
      <RankedName name={service.service_name} soft={service.service_id === null} />
      <span className="col-start-2 -col-end-1 row-start-2 flex flex-wrap gap-x-3 text-right text-sm @md:contents @md:text-base">
        <span className="whitespace-nowrap">{formats.count(service.booking_count, 'booking')}</span>
        <span className="whitespace-nowrap text-ink-soft">
          {formats.percent(service.percentage_of_total)}
          <span className="sr-only"> of all bookings</span>
        </span>
        {service.revenue === null ? null : (
          <span className="font-semibold whitespace-nowrap">
            <span className="sr-only">Revenue </span>
            {formats.money(service.revenue)}
          </span>
        )}
      </span>
      {hasTrend ? (
        <TrendArrow trend={service.trend} className="col-start-3 row-start-1 @md:col-auto @md:row-auto" />
      ) : null}
      <Bar share={shareOf(service.booking_count, most)} className={rankedBarClass} />
    </li>
  );
}

function Ranking({ services: { data, metadata } }: { services: PopularServices }) {
  const formats = useFormats();
  const most = Math.max(0, ...data.map(({ booking_count }) => booking_count));
  const hasTrend = metadata.previous_bookings > 0;
  const showsRevenue = data.some(({ revenue }) => revenue !== null);
  return (
    <div className="flex flex-col gap-4">
      <Figures
        figures={[
          { label: 'All bookings', value: formats.number(metadata.total_bookings) },
          {
            label: 'Previous period',
            value: hasTrend ? (
              formats.number(metadata.previous_bookings)
            ) : (
              <GrowthFigure percent={null} days={metadata} />
            ),
          },
        ]}
      />
      <RankedBars label="Popular Services" columns={columnsOf(showsRevenue, hasTrend)} ordered>
        {data.map((service, index) => (
          <ServiceRow
            key={service.service_id ?? 'none'}
            service={service}
            rank={index + 1}
            most={most}
            hasTrend={hasTrend}
          />
        ))}
      </RankedBars>
    </div>
  );
}

/** Bookings and share; revenue for people who may see it, and its change if known. */
function columnsOf(showsRevenue: boolean, hasTrend: boolean) {
  if (showsRevenue && hasTrend) return 4;
  return showsRevenue || hasTrend ? 3 : 2;
}

/** The services with the most bookings in a period, each with its revenue and trend. */
export function PopularServicesPanel({ choice }: { choice: PeriodChoice }) {
  const query = useQuery(reportQuery('reports/popular_services', { ...choice, limit: popularServicesLimit }));
  return (
    <ReportPanel
      title="Popular Services"
      definitions={['popular_services', 'bookings']}
      query={query}
      failure="Failed to fetch popular services data"
      empty={{ isEmpty: query.data?.data.length === 0, text: 'No service data available' }}
      exportOf={{ report: 'popular_services', input: choice }}
    >
      {query.data ? <Ranking services={query.data} /> : null}
    </ReportPanel>
  );
}
