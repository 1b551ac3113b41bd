import type { PortalBooking } from '@burrow/contracts/portal';
import { useQuery } from '@tanstack/react-query';
import { CalendarHeart, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { useSession } from '../../../lib/session-store.ts';
import { useUrlSearch } from '../../../lib/use-url-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { WaitsCard } from '../waitlist/waits-card.tsx';
import { ownQuery, rereadMs } from '../own-query.ts';
import { isPushOffered } from '../push/push-offer.ts';
import { usePortalNow } from '../use-portal-now.ts';
import { AppointmentSection } from './appointment-section.tsx';
import { inSections, searched } from './own-appointments.ts';
import { RequestAppointment } from './request-appointment.tsx';

type Counts = Record<'total' | 'upcoming' | 'previous', number | null | undefined>;

function Summary({ total, upcoming, previous }: Counts) {
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-3">
      <StatCard label="Total" value={total} />
      <StatCard label="Upcoming" value={upcoming} />
      <StatCard label="Previous" value={previous} />
    </div>
  );
}

/** The search text, and the matching appointments. */
function Appointments({ bookings, now }: { bookings: readonly PortalBooking[]; now: string }) {
  const { text, setText } = useUrlSearch();
  const field = useRef<HTMLInputElement>(null);
  const found = searched(bookings, text);
  const { upcoming, previous } = inSections(found, now);
  const all = inSections(bookings, now);
  const isSearch = text.trim() !== '';
  return (
    <>
      <SearchField
        ref={field}
        label="Search appointments"
        placeholder="Search by pet, service, status or staff..."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isSearch && found.length === 0 ? (
        <Card flush>
          <EmptyState
            icon={<SearchX className="size-7" />}
            title="No appointments match your search"
            action={
              <Button
                onClick={() => {
                  setText('');
                  field.current?.focus();
                }}
              >
                Clear search
              </Button>
            }
          />
        </Card>
      ) : (
        <>
          <AppointmentSection
            title="Upcoming"
            bookings={upcoming}
            total={all.upcoming.length}
            empty={isSearch ? 'None of your upcoming appointments match.' : 'No upcoming appointments.'}
          />
          <AppointmentSection
            title="Previous"
            bookings={previous}
            total={all.previous.length}
            empty={isSearch ? 'None of your previous appointments match.' : 'No previous appointments.'}
          />
        </>
      )}
    </>
  );
}

/** Replaces the search and the lists while they load. */
const Waiting = () => (
  <>
    <Skeleton className="h-9 pointer-coarse:h-11" />
    <Card title="Upcoming" flush>
      <SkeletonRows rows={4} label="Loading appointments..." />
    </Card>
  </>
);

const NoAppointments = () => (
  <Card flush>
    <EmptyState
      icon={<CalendarHeart className="size-8" />}
      title="No appointments yet"
      action={<RequestAppointment />}
    >
      Your pets’ appointments will appear here.
    </EmptyState>
  </Card>
);

const PushOfferCard = lazyComponent(async () => (await import('../push/push-offer-card.tsx')).PushOfferCard);

/** 'My Appointments': upcoming and previous ones, with a search. */
export function AppointmentsPage() {
  usePage('My Appointments');
  const session = useSession();
  // Until the page is left, so that the answer stays in sight.
  const [offersPush] = useState(() => isPushOffered(session));
  const now = usePortalNow();
  const {
    data: bookings,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...ownQuery('cp/bookings', {}),
    refetchInterval: rereadMs,
  });
  const sections = bookings && inSections(bookings, now);
  const none = error === null ? undefined : null;
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-bold">My Appointments</h1>
        {bookings?.length === 0 ? null : <RequestAppointment />}
      </header>
      {offersPush ? <PushOfferCard /> : null}
      <WaitsCard />
      <Summary
        total={bookings?.length ?? none}
        upcoming={sections?.upcoming.length ?? none}
        previous={sections?.previous.length ?? none}
      />
      {bookings === undefined && error === null ? (
        <Waiting />
      ) : bookings === undefined ? (
        <ErrorPanel boxed title="Failed to fetch data" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      ) : bookings.length === 0 ? (
        <NoAppointments />
      ) : (
        <Appointments bookings={bookings} now={now} />
      )}
    </div>
  );
}
