import type { BookingDetail } from '@burrow/contracts/booking';
import { ExternalLink, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { endTime, isMissed } from '../../../lib/booking-time.ts';
import { formatPhone, phoneLink } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AnimalWarnings } from '../../bookings/components/animal-warnings.tsx';
import { ClientAlert } from '../../clients/components/client-alert.tsx';
import { QuickActionsCard } from '../../bookings/components/quick-actions-card.tsx';
import { useBooking } from '../../bookings/queries.ts';
import { CareBadges } from '../../recalls/components/care-badges.tsx';
import { useEscape } from '../use-escape.ts';

function PanelFacts({ booking, rooms }: { booking: BookingDetail; rooms: string }) {
  const formats = useFormats();
  const { booking_date: date, booking_time: start, duration_minutes: minutes } = booking;
  return (
    <Facts>
      <Fact name="When">
        <span className="figures">
          {formats.shortDay(date)}, {formats.time(start)}–{formats.time(endTime(start, minutes))}
        </span>
      </Fact>
      <Fact name="Client">
        <Link
          to={paths.client(booking.client_id)}
          className={classNames(textLinkClass, 'inline-block min-h-6')}
        >
          {booking.client_name}
        </Link>
        {booking.client_phone ? (
          <a href={phoneLink(booking.client_phone)} className="figures block min-h-6 w-fit text-ink-soft">
            {formatPhone(booking.client_phone)}
          </a>
        ) : null}
        <Link
          to={paths.messages({ client: booking.client_id })}
          className={classNames(textLinkClass, 'block min-h-6 w-fit')}
        >
          Message
        </Link>
      </Fact>
      <Fact name="Service">{booking.service}</Fact>
      <Fact name="Staff">{booking.staff_member ?? 'Unassigned'}</Fact>
      {rooms === '' ? null : <Fact name="Rooms">{rooms}</Fact>}
      <Fact name="Price">
        <span className="figures">{formats.money(booking.price)}</span>
      </Fact>
      {booking.notes ? <Fact name="Notes">{booking.notes}</Fact> : null}
      {booking.staff_notes ? <Fact name="Staff notes">{booking.staff_notes}</Fact> : null}
    </Facts>
  );
}

function Content({ id, rooms }: { id: number; rooms: string }) {
  const booking = useBooking(id);
  if (booking.data === undefined) {
    return booking.isError ? (
      <QueryError query={booking} title="Couldn’t load the appointment" />
    ) : (
      <Loading />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ClientAlert alert={booking.data.client_alert} />
      <AnimalWarnings allergies={booking.data.allergies} behaviour={booking.data.behaviour_notes} />
      <p className="flex flex-wrap gap-1 empty:hidden">
        <CareBadges animalId={booking.data.animal_id} />
      </p>
      <PanelFacts booking={booking.data} rooms={rooms} />
      <QuickActionsCard booking={booking.data} />
      <ButtonLink to={paths.booking(id)} icon={<ExternalLink aria-hidden="true" className="size-4" />}>
        Open full page
      </ButtonLink>
    </div>
  );
}

function Heading({ id, fallback }: { id: number; fallback: string }) {
  const formats = useFormats();
  const { data } = useBooking(id);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {data ? <SpeciesIcon species={data.species} /> : null}
      {data?.animal_name ?? fallback}
      {data ? <StatusBadge booking={data} missed={data.missed || isMissed(data, formats.now())} /> : null}
    </span>
  );
}

/** Beside the grid, which stays usable. */
function SidePanel({
  id,
  title,
  onClose,
  children,
}: {
  id: number;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEscape(panel, onClose);
  return (
    <aside
      ref={panel}
      aria-labelledby="diary-panel-title"
      className="flex w-96 shrink-0 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card print:hidden"
    >
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2
          id="diary-panel-title"
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 py-1 text-lg font-bold outline-none"
        >
          <Heading id={id} fallback={title} />
        </h2>
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
    </aside>
  );
}

/** An appointment with its actions, beside the diary. */
export function BookingPanel({
  id,
  title,
  rooms,
  onClose,
}: {
  id: number;
  title: string;
  rooms: string;
  onClose: () => void;
}) {
  const phone = usePhone();
  const content = <Content key={id} id={id} rooms={rooms} />;
  return phone ? (
    <Dialog open onOpenChange={onClose} title={<Heading id={id} fallback={title} />}>
      {content}
    </Dialog>
  ) : (
    <SidePanel key={id} id={id} title={title} onClose={onClose}>
      {content}
    </SidePanel>
  );
}
