import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { dayToDate, weekdayOf } from '../lib/calendar-day.ts';
import type { Formats } from '../lib/format.ts';
import { classNames } from './class-names.ts';

export interface DayCalendarProps {
  /** What the day is for, for the screen reader. */
  label: string;
  /** The chosen day, `YYYY-MM-DD`. */
  day: string;
  onDayChange: (day: string) => void;
  /** Today on the practice's clock. */
  today: string;
  /** The first day that can be chosen. */
  earliest?: string;
  weekStartsOn: 0 | 1;
  formats: Pick<Formats, 'longDay' | 'month' | 'weekdays'>;
}

// The calendar computes in UTC, in which a day is midnight to midnight, so no time zone can shift it.
const toDay = (date: Date) => date.toISOString().slice(0, 10);

const navButton = classNames(
  'grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11',
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-40',
);

const dayButton = classNames(
  'figures mx-auto grid size-9 place-items-center rounded-md pointer-coarse:size-11',
  'hover:not-disabled:bg-brand-soft disabled:cursor-not-allowed disabled:text-ink-soft/60 disabled:font-normal',
  'group-data-today/day:font-bold group-data-today/day:text-brand group-data-today/day:underline',
  'group-data-selected/day:bg-brand! group-data-selected/day:font-bold group-data-selected/day:text-on-brand!',
);

/** A month of days to choose one from, with the arrow keys too. */
export function DayCalendar({
  label,
  day,
  onDayChange,
  today,
  earliest,
  weekStartsOn,
  formats,
}: DayCalendarProps) {
  const selected = dayToDate(day) ?? undefined;
  const first = earliest === undefined ? null : dayToDate(earliest);
  return (
    <DayPicker
      mode="single"
      required
      timeZone="UTC"
      aria-label={label}
      selected={selected}
      onSelect={(date) => onDayChange(toDay(date))}
      defaultMonth={selected}
      today={dayToDate(today) ?? undefined}
      {...(first ? { startMonth: first, disabled: { before: first } } : {})}
      weekStartsOn={weekStartsOn}
      showOutsideDays={false}
      fixedWeeks
      labels={{
        labelDayButton: (date, { today: isToday, selected: isSelected }) =>
          [isToday ? 'Today, ' : '', formats.longDay(toDay(date)), isSelected ? ', chosen' : ''].join(''),
        labelGrid: (date) => formats.month(toDay(date).slice(0, 7)),
        labelWeekday: (date) => formats.weekdays[weekdayOf(toDay(date))]?.long ?? '',
        labelNext: () => 'Next month',
        labelPrevious: () => 'Previous month',
      }}
      formatters={{
        formatCaption: (date) => formats.month(toDay(date).slice(0, 7)),
        formatWeekdayName: (date) => formats.weekdays[weekdayOf(toDay(date))]?.short.slice(0, 2) ?? '',
        formatDay: (date) => String(Number(toDay(date).slice(8))),
      }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? (
            <ChevronLeft aria-hidden="true" className="size-5" />
          ) : (
            <ChevronRight aria-hidden="true" className="size-5" />
          ),
      }}
      classNames={{
        root: 'w-fit',
        months: 'relative',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: navButton,
        button_next: navButton,
        month_caption: 'grid h-9 place-items-center font-bold pointer-coarse:h-11',
        month_grid: 'mt-1 border-collapse',
        weekday: 'h-8 text-xs font-semibold text-ink-soft',
        day: 'group/day p-px text-center max-sm:p-0',
        day_button: dayButton,
      }}
    />
  );
}
