import { describe, expect, it } from 'vitest';
import { hoursInWords, reminderChoices, remindersInWords, withReminder } from './reminder-times.ts';

describe('reminders', () => {
  it('are said in days and hours', () => {
    expect([1, 2, 24, 36, 72, 168].map(hoursInWords)).toEqual([
      '1 hour',
      '2 hours',
      '1 day',
      '36 hours',
      '3 days',
      '1 week',
    ]);
    expect(remindersInWords([2, 72, 24])).toBe(
      'Clients are reminded 3 days, 1 day and 2 hours before their appointment.',
    );
    expect(remindersInWords([24])).toBe('Clients are reminded 1 day before their appointment.');
    expect(remindersInWords([])).toMatch(/not reminded/);
  });

  it('are each another one, three at most', () => {
    expect(withReminder([])).toEqual([24]);
    expect(withReminder([24])).toEqual([24, 2]);
    expect(withReminder([24, 2])).toEqual([72, 24, 2]);
    expect(withReminder([72, 24, 2])).toEqual([72, 24, 2]);
  });

  it('offer what the others are not, and what they are even when it is unusual', () => {
    expect(reminderChoices(24, [24, 2])).not.toContain(2);
    expect(reminderChoices(24, [24, 2])).toContain(24);
    expect(reminderChoices(36, [36])).toContain(36);
  });
});
