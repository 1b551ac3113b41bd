import { useMemo } from 'react';
import { defaultPracticeLocale, type PracticeLocale } from '../../../lib/format.ts';
import { usePractice } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';

/**
 * The colours of a chart, as classes: an attribute that names a colour variable keeps its colour when light turns dark,
 * or when a dark screen is printed.
 */
export const plotClass = classNames(
  'figures [print-color-adjust:exact] **:outline-none',
  '[&_text]:fill-ink-soft [&_.recharts-cartesian-grid_line]:stroke-line [&_.recharts-tooltip-cursor]:fill-sunken',
  '[&_.recharts-cartesian-axis-line]:stroke-edge [&_.recharts-reference-line-line]:stroke-edge',
  // A page is narrower than a screen, and the chart is made smaller as a picture is.
  'print:[&_svg]:overflow-visible print:[&_text]:text-[1rem]!',
);

/** Size of the words along an axis in pixels; charts measure whether the words fit by it. */
export const axisTextSize = 12;

/** Writes numbers along an axis, which has no room for them in full. */
export interface AxisFormats {
  /** Pounds, not pence: 12500 → '£12.5K'. */
  money: (amount: number) => string;
  /** 12500 → '12.5K' */
  count: (count: number) => string;
}

function axisFormats({ locale, currency }: Omit<PracticeLocale, 'time_zone'>): AxisFormats {
  const short = { notation: 'compact', maximumSignificantDigits: 3 } as const;
  const money = new Intl.NumberFormat(locale, { ...short, style: 'currency', currency });
  const count = new Intl.NumberFormat(locale, short);
  return { money: (amount) => money.format(amount), count: (number) => count.format(number) };
}

/** How the practice writes numbers along an axis. */
export function useAxisFormats(): AxisFormats {
  const { locale, currency } = usePractice() ?? defaultPracticeLocale;
  return useMemo(() => axisFormats({ locale, currency }), [locale, currency]);
}
