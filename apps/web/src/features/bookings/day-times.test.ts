import { describe, expect, it } from 'vitest';
import { partsOfDay, quarterOf, stillToCome } from './day-times.ts';

const at = (time: string, free = true, busyWith: string | null = null) => ({
  time,
  free,
  busy_with: busyWith,
});

describe('the times of a day', () => {
  it('leaves out what has passed, and keeps what is taken', () => {
    const times = [at('09:00', false), at('09:15', false, 'Bella'), at('09:30')];
    expect(stillToCome(times).map(({ time }) => time)).toEqual(['09:15', '09:30']);
  });

  it('come by the hour, noon in the afternoon and five in the evening', () => {
    const parts = partsOfDay(['11:30', '11:45', '12:00', '14:15', '16:45', '17:00'].map((time) => at(time)));
    expect(
      parts.map(({ name, hours }) => [name, hours.map(({ times }) => times.map(({ time }) => time))]),
    ).toEqual([
      ['Morning', [['11:30', '11:45']]],
      ['Afternoon', [['12:00'], ['14:15'], ['16:45']]],
      ['Evening', [['17:00']]],
    ]);
  });

  it('have no empty parts', () => {
    expect(partsOfDay([at('10:00')]).map(({ name }) => name)).toEqual(['Morning']);
    expect(partsOfDay([])).toEqual([]);
  });

  it('know their quarter of the hour', () => {
    expect(['08:00', '08:15', '08:40', '08:59'].map(quarterOf)).toEqual([0, 1, 2, 3]);
  });
});
