import type { HolidayRecord } from '@burrow/contracts/holiday';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery, useCommand } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { HolidayDialog } from '../components/holiday-dialog.tsx';
import { HolidayList } from '../components/holiday-list.tsx';
import { holidaySent, splitHolidays, valuesOfHoliday } from '../holiday-days.ts';

const about = 'holidays';

/** Deletes a holiday, and offers to put it back. */
function useDeleteHoliday() {
  const remove = useCommand('holiday_delete');
  const create = useCommand('holiday_create');
  const undo = (holiday: HolidayRecord) =>
    toast.tell(create.mutateAsync(holidaySent(valuesOfHoliday(holiday))), {
      done: `${holiday.holiday_name} restored`,
      failed: 'Failed to restore the holiday',
      about,
    });
  return (holiday: HolidayRecord) =>
    toast.tell(remove.mutateAsync({ holiday_id: holiday.id }), {
      done: `${holiday.holiday_name} deleted`,
      failed: 'Failed to delete the holiday',
      about,
      undo: () => undo(holiday),
    });
}

/** What the dialog is about: a holiday, or a new one. */
type Editing = HolidayRecord | 'new' | null;

/** Appointments that were made before the holiday was. */
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
      Nothing was cancelled: please move or cancel {bookings === 1 ? 'it' : 'them'} from the calendar.
    </Banner>
  );
}

/** The days on which the practice is closed. */
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
          <QueryError query={query} title="Failed to load the holidays" />
        ) : null}
        {query.data && upcoming.length === 0 ? (
          <EmptyState icon={<CalendarOff />} title="No holidays planned">
            Clients are offered no appointments on the days you add here.
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
