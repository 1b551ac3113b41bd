import type { BookingRequestRow, BookingRow } from '@burrow/contracts/booking';
import type { OpenChange } from '@burrow/contracts/booking-change';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { byTime } from '../../../lib/booking-time.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ChangeRow } from '../../booking-changes/components/change-row.tsx';
import { useOpenChanges } from '../../booking-changes/queries.ts';
import { AcceptAnyway } from '../../bookings/components/accept-anyway.tsx';
import { DeclineRequest } from '../../bookings/components/decline-request.tsx';
import { useStaff } from '../../bookings/queries.ts';
import type { Consent } from '../../bookings/start-times.ts';
import { useAcceptRequests } from '../use-accept-requests.ts';
import { RequestRow } from './request-row.tsx';

/** The element's id, which the dashboard's figures link to. */
export const requestsId = 'pending-requests';

/** How long an accepted row stays without a mouse over the list: as long as its toast offers Undo. */
const staysMs = 10_000;

interface Held<Row> {
  row: Row;
  isAccepted: boolean;
}

/**
 * Keeps accepted rows in place while the mouse is over the list, so that the next Accept does not move under it, and
 * for ten seconds without a mouse. Put `listeners` on the element around the list.
 */
function useAcceptedRows<Row extends { id: number }>() {
  const [held, setHeld] = useState<readonly Held<Row>[]>([]);
  const isPointedAt = useRef(false);
  const without = (id: number) => (before: readonly Held<Row>[]) => before.filter(({ row }) => row.id !== id);
  useEffect(() => {
    if (!held.some(({ isAccepted }) => isAccepted)) return undefined;
    const timer = setTimeout(() => {
      if (!isPointedAt.current) setHeld((before) => before.filter(({ isAccepted }) => !isAccepted));
    }, staysMs);
    return () => clearTimeout(timer);
  }, [held]);
  return {
    rows: held.map(({ row }) => row),
    isHeld: ({ id }: { id: number }) => held.some(({ row }) => row.id === id),
    isAccepted: ({ id }: { id: number }) => held.some(({ row, isAccepted }) => row.id === id && isAccepted),
    /** Call it when Accept is pressed, because the list may be refetched before the response arrives. */
    hold: (row: Row) => setHeld((before) => [...without(row.id)(before), { row, isAccepted: false }]),
    accept: ({ id }: { id: number }) =>
      setHeld((before) => before.map((one) => (one.row.id === id ? { ...one, isAccepted: true } : one))),
    drop: ({ id }: { id: number }) => setHeld(without(id)),
    listeners: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        isPointedAt.current = pointerType === 'mouse';
      },
      onPointerLeave: ({ pointerType }: { pointerType: string }) => {
        isPointedAt.current = false;
        if (pointerType === 'mouse') setHeld((before) => before.filter(({ isAccepted }) => !isAccepted));
      },
    },
  };
}

type Entry = { request: BookingRequestRow; change: null } | { request: null; change: OpenChange };

/** Requests for appointments, and those to move or cancel one, by the time of the appointment. */
function inOrder(requests: readonly BookingRequestRow[], changes: readonly OpenChange[]): Entry[] {
  const entries: Entry[] = [
    ...requests.map((request) => ({ request, change: null })),
    ...changes.map((change) => ({ request: null, change })),
  ];
  return entries.toSorted((one, other) => byTime(one.request ?? one.change, other.request ?? other.change));
}

/** Rejects a request in the list after asking. */
function RejectRequest({
  request,
  onClose,
  onRejected,
}: {
  request: BookingRow;
  onClose: () => void;
  onRejected: () => void;
}) {
  const formats = useFormats();
  return (
    <DeclineRequest
      bookingId={request.id}
      onClose={onClose}
      failure="Failed to reject booking. Please try again."
      done={`${request.animal_name}’s request rejected`}
      onDone={onRejected}
      wish={request}
    >
      {request.animal_name} ({request.client_name}), {formats.shortDay(request.booking_date)},{' '}
      {formats.time(request.booking_time)}.
    </DeclineRequest>
  );
}

/** Clients' requests that wait for an answer: for appointments, and to move or cancel them. */
export function PendingRequests() {
  const pending = useQuery(actionQuery('bookings_pending', {}));
  const staff = useStaff().data ?? [];
  const region = useRef<HTMLDivElement>(null);
  const accepted = useAcceptedRows<BookingRequestRow>();
  // The focused buttons disappear with their request.
  const focusList = () => region.current?.focus({ preventScroll: true });
  const answers = useAcceptRequests({
    onAccepted: (request) => {
      accepted.accept(request);
      focusList();
    },
    onNotAccepted: accepted.drop,
  });
  const [rejecting, setRejecting] = useState<BookingRow | null>(null);
  const { taken } = answers;
  const accept = (request: BookingRequestRow, staffId: number | null, needs: readonly Consent[] = []) => {
    accepted.hold(request);
    answers.accept(request, staffId, needs);
  };
  const waiting = pending.data?.filter((request) => !accepted.isAccepted(request));
  const others = pending.data?.filter((request) => !accepted.isHeld(request));
  const changes = useOpenChanges();
  const entries = others && inOrder([...others, ...accepted.rows], changes.data ?? []);
  const count = (waiting?.length ?? 0) + (changes.data?.length ?? 0);
  return (
    <Card
      flush
      title="Pending Booking Requests"
      aside={count > 0 ? <Badge tone="provisional">{count}</Badge> : null}
    >
      <div
        ref={region}
        id={requestsId}
        tabIndex={-1}
        className="scroll-mt-16 outline-none"
        {...accepted.listeners}
      >
        {pending.isPending ? <SkeletonRows rows={2} /> : null}
        {pending.isError && !entries ? (
          <QueryError query={pending} title="Couldn’t load the requests" />
        ) : null}
        {changes.isError && changes.data === undefined ? (
          <QueryError query={changes} title="Couldn’t load the requests to move or cancel" />
        ) : null}
        {entries?.length === 0 && !changes.isError ? (
          <p className="flex items-center gap-2.5 px-4 py-3.5 text-ink-soft">
            <Inbox aria-hidden="true" className="size-5" />
            No pending booking requests
          </p>
        ) : null}
        <ul className="divide-y divide-line empty:hidden">
          {entries?.map(({ request, change }) =>
            change !== null ? (
              <ChangeRow key={`change ${change.change_id}`} change={change} onDone={focusList} />
            ) : (
              <RequestRow
                key={request.id}
                request={request}
                busy={answers.busy.has(request.id)}
                staff={staff}
                isAccepted={accepted.isAccepted(request)}
                onUndo={(staffId) => answers.undo(request, staffId)}
                onAccept={(staffId) => accept(request, staffId)}
                onReject={() => setRejecting(request)}
              />
            ),
          )}
        </ul>
      </div>
      {rejecting === null ? null : (
        <RejectRequest request={rejecting} onClose={() => setRejecting(null)} onRejected={focusList} />
      )}
      <AcceptAnyway
        taken={taken}
        busy={taken !== null && answers.busy.has(taken.request.id)}
        problem={answers.problem}
        onClose={answers.forgetTaken}
        onAccept={() => {
          if (taken) accept(taken.request, taken.staffId, taken.consents);
        }}
      />
    </Card>
  );
}
