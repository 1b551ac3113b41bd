import type { ReportDefinition } from '@burrow/contracts/report-definitions';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { useLast } from '../../../lib/use-last.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DefinitionHint } from './definition-hint.tsx';
import { isUnreadable } from '../report-query.ts';
import { ExportMenu } from './export-menu.tsx';

export interface ReportPanelProps {
  title: string;
  /** The figures that the panel shows, for the explanation beside its heading. */
  definitions: readonly ReportDefinition[];
  /** The result of `useQuery(reportQuery(…))`: each panel loads, fails and retries separately. */
  query: UseQueryResult;
  /** The message when the server gave no reason, such as 'Failed to fetch revenue data'. */
  failure: string;
  /** Whether the response has nothing to show, and the message for that. */
  empty: { isEmpty: boolean; text: string };
  /** The report for the Export menu; without it there is no menu. */
  exportOf?: Pick<ComponentProps<typeof ExportMenu>, 'report' | 'input'>;
  /** A figure or badge beside the heading. */
  aside?: ReactNode;
  /** True if a table follows the chart, so that the placeholder is as tall. */
  tall?: boolean;
  className?: string;
  /** Rendered once there is something to show. */
  children: ReactNode;
}

/** A placeholder of the same height, so that nothing below moves when the figures arrive. */
function PanelSkeleton({ title, tall }: { title: string; tall: boolean }) {
  return (
    <div role="status" className="flex grow flex-col gap-4">
      <span className="sr-only">{`Loading ${title}...`}</span>
      <div className="flex gap-6">
        <Skeleton className="h-10 w-28" />
        <Skeleton className="h-10 w-20" />
      </div>
      <Skeleton className={classNames('grow', tall ? 'min-h-126' : 'min-h-70 max-md:min-h-82')} />
    </div>
  );
}

/** Over the content, so that it takes no room. Delayed, so that a quick response does not flash. */
const BusyMark = () => (
  <span
    aria-hidden="true"
    className="absolute -inset-x-4 -top-4 h-0.5 overflow-hidden opacity-100 transition-opacity delay-150 duration-150 print:hidden starting:opacity-0"
  >
    <span className="block size-full animate-pulse bg-brand" />
  </span>
);

/** The previous figures are still shown, and marked as older. */
export function StaleNote({
  subject,
  query,
  failure,
}: Pick<ReportPanelProps, 'query' | 'failure'> & { subject: string }) {
  const reason = messageOf(query.error, failure).replace(/\.?$/, '.');
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-attention print:hidden"
    >
      <p>{`${reason} These figures may be out of date.`}</p>
      <Button
        size="small"
        aria-label={`Retry: ${subject}`}
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Retry
      </Button>
    </div>
  );
}

/**
 * The frame of one panel of figures: heading, definitions, export, and its states: loading, failed, empty, and
 * refreshing, which keeps the previous figures.
 */
export function ReportPanel({
  title,
  definitions,
  query,
  failure,
  empty,
  exportOf,
  aside,
  tall = false,
  className,
  children,
}: ReportPanelProps) {
  const phone = usePhone();
  // A retry resets the query's error, so the panel keeps showing the last one meanwhile.
  const lastError = useLast(query.error);
  return (
    <Card
      title={title}
      aside={
        <>
          <DefinitionHint of={definitions} />
          {aside}
        </>
      }
      actions={exportOf ? <ExportMenu {...exportOf} label={title} looks={phone ? 'icon' : 'text'} /> : null}
      className={classNames('flex flex-col *:last:flex *:last:grow *:last:flex-col', className)}
    >
      <div aria-busy={query.isFetching} className="relative flex min-h-44 grow flex-col gap-3">
        {isUnreadable(query) ? (
          <div className="my-auto">
            <ErrorPanel
              title={messageOf(lastError, failure)}
              subject={title}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          </div>
        ) : query.data === undefined ? (
          <PanelSkeleton title={title} tall={tall} />
        ) : (
          <>
            {query.isFetching ? <BusyMark /> : null}
            {query.isError ? <StaleNote subject={title} query={query} failure={failure} /> : null}
            {empty.isEmpty ? (
              <div className="my-auto">
                <EmptyState icon={<ChartNoAxesColumn />} title={empty.text} />
              </div>
            ) : (
              children
            )}
          </>
        )}
      </div>
    </Card>
  );
}
