import type { HolidayRecord } from '@burrow/contracts/holiday';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import {
  dayOfYearIn,
  emptyHoliday,
  holidayDays,
  holidayProblems,
  holidaySent,
  splitHolidays,
  valuesOfHoliday,
} from '../holiday-days.ts';

const about = 'holidays';

/** Deletes a holiday, with an Undo. */
function useDeleteHoliday() {
  const remove = useCommand('holiday_delete');
  const create = useCommand('holiday_create');
  const undo = (holiday: HolidayRecord) =>
    toast.tell(create.mutateAsync(holidaySent(valuesOfHoliday(holiday))), {
      done: `${holiday.holiday_name} restored`,
      failed: 'Couldn’t restore the holiday',
      about,
    });
  return (holiday: HolidayRecord) =>
    toast.tell(remove.mutateAsync({ holiday_id: holiday.id }), {
      done: `${holiday.holiday_name} deleted`,
      failed: 'Couldn’t delete the holiday',
      about,
      undo: () => undo(holiday),
    });
}

/** The holiday being edited, or a new one. */
type Editing = HolidayRecord | 'new' | null;

function HolidayList({
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
  const locale = usePractice()?.locale ?? 'en-GB';
  const dayOfYear = useMemo(() => dayOfYearIn(locale), [locale]);
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

/** Adds a holiday, or edits `holiday`. */
function HolidayDialog({
  holiday,
  onSaved,
  onClose,
}: {
  holiday: HolidayRecord | null;
  /** Called with the name, and the number of appointments already on these days. */
  onSaved: (name: string, bookings: number) => void;
  onClose: () => void;
}) {
  const form = useActionForm(holiday === null ? 'holiday_create' : 'holiday_update', {
    draft: holiday?.id ?? 'new',
    values: holiday === null ? emptyHoliday : valuesOfHoliday(holiday),
    rulesOf: 'holiday_create',
    check: holidayProblems,
    idField: holiday && 'holiday_id',
    input: (values) => ({ ...holidaySent(values), ...(holiday === null ? {} : { holiday_id: holiday.id }) }),
    onSaved: (answer, values) => {
      const name = values.holiday_name.trim();
      toast.success(`${name} saved`, { about });
      onSaved(name, answer.bookings);
    },
    failure: 'Couldn’t save the holiday',
  });
  return (
    <FormDialog
      form={form}
      title={holiday === null ? 'Add holiday' : 'Edit holiday'}
      width="small"
      className="grid gap-4 sm:grid-cols-2"
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField {...form.field('holiday_name')} label="Name" className="sm:col-span-2" />
      <DateInput {...form.field('start_date')} label="First day" />
      <DateInput
        {...form.field('end_date')}
        label="Last day"
        min={form.values.start_date}
        hint="Leave empty for one day"
      />
      <Checkbox
        {...form.flag('is_recurring')}
        className="sm:col-span-2"
        label="Every year"
        hint="On the same dates each year, such as Christmas"
      />
    </FormDialog>
  );
}

/** Says how many appointments are already on the days of the holiday. */
function BookingsInTheWay({
  name,
  bookings,
  onSeen,
}: {
  name: string;
  bookings: number;
  onSeen: () => void;
}) {
  return (
    <Banner
      tone="warning"
      alert
      icon={<TriangleAlert />}
      action={
        <Button size="small" onClick={onSeen}>
          OK
        </Button>
      }
    >
      <strong>
        {bookings === 1 ? '1 appointment falls' : `${bookings} appointments fall`} on {name}.
      </strong>{' '}
      Nothing was cancelled: please move or cancel {bookings === 1 ? 'it' : 'them'} in the diary.
    </Banner>
  );
}

/** The days when the practice is closed. */
export function HolidaysPanel() {
  const formats = useFormats();
  const query = useQuery(actionQuery('holidays', {}));
  const [editing, setEditing] = useState<Editing>(null);
  const [inTheWay, setInTheWay] = useState<{ name: string; bookings: number } | null>(null);
  const remove = useDeleteHoliday();
  const { upcoming, past } = splitHolidays(query.data ?? [], formats.today());
  const actions = { onEdit: setEditing, onDelete: remove };
  const add = (
    <Button
      size="small"
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onClick={() => setEditing('new')}
    >
      Add holiday
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {inTheWay === null ? null : <BookingsInTheWay {...inTheWay} onSeen={() => setInTheWay(null)} />}
      <Card title="Holidays" flush actions={query.data ? add : null}>
        {query.isPending ? <SkeletonRows rows={4} /> : null}
        {query.isError && !query.data ? (
          <QueryError query={query} title="Couldn’t load the holidays" />
        ) : null}
        {query.data && upcoming.length === 0 ? (
          <EmptyState icon={<CalendarOff />} title="No holidays planned">
            Clients can’t request appointments on the days you add here.
          </EmptyState>
        ) : null}
        <HolidayList label="Upcoming holidays" holidays={upcoming} {...actions} />
      </Card>
      {past.length === 0 ? null : (
        <Card title="Past holidays" flush>
          <HolidayList label="Past holidays" holidays={past} {...actions} />
        </Card>
      )}
      {editing === null ? null : (
        <HolidayDialog
          holiday={editing === 'new' ? null : editing}
          onSaved={(name, bookings) => {
            setEditing(null);
            setInTheWay(bookings > 0 ? { name, bookings } : null);
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}
