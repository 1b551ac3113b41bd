import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { takenTime } from './conflicts.ts';

const conflicts = [
  { booking_id: 4, booking_date: '2026-11-22', booking_time: '09:00', duration_minutes: 30 },
];

it.each(['staff_busy', 'animal_busy', 'practice_full', 'slot_taken'] as const)(
  'names the appointments in the way after %s',
  (code) => {
    expect(takenTime(new ApiError(409, 'Taken.', { code, conflicts }))).toEqual({
      message: 'Taken.',
      conflicts,
    });
  },
);

it('leaves every other failure alone', () => {
  expect(takenTime(new ApiError(409, 'No.', { code: 'illegal_transition' }))).toBeNull();
  expect(takenTime(new Error('No.'))).toBeNull();
});
