import { expect, it } from 'vitest';
import { movedTo, placeOf, sameStart } from './place.ts';

const from = placeOf({ booking_date: '2026-11-22', booking_time: '09:30', staff_id: 3 });

it('reads where an appointment is', () => {
  expect(from).toEqual({ date: '2026-11-22', time: '09:30', staffId: 3 });
  expect(sameStart(from, { ...from, staffId: null })).toBe(true);
  expect(sameStart(from, { ...from, time: '10:00' })).toBe(false);
});

it('moves day and time, and leaves the staff alone', () => {
  expect(movedTo({ ...from, date: '2026-11-23' }, from)).toEqual({
    booking_date: '2026-11-23',
    booking_time: '09:30',
  });
});

it('hands it to somebody else, or to nobody', () => {
  expect(movedTo({ ...from, staffId: 4 }, from)).toMatchObject({ staff_id: 4 });
  expect(movedTo({ ...from, staffId: null }, from)).toMatchObject({ staff_id: 0 });
});

it('undoes a move with the places the other way round', () => {
  const to = { date: '2026-11-24', time: '11:00', staffId: null };
  expect(movedTo(from, to)).toEqual({ booking_date: '2026-11-22', booking_time: '09:30', staff_id: 3 });
});
