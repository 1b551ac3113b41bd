import { expect, it } from 'vitest';
import { snapLength, snapSpan, snapStart } from './snap.ts';

it('rounds a start to the step, within the day', () => {
  expect([snapStart(547, 15), snapStart(548, 15), snapStart(547, 5)]).toEqual([540, 555, 545]);
  expect([snapStart(-40, 15), snapStart(2000, 15)]).toEqual([0, 1425]);
});

it('rounds a length to quarters of an hour, at least one and at most a day', () => {
  expect([snapLength(540, 577), snapLength(540, 578)]).toEqual([30, 45]);
  expect([snapLength(540, 500), snapLength(0, 3000)]).toEqual([15, 1440]);
});

it('takes a drag over empty time in both directions', () => {
  expect(snapSpan(543, 588, 15)).toEqual({ start: 540, minutes: 45 });
  expect(snapSpan(588, 543, 15)).toEqual({ start: 540, minutes: 45 });
  expect(snapSpan(1439, 1439, 15)).toEqual({ start: 1425, minutes: 15 });
});
