import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Hourglass, PawPrint, Plus, Users } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { useOpenChanges } from '../../booking-changes/queries.ts';
import { requestsId } from './pending-requests.tsx';

/** `changes` are requests to move or cancel appointments that are not pending themselves. */
function PendingParts({
  requests,
  changes,
  pending,
}: {
  requests: number;
  changes: number;
  pending: number | undefined;
}) {
  const toConfirm = Math.max(0, (pending ?? requests) - requests);
  const toAnswer = requests + changes;
  if (toAnswer === 0 && toConfirm === 0) return null;
  return (
    <p className="figures flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      {toAnswer > 0 ? (
        <a
          href={`#${requestsId}`}
          className="inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:text-brand"
        >
          {toAnswer === 1 ? '1 request to answer' : `${toAnswer} requests to answer`}
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
  const changes = useOpenChanges().data?.length ?? 0;
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
              <PendingParts requests={requests} changes={changes} pending={stats.data?.pendingBookings} />
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
