import { describe, expect, it } from 'vitest';
import {
  laterStages,
  mayBeMissed,
  minutesSince,
  nextStage,
  stageBefore,
  whyNotArrived,
  type StagedBooking,
} from './stage-steps.ts';

const now = '2026-11-21T10:00';

/** A confirmed appointment of today at 09:30. */
const visit = (changes: Partial<StagedBooking> = {}): StagedBooking => ({
  id: 1,
  animal_name: 'Bella',
  client_name: 'Ann Miller',
  status: 'confirmed',
  is_provisional: 0,
  booking_date: '2026-11-21',
  booking_time: '09:30',
  duration_minutes: 30,
  staff_id: 2,
  staff_member: 'Jo',
  stage: null,
  arrived_at: null,
  seen_at: null,
  ready_at: null,
  left_at: null,
  ...changes,
});

it('says why a client can’t be marked as arrived', () => {
  expect(whyNotArrived(visit(), now)).toBeNull();
  expect(whyNotArrived(visit({ stage: 'with' }), now)).toBe('Bella has already arrived.');
  expect(whyNotArrived(visit({ is_provisional: 1, status: 'pending' }), now)).toBe(
    'This is still a request. Accept it first.',
  );
  expect(whyNotArrived(visit({ booking_date: '2026-11-22' }), now)).toBe(
    'Only today’s appointments can be marked as arrived.',
  );
  expect(whyNotArrived(visit({ status: 'cancelled' }), now)).toBe(
    'This appointment can’t be marked as arrived any more.',
  );
});

describe('the next stage', () => {
  it.each([
    [{}, 'arrived'],
    [{ status: 'pending' }, 'arrived'],
    [{ status: 'in-progress' }, 'ready'],
    [{ stage: 'arrived' }, 'with'],
    [{ stage: 'with', status: 'in-progress' }, 'ready'],
    [{ stage: 'ready', status: 'in-progress' }, 'left'],
    [{ stage: 'ready', status: 'completed' }, 'left'],
    [{ stage: 'with', status: 'in-progress', booking_date: '2026-11-20' }, 'ready'],
    [{ stage: 'left' }, null],
    [{ status: 'completed' }, null],
    [{ status: 'cancelled' }, null],
    [{ status: 'pending', is_provisional: 1 }, null],
    [{ booking_date: '2026-11-22' }, null],
    [{ booking_date: '2026-11-20' }, null],
  ] as const)('of %o is %s', (changes, stage) => {
    expect(nextStage(visit(changes), now)).toBe(stage);
  });
});

it('lets a client arrive after midnight, until the end of an appointment that began before it', () => {
  const late = visit({ booking_date: '2026-11-20', booking_time: '23:50', duration_minutes: 45 });
  expect(nextStage(late, '2026-11-21T00:34')).toBe('arrived');
  expect(whyNotArrived(late, '2026-11-21T00:34')).toBeNull();
  expect(nextStage(late, '2026-11-21T00:35')).toBeNull();
  expect(whyNotArrived(late, '2026-11-21T00:35')).toBe('Only today’s appointments can be marked as arrived.');
  expect(
    nextStage(visit({ booking_date: '2026-11-22', booking_time: '00:05' }), '2026-11-21T23:59'),
  ).toBeNull();
});

it('offers the stages after the next one, and another person', () => {
  expect(laterStages(visit(), now)).toEqual(['with', 'ready', 'left']);
  expect(laterStages(visit({ stage: 'arrived' }), now)).toEqual(['ready', 'left']);
  expect(laterStages(visit({ stage: 'with', status: 'in-progress' }), now)).toEqual(['with', 'left']);
  expect(laterStages(visit({ stage: 'ready', status: 'completed' }), now)).toEqual([]);
  expect(laterStages(visit({ stage: 'left' }), now)).toEqual([]);
});

it('returns to the last stage that was recorded before', () => {
  const times = { arrived_at: '2026-11-21T09:20:00Z', ready_at: '2026-11-21T09:50:00Z' };
  expect(stageBefore(visit(), now)).toBe(null);
  expect(stageBefore(visit({ stage: 'arrived', arrived_at: times.arrived_at }), now)).toBe('none');
  expect(stageBefore(visit({ stage: 'ready', ...times }), now)).toBe('arrived');
  expect(stageBefore(visit({ stage: 'left', ...times }), now)).toBe('ready');
  expect(stageBefore(visit({ stage: 'left' }), now)).toBe('none');
});

it('counts a client as not attending once the time has come and they have not', () => {
  expect(mayBeMissed(visit(), now)).toBe(true);
  expect(mayBeMissed(visit({ booking_time: '10:00', status: 'pending' }), now)).toBe(true);
  expect(mayBeMissed(visit({ booking_date: '2026-11-01' }), now)).toBe(true);
  expect(mayBeMissed(visit({ booking_time: '10:01' }), now)).toBe(false);
  expect(mayBeMissed(visit({ stage: 'arrived' }), now)).toBe(false);
  expect(mayBeMissed(visit({ status: 'in-progress' }), now)).toBe(false);
  expect(mayBeMissed(visit({ status: 'pending', is_provisional: 1 }), now)).toBe(false);
});

it('counts whole minutes, and none on a clock that is behind', () => {
  const at = new Date('2026-11-21T09:32:59Z');
  expect(minutesSince('2026-11-21T09:20:00Z', at)).toBe(12);
  expect(minutesSince('2026-11-21T09:33:30Z', at)).toBe(0);
});
