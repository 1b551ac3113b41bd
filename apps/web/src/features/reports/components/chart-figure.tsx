import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The chart of `bars-chart.tsx`, whose large library is loaded with the first chart that is drawn. */
export const BarsChart = lazyComponent(
  async () => (await import('./bars-chart.tsx')).BarsChart,
  () => <Skeleton className="size-full" />,
);

/**
 * Whether to draw a chart: on a phone, once it has been scrolled to; elsewhere at once. A drawn one stays, also
 * while it is printed, when the page is as narrow as a phone's.
 */
function useIsDrawn(box: RefObject<HTMLElement | null>): boolean {
  const phone = usePhone();
  const [isDrawn, setDrawn] = useState(!phone);
  useEffect(() => {
    if (isDrawn || box.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn(true);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isDrawn, box]);
  return isDrawn;
}

function TableSwitch({
  label,
  showsTable,
  onSwitch,
}: {
  label: string;
  showsTable: boolean;
  onSwitch: () => void;
}) {
  const Icon = showsTable ? ChartNoAxesColumn : Table2;
  return (
    <Button
      size="small"
      variant="quiet"
      className="-mx-2.5 print:hidden"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={onSwitch}
    >
      {showsTable ? 'Show as chart' : 'Show as table'}
      <span className="sr-only">: {label}</span>
    </Button>
  );
}

/**
 * A chart with a text alternative: a sentence, and a table that screen readers always read and that the button shows in
 * place of the chart.
 */
export function ChartFigure({
  label,
  summary,
  table,
  legend,
  tableStands = false,
  children,
}: {
  /** The name of the figure, such as 'Revenue by week'. */
  label: string;
  /** A sentence that sums up the chart. */
  summary: string;
  /** A `Table` with all values of the chart. */
  table: ReactNode;
  /** The legend, if there are several colours. */
  legend?: ReactNode;
  /** True if the table has more than the chart: both are shown, without a button. */
  tableStands?: boolean;
  /** The chart. It fills the available width. On a phone, it is printed as its table if it wasn't drawn yet. */
  children: ReactNode;
}) {
  const [showsTable, setShowsTable] = useState(false);
  const isTableSeen = tableStands || showsTable;
  const figure = useRef<HTMLElement>(null);
  const isDrawn = useIsDrawn(figure);
  return (
    <figure ref={figure} aria-label={label} className="@container relative flex min-w-0 grow flex-col gap-2">
      {showsTable ? null : legend}
      <div className={classNames('flex min-w-0 grow flex-col gap-3', tableStands && '@3xl:flex-row')}>
        {showsTable ? null : (
          <div
            aria-hidden="true"
            className={classNames(
              'relative min-h-60 min-w-0 grow print:min-h-38 print:grow-0',
              !isDrawn && 'print:hidden',
            )}
          >
            <div className="absolute inset-0">{isDrawn ? children : null}</div>
          </div>
        )}
        <div
          className={isTableSeen ? 'min-w-0 grow' : classNames('sr-only', !isDrawn && 'print:not-sr-only')}
        >
          {/* Wide enough that the table does not scroll inside the hidden box, where no one can scroll it. */}
          <div className={isTableSeen ? undefined : classNames('w-200', !isDrawn && 'print:w-auto')}>
            {table}
          </div>
        </div>
      </div>
      <figcaption className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-56 text-sm text-ink-soft">{summary}</span>
        {tableStands ? null : (
          <TableSwitch label={label} showsTable={showsTable} onSwitch={() => setShowsTable(!showsTable)} />
        )}
      </figcaption>
    </figure>
  );
}
