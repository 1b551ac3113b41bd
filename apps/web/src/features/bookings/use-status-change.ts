import type { BookingDetail } from '@burrow/contracts/booking';
import type { BookingStatus } from '@burrow/contracts/booking-status';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import type { InputOf } from '../../lib/api.ts';
import { useCommand } from '../../lib/query.ts';
import { toast } from '../../ui/toast.ts';
import { wayBack } from './booking-moves.ts';
import { aboutBooking } from './about-booking.ts';
import { failureText } from '../../lib/failure-text.ts';

type StatusChange = Omit<InputOf<'booking_status_update'>, 'booking_id'> & { status: BookingStatus };

/** Whether another balance is due now than the one that was sent. */
export const isBalanceChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'balance_changed';

/** Refusals whose own message says what to do. */
const explained: ReadonlySet<string> = new Set(['illegal_transition', 'balance_changed', 'terms_changed']);

/** The message when a status could not be changed: the server's own if the move is not allowed, or an amount changed. */
export function statusProblem(error: unknown): string {
  return error instanceof ApiError && error.code !== null && explained.has(error.code)
    ? error.message
    : failureText('Failed to update booking status', error);
}

/**
 * Moves an appointment to another status. `change(to, said, { onDone, onFailed })` then shows the message `said`, with an
 * Undo if nothing is lost by it; `problem` is the error of the last change.
 */
export function useStatusChange(booking: BookingDetail) {
  const command = useCommand('booking_status_update');
  const [problem, setProblem] = useState<string | null>(null);
  const about = aboutBooking(booking.id);
  const undo = (status: BookingStatus) =>
    // The client knows the status that it returns to.
    toast.tell(command.mutateAsync({ booking_id: booking.id, status, tell_client: '0' }), {
      done: 'Undone',
      failed: statusProblem,
      about,
    });
  const change = (
    to: StatusChange,
    said: string,
    { onDone, onFailed }: { onDone?: () => void; onFailed?: (error: unknown) => void } = {},
  ) => {
    setProblem(null);
    const back = wayBack(booking.status, to.status);
    // Undoing 'completed' would void a payment; Mark Unpaid does that, after asking.
    const canUndo = back !== null && to.status !== 'completed' && booking.status !== 'completed';
    command.mutate(
      { booking_id: booking.id, ...to },
      {
        onSuccess: () => {
          onDone?.();
          toast.success(said, {
            about,
            ...(canUndo ? { undo: () => undo(back) } : {}),
          });
        },
        onError: (error) => {
          setProblem(statusProblem(error));
          onFailed?.(error);
        },
      },
    );
  };
  return {
    change,
    problem,
    forget: () => setProblem(null),
    busy: command.isPending,
    /** The status of the change in progress. */
    target: command.isPending ? command.variables.status : null,
  };
}
