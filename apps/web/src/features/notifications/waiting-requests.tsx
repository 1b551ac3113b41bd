import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { actionQuery } from '../../lib/query.ts';

/** How many requests wait for an answer, and the way to where they are answered; nothing when there are none. */
export function WaitingRequests({ onFollow }: { onFollow: () => void }) {
  const waiting = useQuery({ ...actionQuery('bookings_pending', {}), select: (requests) => requests.length });
  if (!waiting.data) return null;
  return (
    <Link
      to={paths.dashboard}
      onClick={onFollow}
      className="flex min-h-11 items-center justify-between gap-3 border-b border-line bg-sunken px-4 py-2 text-sm font-semibold text-ink no-underline hover:text-brand focus-visible:-outline-offset-2"
    >
      {waiting.data === 1
        ? '1 request is waiting for an answer'
        : `${waiting.data} requests are waiting for an answer`}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  );
}
