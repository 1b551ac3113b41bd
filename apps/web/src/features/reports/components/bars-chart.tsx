import { useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Rectangle,
  ReferenceLine,
  Text,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
  type XAxisTickContentProps,
} from 'recharts';
import { axisTextSize, plotClass } from './chart-theme.ts';
import { Hatch } from './hatch.tsx';

/** A group on the axis, with the values of its bars. */
export interface BarsRow {
  /** Identifies the row. */
  key: string;
  /** The label under the bar. */
  tick: string;
  /** The heading of the tooltip; longer than the tick. */
  title: string;
  /** The values of the bars, in the order of the series. */
  values: readonly number[];
  /** The text of the tooltip. */
  facts: readonly { name: string; value: string }[];
}

/** Up to this many bars, all labels are shown; with more, labels that don't fit are left out. */
const alwaysNamed = 7;

/** The space between two labels, in pixels; printed labels are larger. */
const tickGap = 12;

/** Room for two lines of text under a bar. */
const axisHeight = 36;

/** The label under a bar, on two lines if the bar is narrow. */
function tickUnder(rowOf: ReadonlyMap<string, BarsRow>, isAlwaysNamed: boolean) {
  return function Tick({ x, y, width, visibleTicksCount, payload }: XAxisTickContentProps) {
    return (
      <Text
        x={x}
        y={y}
        width={isAlwaysNamed ? Number(width) / visibleTicksCount - tickGap : undefined}
        textAnchor="middle"
        verticalAnchor="start"
        lineHeight="1.1em"
        style={{ fontSize: axisTextSize }}
      >
        {rowOf.get(String(payload.value))?.tick}
      </Text>
    );
  };
}

const roundedEnd: [number, number, number, number] = [3, 3, 0, 0];

const placeOf = ({ x, y, width, height }: BarShapeProps) => ({ x, y, width, height });

/** The position of a bar's end. For a stacked bar, the library passes both ends. */
const endOf = ({ value }: BarShapeProps): number => (typeof value === 'number' ? value : value[1]);

function Facts({ row }: { row: BarsRow }) {
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink shadow-pop print:hidden">
      <p className="font-semibold">{row.title}</p>
      <dl className="figures grid grid-cols-[auto_auto] gap-x-3">
        {row.facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const common = { stackId: 'bars', isAnimationActive: false } as const;

/** The bars of the first series; negative ones point down, in another colour. */
const LowerBars = ({ isTop }: { isTop: boolean }) => (
  <Bar
    {...common}
    dataKey={(row: BarsRow) => row.values[0] ?? 0}
    shape={(bar: BarShapeProps) => (
      <Rectangle
        {...placeOf(bar)}
        className={endOf(bar) < 0 ? 'fill-chart-below' : 'fill-chart-first'}
        radius={isTop ? roundedEnd : 0}
      />
    )}
  />
);

/** The bars of the second series, stacked on the first. `hatch` is the id of their pattern. */
const UpperBars = ({ hatch }: { hatch: string }) => (
  <Bar
    {...common}
    dataKey={(row: BarsRow) => row.values[1] ?? 0}
    shape={(bar: BarShapeProps) => (
      <Rectangle {...placeOf(bar)} fill={`url(#${hatch})`} className="stroke-surface" radius={roundedEnd} />
    )}
  />
);

/**
 * A bar chart over the parts of a period, with one series or two stacked ones. Negative values point down. Hidden from
 * screen readers: put it into a `ChartFigure`, whose table has the same values.
 */
export function BarsChart({
  rows,
  series,
  formatValue,
  wholeNumbers = false,
}: {
  rows: readonly BarsRow[];
  /** The bars of a group: one, or two stacked ones. */
  series: 1 | 2;
  /** Formats a value on the axis. */
  formatValue: (value: number) => string;
  /** True for counts, which need no ticks between whole numbers. */
  wholeNumbers?: boolean;
}) {
  const hatch = useId();
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const isAlwaysNamed = rows.length <= alwaysNamed;
  const hasBelow = rows.some(({ values }) => values.some((value) => value < 0));
  return (
    <BarChart
      responsive
      accessibilityLayer={false}
      data={[...rows]}
      className={plotClass}
      style={{ width: '100%', height: '100%' }}
      margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      barCategoryGap="18%"
      maxBarSize={72}
    >
      <defs>
        <Hatch id={hatch} />
      </defs>
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="key"
        tickFormatter={(key: string) => rowOf.get(key)?.tick ?? ''}
        tick={tickUnder(rowOf, isAlwaysNamed)}
        fontSize={axisTextSize}
        height={axisHeight}
        tickLine={false}
        axisLine={!hasBelow}
        interval={isAlwaysNamed ? 0 : 'equidistantPreserveStart'}
        minTickGap={tickGap}
      />
      <YAxis
        width="auto"
        tick={{ fontSize: axisTextSize }}
        tickFormatter={formatValue}
        tickLine={false}
        axisLine={false}
        allowDecimals={!wholeNumbers}
      />
      <Tooltip
        isAnimationActive={false}
        content={({ active, label }) => {
          const row = active ? rowOf.get(String(label)) : undefined;
          return row ? <Facts row={row} /> : null;
        }}
      />
      {hasBelow ? <ReferenceLine y={0} /> : null}
      <LowerBars isTop={series === 1} />
      {series === 2 ? <UpperBars hatch={hatch} /> : null}
    </BarChart>
  );
}
