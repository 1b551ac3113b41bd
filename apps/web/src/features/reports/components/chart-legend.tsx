import { useId } from 'react';
import { Hatch } from './hatch.tsx';

const swatchClass = 'size-3.5 shrink-0 [print-color-adjust:exact]';

/** The names of the two series of a chart, as they lie on each other: the upper one first. */
export function ChartLegend({ upper, lower }: { upper: string; lower: string }) {
  const hatch = useId();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <li className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" viewBox="0 0 14 14" className={swatchClass}>
          <Hatch id={hatch} />
          <rect width="14" height="14" rx="3" fill={`url(#${hatch})`} />
        </svg>
        {upper}
      </li>
      <li className="inline-flex items-center gap-1.5">
        <svg aria-hidden="true" viewBox="0 0 14 14" className={swatchClass}>
          <rect width="14" height="14" rx="3" className="fill-chart-first" />
        </svg>
        {lower}
      </li>
    </ul>
  );
}
