import type { HolidayRecord } from '@burrow/contracts/holiday';
import { Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { holidayDays } from '../holiday-days.ts';

/** '25 December', as the practice writes it. */
function useDayOfYear(): (day: string) => string {
  const locale = usePractice()?.locale ?? 'en-GB';
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    return (day) => format.format(new Date(`${day}T00:00:00Z`));
  }, [locale]);
}

/** Holidays with what can be done with them. */
export function HolidayList({
  label,
  holidays,
  onEdit,
  onDelete,
}: {
  label: string;
  holidays: readonly HolidayRecord[];
  onEdit: (holiday: HolidayRecord) => void;
  onDelete: (holiday: HolidayRecord) => void;
}) {
  const formats = useFormats();
  const dayOfYear = useDayOfYear();
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {holidays.map((holiday) => (
        <li key={holiday.id} className="flex items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="min-w-0 font-semibold wrap-anywhere">{holiday.holiday_name}</span>
              {holiday.is_recurring === '1' ? <Badge tone="brand">Every year</Badge> : null}
            </p>
            <p className="figures text-ink-soft">{holidayDays(holiday, formats.day, dayOfYear)}</p>
          </div>
          <IconButton
            label={`Edit ${holiday.holiday_name}`}
            icon={<Pencil className="size-4.5" />}
            onClick={() => onEdit(holiday)}
          />
          <IconButton
            label={`Delete ${holiday.holiday_name}`}
            icon={<Trash2 className="size-4.5" />}
            onClick={() => onDelete(holiday)}
          />
        </li>
      ))}
    </ul>
  );
}
