import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api-error.ts';
import { byTime } from '../../lib/booking-time.ts';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/practice.ts';
import { actionQuery } from '../../lib/query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../ui/species-icon.tsx';

const minute = 60_000;

/** The bell in the header: requests from clients that wait for an answer, each a link to its appointment. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const formats = useFormats();
  const pending = useQuery({ ...actionQuery('bookings_pending', {}), refetchInterval: minute });
  const requests = pending.data?.toSorted(byTime) ?? [];
  const count = requests.length;
  const label = count === 0 ? 'Notifications' : `Notifications: ${count} pending`;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title="Pending requests"
      trigger={
        <IconButton
          tone="bar"
          label={label}
          icon={
            <span className="relative">
              {count > 0 ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
              {count > 0 ? (
                <span className="figures absolute -top-2 -right-2.5 min-w-4.5 rounded-full bg-attention px-1 text-center text-xs font-bold text-on-attention">
                  {count > 99 ? '99+' : count}
                </span>
              ) : null}
            </span>
          }
        />
      }
    >
      {pending.isPending ? <SkeletonRows rows={2} /> : null}
      {pending.isError && !pending.data ? (
        <ErrorPanel
          title="The requests could not be loaded"
          onRetry={() => void pending.refetch()}
          retrying={pending.isFetching}
        >
          {messageOf(pending.error, '')}
        </ErrorPanel>
      ) : null}
      {pending.data && count === 0 ? (
        <EmptyState icon={<Bell />} title="No pending requests">
          New requests from clients appear here.
        </EmptyState>
      ) : null}
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <li key={request.id}>
            <Link
              to={paths.booking(request.id)}
              onClick={() => setOpen(false)}
              className="flex items-center gap-3 px-4 py-2.5 no-underline hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <SpeciesIcon species={request.species} framed />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">
                  {request.animal_name}{' '}
                  <span className="font-normal text-ink-soft">· {request.client_name}</span>
                </span>
                <span className="figures block truncate text-sm text-ink-soft">
                  {formats.shortDay(request.booking_date)}, {formats.time(request.booking_time)}
                  {request.service ? ` · ${request.service}` : ''}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
