import { bookingStatuses, canMoveBooking } from '@burrow/contracts/booking-status';
import { describe, expect, it } from 'vitest';
import {
  isRequest,
  isStillAhead,
  mayCancel,
  mayEdit,
  offeredMoves,
  stepBack,
  tooEarlyToCollect,
  wayBack,
  type BookingMove,
} from './booking-moves.ts';

const target = {
  confirm: 'confirmed',
  start: 'in-progress',
  complete: 'completed',
  unpaid: 'confirmed',
} as const;
const isTargeted = (move: BookingMove): move is keyof typeof target => move in target;

describe('the moves an appointment offers', () => {
  it('answers a request before anything else', () => {
    const asked = { status: 'pending', is_provisional: 1, staff_accepted: 0 } as const;
    expect(offeredMoves(asked)).toEqual(['accept', 'reject']);
  });

  it('treats a rejected request as a cancelled appointment', () => {
    const rejected = { status: 'cancelled', is_provisional: 1, staff_accepted: 0 } as const;
    expect(isRequest(rejected)).toBe(false);
    expect(offeredMoves(rejected)).toEqual([]);
  });

  it('starts with the most likely next step', () => {
    expect(offeredMoves({ status: 'pending', is_provisional: 0, staff_accepted: 0 })).toEqual([
      'confirm',
      'start',
      'complete',
    ]);
    expect(offeredMoves({ status: 'confirmed', is_provisional: 0, staff_accepted: 0 })).toEqual([
      'start',
      'complete',
    ]);
    expect(offeredMoves({ status: 'in-progress', is_provisional: 0, staff_accepted: 0 })).toEqual([
      'complete',
    ]);
    expect(offeredMoves({ status: 'completed', is_provisional: 0, staff_accepted: 0 })).toEqual(['unpaid']);
  });

  it('does not offer to confirm an accepted request, which its client sees as confirmed', () => {
    const accepted = { status: 'pending', is_provisional: 0, staff_accepted: 1 } as const;
    expect(offeredMoves(accepted)).toEqual(['start', 'complete']);
  });

  it('never offers a move that the state machine refuses', () => {
    for (const status of bookingStatuses) {
      for (const move of offeredMoves({ status, is_provisional: 0, staff_accepted: 0 }).filter(isTargeted)) {
        expect(canMoveBooking(status, target[move]), `${status} ${move}`).toBe(true);
      }
    }
  });
});

describe('the disabled actions', () => {
  it('edits everything but a cancelled appointment', () => {
    expect(bookingStatuses.filter((status) => !mayEdit({ status }))).toEqual(['cancelled']);
  });

  it('cancels neither a completed nor a cancelled appointment', () => {
    expect(bookingStatuses.filter((status) => !mayCancel({ status }))).toEqual(['completed', 'cancelled']);
  });
});

describe('undoing a move', () => {
  it('returns to the previous status if possible', () => {
    expect(wayBack('pending', 'confirmed')).toBe('pending');
    expect(wayBack('confirmed', 'in-progress')).toBe('confirmed');
  });

  it('is impossible after starting a pending appointment', () => {
    expect(wayBack('pending', 'in-progress')).toBeNull();
  });
});

describe('moving an appointment back a step', () => {
  it('moves one step, if the state machine allows it', () => {
    const refused = bookingStatuses.filter((status) => {
      const back = stepBack({ status, is_provisional: 0, staff_accepted: 0 });
      return back !== null && !canMoveBooking(status, back);
    });
    expect(refused).toEqual([]);
    expect(stepBack({ status: 'in-progress', is_provisional: 0, staff_accepted: 1 })).toBe('confirmed');
    expect(stepBack({ status: 'confirmed', is_provisional: 0, staff_accepted: 0 })).toBe('pending');
    expect(stepBack({ status: 'completed', is_provisional: 0, staff_accepted: 0 })).toBeNull();
  });

  it('is not offered where nothing would be seen of it: an accepted request is shown as confirmed', () => {
    expect(stepBack({ status: 'confirmed', is_provisional: 0, staff_accepted: 1 })).toBeNull();
  });

  it('is not offered for a request', () => {
    expect(stepBack({ status: 'confirmed', is_provisional: 1, staff_accepted: 0 })).toBeNull();
  });
});

describe('an appointment that is too early', () => {
  const now = '2026-11-21T10:00';

  it.each([
    [{ booking_date: '2026-11-21', booking_time: '11:00', status: 'confirmed' }, null],
    [{ booking_date: '2026-11-21', booking_time: '09:00', status: 'pending' }, null],
    [{ booking_date: '2026-11-21', booking_time: '11:01', status: 'confirmed' }, 'later-today'],
    [{ booking_date: '2026-11-21', booking_time: '15:00', status: 'in-progress' }, null],
    [{ booking_date: '2026-12-03', booking_time: '10:00', status: 'confirmed' }, 'another-day'],
    [{ booking_date: '2026-11-20', booking_time: '10:00', status: 'completed' }, 'another-day'],
  ] as const)('of %j at ten on 21 November finds %j', (booking, reason) => {
    expect(tooEarlyToCollect(booking, now)).toBe(reason);
  });

  it.each([
    ['2026-11-22', '09:00', 'confirmed', true],
    ['2027-11-21', '10:00', 'in-progress', true],
    ['2026-11-21', '11:01', 'confirmed', true],
    ['2026-11-21', '15:00', 'in-progress', false],
    ['2026-11-21', '11:00', 'confirmed', false],
    ['2026-11-20', '10:00', 'confirmed', false],
  ] as const)(
    'at ten on 21 November, %s %s (%s) lies ahead: %j',
    (booking_date, booking_time, status, ahead) => {
      expect(isStillAhead({ booking_date, booking_time, status }, now)).toBe(ahead);
    },
  );
});
