import { useMemo } from 'react';
import { defaultPracticeLocale, type PracticeLocale } from '../../../lib/format.ts';
import { usePractice } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';

/**
 * The colours of a chart, as classes: an attribute with a colour variable would keep its value when the colour scheme
 * changes, or when a dark screen is printed.
 */
export const plotClass = classNames(
  'figures [print-color-adjust:exact] **:outline-none',
  '[&_text]:fill-ink-soft [&_.recharts-cartesian-grid_line]:stroke-line [&_.recharts-tooltip-cursor]:fill-sunken',
  '[&_.recharts-cartesian-axis-line]:stroke-edge [&_.recharts-reference-line-line]:stroke-edge',
  // A page is narrower than a screen, and the chart is scaled down as a picture.
  'print:[&_svg]:overflow-visible print:[&_text]:text-[1rem]!',
);

/** Font size of the axis labels in pixels; charts use it to measure whether the labels fit. */
export const axisTextSize = 12;

/** Formats numbers on an axis, which has no room for all digits. */
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

/** The practice's number formats for an axis. */
export function useAxisFormats(): AxisFormats {
  const { locale, currency } = usePractice() ?? defaultPracticeLocale;
  return useMemo(() => axisFormats({ locale, currency }), [locale, currency]);
}
