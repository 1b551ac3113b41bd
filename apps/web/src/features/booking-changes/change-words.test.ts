import type { BookingChange } from '@burrow/contracts/booking';
import { describe, expect, it, test } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../lib/format.ts';
import { changeInWords, moneyInWords, peopleInWords } from './change-words.ts';

const formats = formatsFor(defaultPracticeLocale, () => new Date('2026-03-01T12:00:00Z'));

const move: BookingChange = {
  change_id: 1,
  kind: 'move',
  state: 'done',
  by: 'client',
  user: null,
  asked_at: '2026-03-01T11:00:00.000Z',
  from_date: '2026-03-03',
  from_time: '10:00',
  from_staff_member: 'Sam',
  to_date: '2026-03-05',
  to_time: '11:00',
  to_staff_member: 'Sam',
  reason: null,
  answer: null,
  answered_by: null,
  answered_at: '2026-03-01T11:00:00.000Z',
  kept: null,
  refunded: null,
};
const words = (changes: Partial<BookingChange>) => changeInWords({ ...move, ...changes }, formats);

describe('what was done', () => {
  it('names the times, and the people only if they differ', () => {
    expect(words({})).toBe('Moved from Tue 3 Mar, 10:00 to Thu 5 Mar, 11:00');
    expect(words({ to_staff_member: 'Jo' })).toBe(
      'Moved from Tue 3 Mar, 10:00 to Thu 5 Mar, 11:00, with Jo instead of Sam',
    );
    expect(words({ to_date: '2026-03-03', to_time: '10:00', to_staff_member: null })).toBe(
      'Moved with no staff member instead of Sam',
    );
    expect(words({ from_staff_member: null })).toMatch(/, with Sam$/);
  });

  it('says what became of a request', () => {
    expect(words({ state: 'asked' })).toMatch(/^Request to move from .*: waiting for your answer$/);
    expect(words({ kind: 'cancel', state: 'declined' })).toBe('Request to cancel: declined');
    expect(words({ kind: 'cancel' })).toBe('Cancelled');
    expect(words({ kind: 'no_show' })).toBe('Did not attend');
  });
});

test.each([
  [{}, 'By Grace'],
  [{ answered_by: 'Ada' }, 'Asked for by Grace, accepted by Ada'],
  [{ answered_by: 'Ada', state: 'declined' as const }, 'Asked for by Grace, declined by Ada'],
  [{ state: 'withdrawn' as const }, 'Asked for by Grace'],
  [{ by: 'practice' as const, user: 'Ada', answered_by: 'Ada' }, 'By Ada'],
  [{ by: 'practice' as const }, 'By Burrow'],
])('of %j it says %s', (changes, said) => {
  expect(peopleInWords({ ...move, ...changes }, 'Grace')).toBe(said);
});

test('the money is said only of what was done', () => {
  const cancelled = { ...move, kind: 'cancel' as const, kept: '10.00', refunded: '15.00' };
  expect(moneyInWords(cancelled, formats.money)).toBe('£10.00 kept, £15.00 refunded');
  expect(moneyInWords({ ...cancelled, kept: '0.00' }, formats.money)).toBe('£15.00 refunded');
  expect(moneyInWords({ ...cancelled, state: 'asked' }, formats.money)).toBe('');
});
