import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Hourglass, PawPrint, Plus, Users } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { requestsId } from './pending-requests.tsx';

function PendingParts({ requests, pending }: { requests: number; pending: number | undefined }) {
  const toConfirm = Math.max(0, (pending ?? requests) - requests);
  if (requests === 0 && toConfirm === 0) return null;
  return (
    <p className="figures flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      {requests > 0 ? (
        <a
          href={`#${requestsId}`}
          className="inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:text-brand"
        >
          {requests === 1 ? '1 request to answer' : `${requests} requests to answer`}
        </a>
      ) : null}
      {toConfirm > 0 ? <span>{toConfirm} to confirm</span> : null}
    </p>
  );
}

/** The four figures at the top of the dashboard. */
export function StatCards() {
  const formats = useFormats();
  const stats = useQuery(actionQuery('admin/dashboard/stats', {}));
  const requests = useQuery(actionQuery('bookings_pending', {})).data?.length;
  const shown = (count: number | undefined) =>
    count === undefined ? (stats.isError ? null : undefined) : formats.number(count);
  return (
    <section aria-label="Figures" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <StatCard
          label="Today's Appointments"
          value={shown(stats.data?.todayAppointments)}
          icon={<CalendarDays />}
          action={
            <ButtonLink
              variant="primary"
              size="small"
              icon={<Plus aria-hidden="true" className="size-4 max-[24rem]:hidden" />}
              to={paths.bookingCreate()}
            >
              New Appointment
            </ButtonLink>
          }
        />
        <StatCard
          label="Total Clients"
          value={shown(stats.data?.totalClients)}
          icon={<Users />}
          action={
            <ButtonLink size="small" to={paths.clients}>
              View Clients
            </ButtonLink>
          }
        />
        <StatCard
          label="Total Animals"
          value={shown(stats.data?.totalAnimals)}
          icon={<PawPrint />}
          action={
            <ButtonLink size="small" to={paths.animals}>
              View Animals
            </ButtonLink>
          }
        />
        <StatCard
          label="Pending Bookings"
          value={shown(stats.data?.pendingBookings)}
          icon={<Hourglass />}
          action={
            requests === undefined ? null : (
              <PendingParts requests={requests} pending={stats.data?.pendingBookings} />
            )
          }
        />
      </div>
      {stats.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-attention">
          Couldn’t load the figures.
          <Button size="small" busy={stats.isFetching} onClick={() => void stats.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
    </section>
  );
}
