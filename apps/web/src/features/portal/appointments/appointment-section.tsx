import type { PortalBooking } from '@burrow/contracts/portal';
import { useState, type ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { AppointmentList } from '../../../ui/appointment-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useRowFocus } from '../../../ui/use-row-focus.ts';
import { usePortalAddress } from '../portal-links.tsx';
import { usePortalFormats } from '../portal-practice.ts';
import { AppointmentBadge } from './appointment-badge.tsx';

/** How many are shown at first, and added each time. */
const step = 20;

const asked = { move: 'You asked to move it', cancel: 'You asked to cancel it' };

const detailsOf = ({ staff_member: staff, open_change: open }: PortalBooking): string =>
  [staff ? `with ${staff}` : '', open === null ? '' : asked[open]].filter(Boolean).join(' · ');

/** Appointments with heading and count, some at first and more on request; `empty` if there are none. */
export function AppointmentSection({
  title,
  bookings,
  total,
  empty,
}: {
  title: string;
  bookings: readonly PortalBooking[];
  /** The total without the search. */
  total: number;
  empty: ReactNode;
}) {
  const formats = usePortalFormats();
  const address = usePortalAddress();
  const [most, setMost] = useState(step);
  const shown = bookings.slice(0, most);
  const counted = bookings.length === total ? total : `${bookings.length} of ${total}`;
  const { list, focusNext } = useRowFocus(shown);
  return (
    <Card title={title} aside={<span className="figures text-ink-soft">({counted})</span>} flush>
      {shown.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">{empty}</p>
      ) : (
        <div ref={list}>
          <AppointmentList
            label={title}
            items={shown.map((booking) => ({
              id: booking.id,
              to: address(paths.appointment(booking.id)),
              day: formats.shortDay(booking.booking_date),
              time: formats.time(booking.booking_time),
              title: [booking.animal_name, booking.service].filter(Boolean).join(' · '),
              details: detailsOf(booking),
              price: formats.money(booking.price),
              badge: <AppointmentBadge status={booking.status} on="list" />,
            }))}
          />
        </div>
      )}
      {bookings.length > shown.length ? (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line px-4 py-3">
          <Button
            onClick={() => {
              focusNext();
              setMost(most + step);
            }}
          >
            Show more
          </Button>
          <p className="figures text-sm text-ink-soft">
            {shown.length} of {bookings.length} shown
          </p>
        </div>
      ) : null}
    </Card>
  );
}
