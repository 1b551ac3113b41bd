import { canMoveBooking, shownStatus, type BookingStatus } from '@burrow/contracts/booking-status';

/** What decides which buttons the page of an appointment has. */
export interface BookingState {
  status: BookingStatus;
  is_provisional: 0 | 1;
  /** 1 for a request that was accepted, which needs no confirmation. */
  staff_accepted: 0 | 1;
}

/** A change of an appointment's state that somebody can ask for. */
export type BookingMove = 'accept' | 'reject' | 'confirm' | 'start' | 'complete' | 'unpaid';

/** Whether a client asked for it and nobody has answered yet. */
export const isRequest = ({
  status,
  is_provisional,
}: Pick<BookingState, 'status' | 'is_provisional'>): boolean =>
  is_provisional === 1 && status !== 'cancelled' && status !== 'completed';

/** The moves offered, the most likely next one first. A request is answered before anything else. */
export function offeredMoves(booking: BookingState): BookingMove[] {
  if (isRequest(booking)) return ['accept', 'reject'];
  const { status } = booking;
  if (status === 'completed') return ['unpaid'];
  const moves: BookingMove[] = [];
  if (shownStatus(booking) === 'pending') moves.push('confirm');
  if (canMoveBooking(status, 'in-progress')) moves.push('start');
  if (canMoveBooking(status, 'completed')) moves.push('complete');
  return moves;
}

/** Cancelled appointments stay as they are. */
export const mayEdit = ({ status }: Pick<BookingState, 'status'>): boolean => status !== 'cancelled';

export const mayCancel = ({ status }: Pick<BookingState, 'status'>): boolean =>
  canMoveBooking(status, 'cancelled');

/** The status that takes a move back, or null when the state machine has no way back from it. */
export function wayBack(from: BookingStatus, to: BookingStatus): BookingStatus | null {
  return canMoveBooking(to, from) ? from : null;
}

/** Where an appointment can be put back to by hand: started by mistake, or confirmed too early. */
export const stepBack = ({
  status,
  is_provisional,
}: Pick<BookingState, 'status' | 'is_provisional'>): BookingStatus | null =>
  isRequest({ status, is_provisional })
    ? null
    : status === 'in-progress'
      ? 'confirmed'
      : status === 'confirmed'
        ? 'pending'
        : null;
