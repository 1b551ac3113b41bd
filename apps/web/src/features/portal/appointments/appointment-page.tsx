import type { PortalBooking, PortalBookingDetail } from '@burrow/contracts/portal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { paths } from '../../../lib/paths.ts';
import { useRecordId } from '../../../lib/record-id.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { BackLink } from '../back-link.tsx';
import { ownQuery, rereadMs } from '../own-query.ts';
import { PortalButtonLink } from '../portal-links.tsx';
import { usePortalPractice } from '../portal-practice.ts';
import { usePortalNow } from '../use-portal-now.ts';
import { ChangeCard } from '../change/change-card.tsx';
import { AppointmentBadge } from './appointment-badge.tsx';
import { AppointmentCards, AppointmentSideCards } from './appointment-cards.tsx';

function Frame({ children }: { children: ReactNode }) {
  const { tenantName } = useSession();
  const name = usePortalPractice()?.tenant_name ?? tenantName;
  return (
    <div className="flex flex-col gap-4">
      <BackLink to={paths.appointments}>Back to {name || 'Portal'} Appointments</BackLink>
      {children}
    </div>
  );
}

/** Replaces an appointment that is loading, missing or failed. */
const Instead = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeader title="Appointment Details" />
    <Card>{children}</Card>
  </>
);

const NotFound = () => (
  <Instead>
    <ErrorPanel boxed title="Error">
      Appointment not found
    </ErrorPanel>
    <p className="flex justify-center px-4 pb-8">
      <PortalButtonLink size="large" to={paths.appointments} className="max-sm:w-full">
        View My Appointments
      </PortalButtonLink>
    </p>
  </Instead>
);

/** `money` is null while it loads. */
function Appointment({ booking, money }: { booking: PortalBooking; money: PortalBookingDetail | null }) {
  const now = usePortalNow();
  return (
    <>
      <PageHeader
        title={`Appointment #${booking.id}`}
        badges={<AppointmentBadge status={booking.status} on="detail" />}
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-4">
          <ChangeCard booking={booking} />
          <AppointmentCards booking={booking} money={money} />
        </div>
        <div className="flex flex-col gap-4">
          <AppointmentSideCards booking={booking} now={now} />
        </div>
      </div>
    </>
  );
}

function ById({ id }: { id: number }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...ownQuery('cp/booking', { booking_id: id }),
    refetchInterval: rereadMs,
  });
  // The cached list shows the appointment at once while it loads.
  const listed = client
    .getQueryData(ownQuery('cp/bookings', {}).queryKey)
    ?.find((booking) => booking.id === id);
  const known = data ?? (error === null ? listed : undefined);
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (known !== undefined) return <Appointment booking={known} money={data ?? null} />;
  return (
    <Instead>
      {error === null ? (
        <Loading label="Loading appointment details..." />
      ) : (
        <ErrorPanel boxed title="Error" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOf(error, 'Failed to fetch data')}
        </ErrorPanel>
      )}
    </Instead>
  );
}

/** One of the client's own appointments, which they can move and cancel as the practice allows. */
export function AppointmentPage() {
  const id = useRecordId();
  usePage(id === null ? 'Appointment' : `Appointment #${id}`);
  return <Frame>{id === null ? <NotFound /> : <ById id={id} />}</Frame>;
}
