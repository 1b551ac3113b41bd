import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { DateInput } from './date-input.tsx';

/** Days of a log, 'YYYY-MM-DD'; '' for no limit. */
interface Days {
  date_from: string;
  date_to: string;
}

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
  return (
    <div className={classNames('grid grid-cols-2 items-end gap-3 border-b border-line p-4', columns)}>
      {children}
      <DateInput
        label="From"
        value={days.date_from}
        max={days.date_to}
        onChange={(event) => onChange({ date_from: event.target.value })}
      />
      <DateInput
        label="To"
        value={days.date_to}
        min={days.date_from}
        onChange={(event) => onChange({ date_to: event.target.value })}
      />
      <Button className="max-lg:col-span-2" disabled={onClear === null} onClick={onClear ?? undefined}>
        Clear filters
      </Button>
    </div>
  );
}
