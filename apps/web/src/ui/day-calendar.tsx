import { ChevronLeft, ChevronRight } from 'lucide-react';
import { createContext, useContext } from 'react';
import {
  DayButton as PickerDayButton,
  DayPicker,
  useDayPicker,
  type ChevronProps,
  type DayButtonProps,
  type DayProps,
} from 'react-day-picker';
import { dayToDate, weekdayOf } from '@burrow/contracts/calendar-day';
import type { Formats } from '../lib/format.ts';
import { classNames } from './class-names.ts';
import { markClass, type DayMark } from './day-mark.ts';

export interface DayCalendarProps {
  /** The purpose of the day, for screen readers. */
  label: string;
  /** The chosen day, `YYYY-MM-DD`; '' for none. */
  day: string;
  onDayChange: (day: string) => void;
  /** Called for the day focused by keyboard or pressed, even if it cannot be chosen. */
  onDayPoint?: (day: string) => void;
  /** Today on the practice's clock. */
  today: string;
  /** The first day that can be chosen. */
  earliest?: string;
  /** The last day that can be chosen. */
  latest?: string;
  /** The visible month, `YYYY-MM`, if the page controls it. */
  month?: string;
  onMonthChange?: (month: string) => void;
  /** The mark of a day, such as a holiday; most days have none. */
  markOf?: (day: string) => DayMark | undefined;
  /** Full width, with the days of the adjacent months. */
  full?: boolean;
  weekStartsOn: 0 | 1;
  formats: Pick<Formats, 'longDay' | 'month' | 'weekdays'>;
}

// The calendar computes on the device's clock, where no day can become another: told a time zone, it spends most of its
// time on offsets.
const two = (part: number) => String(part).padStart(2, '0');
const toMonth = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
const toDay = (date: Date) => `${toMonth(date)}-${two(date.getDate())}`;

/** The start of a day on the device's clock; undefined for what is no day. */
function fromDay(day: string): Date | undefined {
  const utc = dayToDate(day);
  return utc ? new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate()) : undefined;
}

const navButton = classNames(
  'grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11',
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-40',
);

/** Quieter than a day that can be chosen, but still with a contrast of 4.5:1. */
const quiet = 'text-ink-soft/85';

const dayButton = classNames(
  'figures mx-auto grid size-9 place-items-center rounded-md pointer-coarse:size-11',
  'hover:not-aria-disabled:bg-brand-soft aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft/85 aria-disabled:font-normal',
  'aria-[current=date]:underline not-aria-disabled:aria-[current=date]:font-bold not-aria-disabled:aria-[current=date]:text-brand',
  'group-aria-selected/day:bg-brand! group-aria-selected/day:font-bold group-aria-selected/day:text-on-brand!',
);

/** Under the number. */
const dot =
  'relative after:pointer-events-none after:absolute after:bottom-1 after:left-1/2 after:size-1.5 after:-translate-x-1/2';

const noMark = () => undefined;

const DayMarks = createContext<NonNullable<DayCalendarProps['markOf']>>(noMark);

/** The cell of a day. Days of adjacent months cannot be chosen. */
function DayCell({ day, modifiers, className, ...cell }: DayProps) {
  const { showOutsideDays } = useDayPicker().dayPickerProps;
  const markOf = useContext(DayMarks);
  if (modifiers['outside']) {
    return (
      <td className="text-center">
        {showOutsideDays ? (
          <span aria-hidden="true" className={classNames('figures', quiet)}>
            {Number(day.isoDate.slice(8))}
          </span>
        ) : null}
      </td>
    );
  }
  const mark = markOf(day.isoDate);
  return (
    <td
      {...cell}
      title={mark?.note}
      className={classNames(className, mark && dot, mark && markClass[mark.kind])}
    />
  );
}

/** Not `disabled`: the keyboard must be able to reach a day that cannot be chosen, and screen readers to read it. */
const DayButton = (button: DayButtonProps) => (
  <PickerDayButton
    {...button}
    disabled={false}
    aria-current={button.modifiers['today'] ? 'date' : undefined}
    aria-disabled={button.modifiers['disabled'] || button.modifiers['shut'] || undefined}
  />
);

const Chevron = ({ orientation }: ChevronProps) =>
  orientation === 'left' ? (
    <ChevronLeft aria-hidden="true" className="size-5" />
  ) : (
    <ChevronRight aria-hidden="true" className="size-5" />
  );

const components = { Day: DayCell, DayButton, Chevron };

const classes = (full: boolean) => ({
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: navButton,
  button_next: navButton,
  month_caption: 'grid h-9 place-items-center font-bold pointer-coarse:h-11',
  month_grid: classNames('mt-1 border-collapse', full && 'w-full table-fixed'),
  weekday: 'h-8 text-xs font-semibold text-ink-soft',
  day: 'group/day p-px text-center max-sm:p-0',
  day_button: classNames(dayButton, full && 'w-full! max-w-11 max-sm:h-11'),
});

/** The texts of the calendar, in the practice's formats. */
function words({ formats, markOf, full }: Required<Pick<DayCalendarProps, 'formats' | 'markOf' | 'full'>>) {
  const monthName = (date: Date) => formats.month(toMonth(date));
  const weekdayName = (date: Date) => formats.weekdays[weekdayOf(toDay(date))];
  return {
    labels: {
      labelDayButton: (date: Date, { today, selected }: DayButtonProps['modifiers']) =>
        [
          today ? 'Today' : '',
          formats.longDay(toDay(date)),
          markOf(toDay(date))?.note ?? '',
          selected ? 'chosen' : '',
        ]
          .filter(Boolean)
          .join(', '),
      labelGrid: monthName,
      labelWeekday: (date: Date) => weekdayName(date)?.long ?? '',
      labelNav: () => 'Month',
      labelNext: () => 'Next month',
      labelPrevious: () => 'Previous month',
    },
    formatters: {
      formatCaption: monthName,
      formatWeekdayName: (date: Date) => weekdayName(date)?.short.slice(0, full ? 3 : 2) ?? '',
      formatDay: (date: Date) => String(Number(toDay(date).slice(8))),
    },
  };
}

/** The range of days that can be chosen; months outside cannot be opened. */
function limits({ earliest = '', latest = '' }: Pick<DayCalendarProps, 'earliest' | 'latest'>) {
  const first = fromDay(earliest);
  const last = fromDay(latest);
  return {
    ...(first && { startMonth: first }),
    ...(last && { endMonth: last }),
    disabled: [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])],
  };
}

/** A month to choose a day from, also with the arrow keys. */
export function DayCalendar({
  label,
  day,
  onDayChange,
  onDayPoint,
  today,
  month = '',
  onMonthChange,
  markOf = noMark,
  full = false,
  weekStartsOn,
  formats,
  ...range
}: DayCalendarProps) {
  const selected = fromDay(day);
  const shownMonth = fromDay(`${month}-01`);
  const isShut = (date: Date) => ['closed', 'holiday'].includes(markOf(toDay(date))?.kind ?? '');
  return (
    <DayMarks value={markOf}>
      <div role="group" aria-label={label} className={full ? 'w-full' : 'w-fit'}>
        <DayPicker
          mode="single"
          required
          lang="en"
          selected={selected}
          onSelect={(date, _, modifiers) => {
            if (!modifiers['shut']) onDayChange(toDay(date));
          }}
          onDayFocus={(date) => onDayPoint?.(toDay(date))}
          // Some browsers do not focus a button that is pressed.
          onDayClick={(date) => onDayPoint?.(toDay(date))}
          defaultMonth={selected}
          today={fromDay(today)}
          {...(shownMonth && { month: shownMonth })}
          onMonthChange={(shown) => onMonthChange?.(toMonth(shown))}
          {...limits(range)}
          modifiers={{ shut: isShut }}
          weekStartsOn={weekStartsOn}
          showOutsideDays={full}
          fixedWeeks={!full}
          {...words({ formats, markOf, full })}
          components={components}
          classNames={classes(full)}
        />
      </div>
    </DayMarks>
  );
}
