import type { WeightRecord } from '@burrow/contracts/animal';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { weightScale, type WeightScale } from '../weights.ts';

const height = 180;
const space = { top: 12, right: 14, bottom: 26, left: 48 };

interface DrawingProps {
  scale: WeightScale;
  /** CSS pixels. */
  width: number;
}

const heightAt = (y: number) => space.top + (1 - y) * (height - space.top - space.bottom);

function Days({ scale, width }: DrawingProps) {
  const formats = useFormats();
  const first = scale.points[0];
  const last = scale.points.at(-1);
  if (first === undefined || last === undefined) return null;
  const isOneDay = first.day === last.day;
  const labels = isOneDay
    ? [{ day: first.day, x: (space.left + width - space.right) / 2, anchor: 'middle' as const }]
    : [
        { day: first.day, x: space.left, anchor: 'start' as const },
        { day: last.day, x: width - space.right, anchor: 'end' as const },
      ];
  return labels.map(({ day, x, anchor }) => (
    <text key={day} x={x} y={height - 7} textAnchor={anchor} className="fill-ink-soft">
      {formats.day(day)}
    </text>
  ));
}

function Drawing({ scale, width }: DrawingProps) {
  const formats = useFormats();
  const acrossAt = (x: number) => space.left + x * (width - space.left - space.right);
  const line = scale.points.map(({ x, y }) => `${acrossAt(x).toFixed(1)},${heightAt(y).toFixed(1)}`);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="figures block text-xs"
    >
      {scale.marks.map(({ kilograms, y }) => (
        <g key={kilograms}>
          <line
            x1={space.left}
            x2={width - space.right}
            y1={heightAt(y)}
            y2={heightAt(y)}
            className="stroke-line"
          />
          <text x={space.left - 8} y={heightAt(y) + 4} textAnchor="end" className="fill-ink-soft">
            {formats.number(kilograms)}
          </text>
        </g>
      ))}
      <text x={2} y={heightAt(1) + 4} className="fill-ink-soft">
        kg
      </text>
      <Days scale={scale} width={width} />
      <polyline points={line.join(' ')} fill="none" strokeWidth="2" className="stroke-brand" />
      {scale.points.map((point) => (
        <circle
          key={point.id}
          cx={acrossAt(point.x)}
          cy={heightAt(point.y)}
          r="4"
          strokeWidth="2"
          className="fill-surface stroke-brand"
        >
          <title>{`${formats.day(point.day)}: ${formats.number(point.kilograms)} kg`}</title>
        </circle>
      ))}
    </svg>
  );
}

/**
 * The weights over time, oldest first, as wide as its container. Hidden from screen readers, so show the same weights
 * in a table beside it.
 */
export function WeightChart({ weights }: { weights: readonly WeightRecord[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame} className="overflow-hidden" style={{ minHeight: height }}>
      {width > 0 ? <Drawing scale={weightScale(weights)} width={width} /> : null}
    </div>
  );
}

/** The chart for print, where the width is fixed. */
export const PrintedWeightChart = ({ weights }: { weights: readonly WeightRecord[] }) => (
  <Drawing scale={weightScale(weights)} width={640} />
);
