import type { BookingDetail } from '@burrow/contracts/booking';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { endTime, isMissed } from '../../../lib/booking-time.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { recordIdFrom } from '../../../lib/record-id.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { FilesCard } from '../../files/components/files-card.tsx';
import { AnimalCard } from '../components/animal-card.tsx';
import { BookingFailure, BookingNotFound } from '../components/booking-failure.tsx';
import { BookingInfoCard } from '../components/booking-info-card.tsx';
import { BookingSkeleton } from '../components/booking-skeleton.tsx';
import { ClientCard } from '../components/client-card.tsx';
import { CommsLogCard } from '../components/comms-log-card.tsx';
import { CustomFieldsCard } from '../components/custom-fields-card.tsx';
import { NotesCard } from '../components/notes-card.tsx';
import { PageColumns } from '../components/page-columns.tsx';
import { PaymentsCard } from '../components/payments-card.tsx';
import { QuickActionsCard } from '../components/quick-actions-card.tsx';
import { ServiceCard } from '../components/service-card.tsx';
import { StaffNotesCard } from '../components/staff-notes-card.tsx';
import { SummaryCard } from '../components/summary-card.tsx';
import { useBooking } from '../queries.ts';

function BookingHeader({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  const { booking_date: date, booking_time: start, duration_minutes: minutes } = booking;
  return (
    <PageHeader
      leading={<SpeciesIcon species={booking.species} framed className="size-11" />}
      title={booking.animal_name}
      badges={
        <>
          <StatusBadge booking={booking} missed={booking.missed || isMissed(booking, formats.now())} />
        </>
      }
      subtitle={
        <span className="figures">
          {[
            booking.service ?? 'Appointment',
            formats.shortDay(date),
            `${formats.time(start)}–${formats.time(endTime(start, minutes))}`,
          ].join(' · ')}
        </span>
      }
    />
  );
}

function BookingSections({ booking }: { booking: BookingDetail }) {
  return (
    <PageColumns
      side={
        <>
          <SummaryCard booking={booking} />
          <QuickActionsCard booking={booking} />
        </>
      }
    >
      <ClientCard booking={booking} />
      <AnimalCard booking={booking} />
      <ServiceCard booking={booking} />
      <CustomFieldsCard booking={booking} />
      <NotesCard bookingId={booking.id} notes={booking.notes} />
      <StaffNotesCard bookingId={booking.id} notes={booking.staff_notes} />
      <PaymentsCard booking={booking} />
      <FilesCard owner={{ entity_type: 'booking', entity_id: booking.id }} collapsible />
      <CommsLogCard booking={booking} />
      <BookingInfoCard booking={booking} />
    </PageColumns>
  );
}

/** One appointment: what is known about it and everything that can be done with it. */
export function BookingPage() {
  const written = useParams()['id'] ?? '';
  const id = recordIdFrom(written);
  const booking = useBooking(id);
  usePage('Booking Details', useListAddress(paths.reports(), paths.dashboard));
  if (id === null) return <BookingNotFound id={written} />;
  if (booking.isPending) return <BookingSkeleton />;
  const retry = () => void booking.refetch();
  if (booking.data === undefined) {
    const isMissing = booking.error instanceof ApiError && booking.error.status === 404;
    return isMissing ? (
      <BookingNotFound id={written} error={booking.error} />
    ) : (
      <BookingFailure id={written} error={booking.error} retrying={booking.isFetching} onRetry={retry} />
    );
  }
  return (
    // A key of its own: an edit that was begun for one appointment must not show on the next.
    <div key={id} className="flex flex-col gap-4 lg:gap-5">
      <BookingHeader booking={booking.data} />
      {booking.isError ? (
        <Banner
          tone="warning"
          alert
          action={
            <Button size="small" busy={booking.isFetching} onClick={retry}>
              Retry
            </Button>
          }
        >
          Couldn’t refresh this page.
        </Banner>
      ) : null}
      <BookingSections booking={booking.data} />
    </div>
  );
}
