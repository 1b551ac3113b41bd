import { expect, it } from 'vitest';
import { weightDoubt } from './weight-doubt.ts';

const weights = [
  { id: 1, weight: '10', measured_on: '2024-01-02' },
  { id: 2, weight: '20', measured_on: '2024-06-02' },
];
const adult = '2020-01-01';
const on = (kilograms: number, day = '2024-07-01') => ({ kilograms, day });

it('asks about a weight far from the one before', () => {
  expect(weightDoubt(weights, on(26), adult)).toBeNull();
  expect(weightDoubt(weights, on(14), adult)).toBeNull();
  expect(weightDoubt(weights, on(204), adult)).toEqual({ is: 'unusual', percent: 920, day: '2024-06-02' });
  expect(weightDoubt(weights, on(13), null)).toEqual({ is: 'unusual', percent: -35, day: '2024-06-02' });
  expect(weightDoubt(weights, on(11, '2024-02-01'), adult)).toBeNull();
  expect(weightDoubt(weights, on(20, '2023-02-01'), adult)).toMatchObject({
    percent: 100,
    day: '2024-01-02',
  });
  expect(weightDoubt([], on(20), adult)).toBeNull();
});

it('lets an animal grow in its first year', () => {
  expect(weightDoubt(weights, on(40), '2023-12-01')).toBeNull();
});

it('asks about the same weight twice on a day', () => {
  expect(weightDoubt(weights, on(20, '2024-06-02'), adult)).toEqual({ is: 'twice', day: '2024-06-02' });
  expect(weightDoubt(weights, on(20, '2024-06-03'), adult)).toBeNull();
});
