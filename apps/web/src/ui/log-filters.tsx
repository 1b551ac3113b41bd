import { dayToDate } from '@burrow/contracts/calendar-day';
import type { ReactNode } from 'react';
import { useDayDrafts } from '../lib/use-day-drafts.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { DateInput } from './date-input.tsx';

/** Days of a log, 'YYYY-MM-DD'; '' for no limit. */
interface Days {
  date_from: string;
  date_to: string;
}

/** Whether the server takes a day: the year of one that is being typed begins with zeros. */
const isWhole = (day: string): boolean => day === '' || (/^(19|20|21)/.test(day) && dayToDate(day) !== null);

/** The filters above a log: those in `children`, its days, and a button that clears all of them. */
export function LogFilters({
  days,
  onChange,
  onClear,
  columns,
  children,
}: {
  days: Days;
  onChange: (edit: Partial<Days>) => void;
  /** Null without a filter. */
  onClear: (() => void) | null;
  /** The class of the columns on a wide screen. */
  columns: string;
  children: ReactNode;
}) {
  const { date_from, date_to } = days;
  const [draft, change, show] = useDayDrafts({ date_from, date_to }, (typed) =>
    onChange(Object.fromEntries(Object.entries(typed).filter(([, day]) => isWhole(day)))),
  );
  const clear = () => {
    show({ date_from: '', date_to: '' });
    onClear?.();
  };
  return (
    <div className={classNames('grid grid-cols-2 items-end gap-3 border-b border-line p-4', columns)}>
      {children}
      <DateInput
        label="From"
        value={draft.date_from}
        max={draft.date_to}
        onChange={(event) => change({ date_from: event.target.value })}
      />
      <DateInput
        label="To"
        value={draft.date_to}
        min={draft.date_from}
        onChange={(event) => change({ date_to: event.target.value })}
      />
      <Button className="max-lg:col-span-2" disabled={onClear === null} onClick={clear}>
        Clear filters
      </Button>
    </div>
  );
}
