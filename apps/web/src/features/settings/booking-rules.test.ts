import { describe, expect, it } from 'vitest';
import { nextStart, offeredTimes, rulesOf } from './booking-rules.ts';

describe('the example of the booking rules', () => {
  const rules = { slotMinutes: 30, graceMinutes: 0, places: 1 };

  it('offers times a slot apart', () => {
    expect(offeredTimes(rules)).toEqual(['09:00', '09:30', '10:00']);
  });

  it('goes on at the next slot after the appointment and its grace', () => {
    expect(nextStart(rules)).toBe('10:00');
    expect(nextStart({ ...rules, graceMinutes: 5 })).toBe('10:30');
    expect(nextStart({ ...rules, slotMinutes: 45 })).toBe('10:30');
  });

  it('waits until every rule is a number', () => {
    expect(rulesOf('60', '0', '2')).toEqual({ slotMinutes: 60, graceMinutes: 0, places: 2 });
    expect([rulesOf('', '0', '1'), rulesOf('4', '0', '1'), rulesOf('60', '-1', '1')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
