import { describe, expect, it } from 'vitest';
import {
  dailyLimitProblem,
  hoursInWords,
  reminderChoices,
  remindersInWords,
  smsLength,
  withReminder,
} from './message-rules.ts';

describe('reminders', () => {
  it('are described in days and hours', () => {
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

  it('differ from each other, three at most', () => {
    expect(withReminder([])).toEqual([24]);
    expect(withReminder([24])).toEqual([24, 2]);
    expect(withReminder([24, 2])).toEqual([72, 24, 2]);
    expect(withReminder([72, 24, 2])).toEqual([72, 24, 2]);
  });

  it('offer hours that no other reminder has, and their own even if unusual', () => {
    expect(reminderChoices(24, [24, 2])).not.toContain(2);
    expect(reminderChoices(24, [24, 2])).toContain(24);
    expect(reminderChoices(36, [36])).toContain(36);
  });
});

it.each(['0', '200', ' 5000 '])('allows %j text messages a day', (typed) => {
  expect(dailyLimitProblem(typed)).toBeNull();
});

it.each(['', '5001', '-1', '1.5', 'many', '1e3'])('does not allow %j', (typed) => {
  expect(dailyLimitProblem(typed)).toBe('Enter a whole number from 0 to 5,000.');
});

describe('the length of a text message', () => {
  it.each([
    ['', 0, 0],
    ['a'.repeat(160), 160, 1],
    ['a'.repeat(161), 161, 2],
    ['a'.repeat(307), 307, 3],
    ['€'.repeat(80), 160, 1],
    ['’'.repeat(70), 70, 1],
    ['’'.repeat(71), 71, 2],
  ])('%# is counted as the networks do', (text, characters, segments) => {
    expect(smsLength(text)).toMatchObject({ characters, segments });
  });

  it('names the character that doubles the cost', () => {
    expect(smsLength('It’s time').costly).toBe('’');
    expect(smsLength("It's time").costly).toBeNull();
  });
});
