import type { BookingDetail } from '@burrow/contracts/booking';
import { NotebookPen } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { isMissed, whenOf } from '../../../lib/booking-time.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { useCommand } from '../../../lib/query.ts';
import { recordIdFrom } from '../../../lib/record-id.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EditableNotes } from '../../../ui/editable-notes.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ChangesCard } from '../../booking-changes/components/changes-card.tsx';
import { visitNotesTitle } from '../../entries/entry-words.ts';
import { FilesCard } from '../../files/components/files-card.tsx';
import { amountOf, underWayPence } from '../../payments/payment-words.ts';
import { aboutBooking } from '../about-booking.ts';
import { isRequest } from '../booking-moves.ts';
import { BookingFailure, BookingNotFound } from '../components/booking-failure.tsx';
import { CommsLogCard } from '../components/comms-log-card.tsx';
import { CustomFieldsCard } from '../components/custom-fields-card.tsx';
import { PageColumns } from '../components/page-columns.tsx';
import { PaymentsCard } from '../components/payments-card.tsx';
import { QuickActionsCard } from '../components/quick-actions-card.tsx';
import { AnimalCard, BookingInfoCard, ClientCard, ServiceCard } from '../components/record-cards.tsx';
import { useBooking } from '../queries.ts';

function BookingHeader({ booking, onNotes }: { booking: BookingDetail; onNotes: () => void }) {
  const practice = usePractice();
  const formats = useFormats();
  const { date, start, end } = whenOf(booking);
  return (
    <PageHeader
      leading={<SpeciesIcon species={booking.species} framed className="size-11" />}
      title={booking.animal_name}
      badges={
        <>
          <StatusBadge booking={booking} missed={booking.missed || isMissed(booking, formats.now())} />
        </>
      }
      actions={
        hasVisitNotes(booking) ? (
          <Button
            className="print:hidden"
            icon={<NotebookPen aria-hidden="true" className="size-4" />}
            onClick={onNotes}
          >
            {visitNotesTitle(practice?.business_type)}
          </Button>
        ) : null
      }
      subtitle={
        <span className="figures">
          {[
            booking.service ?? 'Appointment',
            formats.shortDay(date),
            `${formats.time(start)}–${formats.time(end)}`,
          ].join(' · ')}
        </span>
      }
    />
  );
}

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'font-bold')}>
      <dt className={strong ? undefined : 'text-ink-soft'}>{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

/** The balance due, or the amount overpaid. */
function Balance({ booking }: { booking: BookingDetail }) {
  const { money } = useFormats();
  const balance = Number(booking.balance);
  // A cancelled appointment has no balance due.
  if (booking.status === 'cancelled' && balance >= 0) return null;
  if (balance < 0)
    return (
      <Line label="Overpaid" strong>
        {money(booking.balance.replace('-', ''))}
      </Line>
    );
  return (
    <Line label="Balance due" strong>
      {money(booking.balance)}
    </Line>
  );
}

/** Time, price and balance: what the desk looks up most. */
function SummaryCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  const { date, start, end } = whenOf(booking);
  const going = underWayPence(booking.refunds);
  return (
    <Card title="Appointment Summary">
      <p className="text-lg font-bold">{formats.longDay(date)}</p>
      <p className="figures text-lg">
        {formats.time(start)}–{formats.time(end)}
        <span className="text-base text-ink-soft"> · {formatDuration(booking.duration_minutes)}</span>
      </p>
      <dl className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3">
        <Line label="Service">{booking.service ?? '–'}</Line>
        <Line label="Staff">{booking.staff_member ?? 'Not assigned'}</Line>
        <Line label="Price">{formats.money(booking.price)}</Line>
        <Line label="Paid">{formats.money(booking.paid)}</Line>
        {going > 0 ? <Line label="Refund in progress">{formats.money(amountOf(going))}</Line> : null}
        <Balance booking={booking} />
      </dl>
    </Card>
  );
}

/** The notes that staff and customer read, edited in place. */
function NotesCard({ bookingId, notes }: { bookingId: number; notes: string | null }) {
  const save = useCommand('booking/update_notes');
  return (
    <EditableNotes
      title="Booking Notes"
      label="Booking notes"
      hint="Visible to staff and customer"
      notes={notes}
      placeholder="Anything worth knowing about this appointment"
      maxLength={maxLengthOf('booking/update_notes', 'notes')}
      save={(text) => save.mutateAsync({ booking_id: bookingId, notes: text })}
      about={aboutBooking(bookingId)}
    />
  );
}

/** The notes that only staff read, edited in place. */
function StaffNotesCard({ bookingId, notes }: { bookingId: number; notes: string | null }) {
  const save = useCommand('booking/update_staff_notes');
  return (
    <EditableNotes
      title="Staff Notes"
      label="Staff notes"
      hint="Visible to staff only"
      notes={notes}
      placeholder="Notes for your team that the client can’t see"
      maxLength={maxLengthOf('booking/update_staff_notes', 'staff_notes')}
      none="No staff notes yet"
      save={(text) => save.mutateAsync({ booking_id: bookingId, staff_notes: text })}
      about={aboutBooking(bookingId)}
    />
  );
}

/** In a chunk of its own, because its form is large. */
const VisitNotes = lazyComponent<{ booking: BookingDetail }>(
  async () => (await import('../../entries/components/visit-notes-card.tsx')).VisitNotesCard,
  () => (
    <Card title="Visit notes" flush>
      <SkeletonRows rows={4} />
    </Card>
  ),
);

const hasVisitNotes = (booking: BookingDetail): boolean =>
  booking.status !== 'cancelled' && !isRequest(booking);

function BookingSections({
  booking,
  visitNotes,
}: {
  booking: BookingDetail;
  visitNotes: RefObject<HTMLDivElement | null>;
}) {
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
      {hasVisitNotes(booking) ? (
        <div ref={visitNotes} className="scroll-mt-4">
          <VisitNotes booking={booking} />
        </div>
      ) : null}
      <CustomFieldsCard booking={booking} />
      <NotesCard bookingId={booking.id} notes={booking.notes} />
      <StaffNotesCard bookingId={booking.id} notes={booking.staff_notes} />
      <PaymentsCard booking={booking} />
      <ChangesCard booking={booking} />
      <FilesCard owner={{ entity_type: 'booking', entity_id: booking.id }} collapsible />
      <CommsLogCard booking={booking} />
      <BookingInfoCard booking={booking} />
    </PageColumns>
  );
}

/** The skeleton of the page. */
function BookingSkeleton() {
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <h1 className="sr-only">Booking Details</h1>
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-64" />
        </div>
      </div>
      <PageColumns
        side={
          <Card>
            <div className="flex flex-col gap-2.5">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-11" />
              <Skeleton className="h-9" />
            </div>
          </Card>
        }
      >
        <Card flush>
          <SkeletonRows rows={3} label="Loading booking..." />
        </Card>
        <Card>
          <Skeleton className="h-24" />
        </Card>
      </PageColumns>
    </div>
  );
}

/** One appointment (/admin/booking/:id). */
export function BookingPage() {
  const written = useParams()['id'] ?? '';
  const id = recordIdFrom(written);
  const booking = useBooking(id);
  const visitNotes = useRef<HTMLDivElement>(null);
  const goToNotes = () => {
    visitNotes.current?.scrollIntoView({ block: 'start' });
    visitNotes.current?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true });
  };
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
    // The key remounts the page for another appointment, so that no edit carries over to it.
    <div key={id} className="flex flex-col gap-4 lg:gap-5">
      <BookingHeader booking={booking.data} onNotes={goToNotes} />
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
      <BookingSections booking={booking.data} visitNotes={visitNotes} />
    </div>
  );
}
