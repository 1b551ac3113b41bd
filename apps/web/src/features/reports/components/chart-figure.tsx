import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

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
 * A chart for the eye, and what it shows for everyone: a sentence, and a table that the screen reader always reads and
 * that the button shows in place of the chart.
 */
export function ChartFigure({
  label,
  summary,
  table,
  legend,
  tableStands = false,
  children,
}: {
  /** Names the figure, such as 'Revenue by week'. */
  label: string;
  /** What the chart shows at a glance, in a sentence. */
  summary: string;
  /** A `Table` with everything that is in the chart. */
  table: ReactNode;
  /** The meaning of the colours, if there are several. */
  legend?: ReactNode;
  /** True when the table says more than the chart: it is shown beside the chart, without a switch. */
  tableStands?: boolean;
  /** The chart. It takes the width that there is. */
  children: ReactNode;
}) {
  const [showsTable, setShowsTable] = useState(false);
  const isTableSeen = tableStands || showsTable;
  return (
    <figure aria-label={label} className="@container relative flex min-w-0 grow flex-col gap-2">
      {showsTable ? null : legend}
      <div className={classNames('flex min-w-0 grow flex-col gap-3', tableStands && '@3xl:flex-row')}>
        {showsTable ? null : (
          <div aria-hidden="true" className="relative min-h-60 min-w-0 grow print:min-h-38 print:grow-0">
            <div className="absolute inset-0">{children}</div>
          </div>
        )}
        <div className={isTableSeen ? 'min-w-0 grow' : 'sr-only'}>
          {/* Wide enough not to scroll inside the hidden box, where it can't be scrolled. */}
          <div className={isTableSeen ? undefined : 'w-200'}>{table}</div>
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
