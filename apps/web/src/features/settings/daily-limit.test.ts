import { expect, it } from 'vitest';
import { dailyLimitProblem } from './daily-limit.ts';

it.each(['0', '200', ' 5000 '])('allows %j text messages a day', (typed) => {
  expect(dailyLimitProblem(typed)).toBeNull();
});

it.each(['', '5001', '-1', '1.5', 'many', '1e3'])('does not allow %j', (typed) => {
  expect(dailyLimitProblem(typed)).toBe('Enter a whole number from 0 to 5,000.');
});
