import type { BookingRequestRow, BookingRow } from '@burrow/contracts/booking';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { byTime } from '../../../lib/booking-time.ts';
import { actionQuery } from '../../../lib/query.ts';
import { useLast } from '../../../lib/use-last.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ConflictList } from '../../bookings/components/taken-time-banner.tsx';
import { useStaff } from '../../bookings/queries.ts';
import { useAnswers } from '../use-answers.ts';
import { RejectRequest } from './reject-request.tsx';
import { RequestRow } from './request-row.tsx';

/** Where the dashboard's figures lead to. */
export const requestsId = 'pending-requests';

/** How long an accepted row stays when nothing points at the list: as long as its message offers to undo it. */
const staysMs = 10_000;

interface Held<Row> {
  row: Row;
  isAccepted: boolean;
}

/**
 * Rows that are being accepted stay where they are while the mouse is over the list, so that the next Accept never moves
 * under it, and ten seconds where there is no mouse. `listeners` belong on the element around the list.
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
    /** From the moment on that Accept is pressed: the list can be read again before the answer is there. */
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

/** Clients' requests that wait for an answer. */
export function PendingRequests() {
  const pending = useQuery(actionQuery('bookings_pending', {}));
  const staff = useStaff().data ?? [];
  const region = useRef<HTMLDivElement>(null);
  const accepted = useAcceptedRows<BookingRequestRow>();
  // The buttons that had the focus are gone with their request.
  const focusList = () => region.current?.focus({ preventScroll: true });
  const answers = useAnswers({
    onAccepted: (request) => {
      accepted.accept(request);
      focusList();
    },
    onNotAccepted: accepted.drop,
    onRejected: focusList,
  });
  const [rejecting, setRejecting] = useState<BookingRow | null>(null);
  const asked = useLast(rejecting);
  const taken = useLast(answers.taken);
  const accept = (request: BookingRequestRow, staffId: number | null, overlap = false) => {
    accepted.hold(request);
    answers.accept(request, staffId, overlap);
  };
  const waiting = pending.data?.filter((request) => !accepted.isAccepted(request));
  const others = pending.data?.filter((request) => !accepted.isHeld(request));
  const requests = others && [...others, ...accepted.rows].toSorted(byTime);
  const problemOf = (id: number) => (answers.problem?.id === id ? answers.problem.text : null);
  return (
    <Card
      flush
      title="Pending Booking Requests"
      aside={waiting && waiting.length > 0 ? <Badge tone="provisional">{waiting.length}</Badge> : null}
    >
      <div
        ref={region}
        id={requestsId}
        tabIndex={-1}
        className="scroll-mt-16 outline-none"
        {...accepted.listeners}
      >
        {pending.isPending ? <SkeletonRows rows={2} /> : null}
        {pending.isError && !requests ? (
          <QueryError query={pending} title="Couldn’t load the requests" />
        ) : null}
        {requests?.length === 0 ? (
          <p className="flex items-center gap-2.5 px-4 py-3.5 text-ink-soft">
            <Inbox aria-hidden="true" className="size-5" />
            No pending booking requests
          </p>
        ) : null}
        <ul className="divide-y divide-line empty:hidden">
          {requests?.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              busy={answers.busy.has(request.id) && rejecting?.id !== request.id}
              problem={rejecting?.id === request.id ? null : problemOf(request.id)}
              staff={staff}
              isAccepted={accepted.isAccepted(request)}
              onUndo={() => answers.undo(request)}
              onAccept={(staffId) => accept(request, staffId)}
              onReject={() => {
                answers.forgetProblem();
                setRejecting(request);
              }}
            />
          ))}
        </ul>
      </div>
      <RejectRequest
        key={asked?.id}
        request={rejecting}
        busy={rejecting !== null && answers.busy.has(rejecting.id)}
        error={asked === null ? null : problemOf(asked.id)}
        onClose={() => {
          setRejecting(null);
          answers.forgetProblem();
        }}
        onReject={(said) => {
          if (rejecting === null) return;
          void answers.reject(rejecting, said).then((done) => {
            if (done) setRejecting(null);
          });
        }}
      />
      <ConfirmDialog
        tone="primary"
        open={answers.taken !== null}
        onOpenChange={answers.forgetTaken}
        title={taken?.message ?? 'That time is taken.'}
        confirmLabel="Accept anyway"
        busyLabel="Accepting..."
        busy={answers.taken !== null && answers.busy.has(answers.taken.request.id)}
        error={answers.taken === null ? null : problemOf(answers.taken.request.id)}
        onConfirm={() => {
          if (answers.taken) accept(answers.taken.request, answers.taken.staffId, true);
        }}
      >
        <ConflictList conflicts={taken?.conflicts ?? []} />
      </ConfirmDialog>
    </Card>
  );
}
