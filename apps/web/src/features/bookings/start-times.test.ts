import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { partsOfDay, quarterOf, stillToCome, takenTime } from './start-times.ts';

const at = (time: string, free = true, busyWith: string | null = null) => ({
  time,
  free,
  busy_with: busyWith,
  why: busyWith === null ? null : `Taken by ${busyWith}.`,
});

describe('the times of a day', () => {
  it('omits past times, and keeps taken ones', () => {
    const times = [at('09:00', false), at('09:15', false, 'Bella'), at('09:30')];
    expect(stillToCome(times).map(({ time }) => time)).toEqual(['09:15', '09:30']);
  });

  it('are grouped by hour; noon is in the afternoon, five in the evening', () => {
    const parts = partsOfDay(['11:30', '11:45', '12:00', '14:15', '16:45', '17:00'].map((time) => at(time)));
    expect(
      parts.map(({ name, hours }) => [name, hours.map(({ times }) => times.map(({ time }) => time))]),
    ).toEqual([
      ['Morning', [['11:30', '11:45']]],
      ['Afternoon', [['12:00'], ['14:15'], ['16:45']]],
      ['Evening', [['17:00']]],
    ]);
  });

  it('have no empty groups', () => {
    expect(partsOfDay([at('10:00')]).map(({ name }) => name)).toEqual(['Morning']);
    expect(partsOfDay([])).toEqual([]);
  });

  it('are aligned by quarter of the hour', () => {
    expect(['08:00', '08:15', '08:40', '08:59'].map(quarterOf)).toEqual([0, 1, 2, 3]);
  });
});

describe('the refusal of a time', () => {
  const conflicts = [
    { booking_id: 4, booking_date: '2026-11-22', booking_time: '09:00', duration_minutes: 30 },
  ];

  it.each([
    ['staff_busy', 'allow_overlap'],
    ['animal_busy', 'allow_overlap'],
    ['practice_full', 'allow_overlap'],
    ['resource_busy', 'allow_overlap'],
    ['slot_taken', 'allow_overlap'],
    ['staff_absent', 'allow_outside'],
    ['staff_not_offering', 'allow_outside'],
  ] as const)('names the appointments in the way after %s, and the consent it needs', (code, needs) => {
    expect(takenTime(new ApiError(409, 'Taken.', { code, conflicts }))).toEqual({
      message: 'Taken.',
      conflicts,
      needs,
    });
  });

  it('is null for any other error', () => {
    expect(takenTime(new ApiError(409, 'No.', { code: 'illegal_transition' }))).toBeNull();
    expect(takenTime(new Error('No.'))).toBeNull();
  });
});
