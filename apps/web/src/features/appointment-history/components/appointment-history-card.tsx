import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { isMissed } from '../../../lib/booking-time.ts';
import type { Formats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { AppointmentList, type AppointmentListItem } from '../../../ui/appointment-list.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

export interface AppointmentHistoryProps {
  title: string;
  bookings: UseQueryResult<BookingRow[]>;
  /** The number shown before 'View all'. */
  first: number;
  /** The label of the button that shows all. */
  viewAll: (count: number) => string;
  /** Names the animal of each appointment. */
  withAnimal?: boolean;
  expanded: boolean;
  onExpandedChange: (expanded: boolean) => void;
  /** A next step if there are none. */
  emptyAction?: ReactNode;
}

function toItem(booking: BookingRow, formats: Formats, withAnimal: boolean): AppointmentListItem {
  const details = [withAnimal ? booking.animal_name : null, booking.staff_member, booking.paid_type];
  return {
    id: booking.id,
    to: paths.booking(booking.id),
    day: formats.day(booking.booking_date),
    time: formats.time(booking.booking_time),
    title: booking.service ?? 'Appointment',
    details: details.filter(Boolean).join(' · '),
    price: formats.money(booking.price),
    badge: <StatusBadge booking={booking} missed={isMissed(booking, formats.now())} />,
  };
}

function History({
  title,
  rows,
  first,
  viewAll,
  withAnimal = false,
  expanded,
  onExpandedChange,
}: Omit<AppointmentHistoryProps, 'bookings' | 'emptyAction'> & { rows: readonly BookingRow[] }) {
  const formats = useFormats();
  const listId = useId();
  const shown = expanded ? rows : rows.slice(0, first);
  return (
    <>
      <div id={listId}>
        <AppointmentList label={title} items={shown.map((row) => toItem(row, formats, withAnimal))} />
      </div>
      {rows.length > first ? (
        <div className="border-t border-line px-4 py-2.5 text-center print:hidden">
          <Button
            variant="quiet"
            size="small"
            aria-expanded={expanded}
            aria-controls={listId}
            onClick={() => onExpandedChange(!expanded)}
          >
            {expanded ? `Show first ${first}` : viewAll(rows.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The appointments of a client or an animal, newest first: a few at first, and all on request. */
export function AppointmentHistoryCard({ bookings, emptyAction, ...history }: AppointmentHistoryProps) {
  const { data } = bookings;
  return (
    <Card title={history.title} aside={data && data.length > 0 ? <Badge>{data.length}</Badge> : null} flush>
      <QueryView
        query={bookings}
        skeleton={<SkeletonRows rows={3} />}
        failure="Couldn’t load the booking history"
        empty={<EmptyState icon={<CalendarDays />} title="No appointments yet" action={emptyAction} />}
      >
        {(rows) => <History rows={rows} {...history} />}
      </QueryView>
    </Card>
  );
}
