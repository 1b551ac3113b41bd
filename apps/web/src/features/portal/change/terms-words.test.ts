import type { OfferedTerms } from '@burrow/contracts/booking-terms';
import type { ChangePreview } from '@burrow/contracts/portal-booking-change';
import { describe, expect, it, test } from 'vitest';
import { defaultPracticeLocale, formatsFor } from '../../../lib/format.ts';
import {
  cancellingInWords,
  lastChangeInWords,
  movedTermsInWords,
  noticeInWords,
  offeredInWords,
  termsInWords,
} from './terms-words.ts';

const formats = formatsFor(defaultPracticeLocale, () => new Date('2026-03-01T12:00:00Z'));

test.each([
  [1, '1 hour'],
  [24, '24 hours'],
  [36, '36 hours'],
  [48, '2 days'],
])('%i hours are written as %s', (hours, words) => {
  expect(noticeInWords(hours)).toBe(words);
});

describe('the terms before a request', () => {
  const terms: OfferedTerms = {
    self_change: 'direct',
    cancel_free_hours: 24,
    late_kept: '10.00',
    no_show_kept: '10.00',
    move_limit: 3,
    move_notice_hours: 24,
  };
  const offered = (
    changes: Partial<OfferedTerms>,
    free: Partial<Parameters<typeof offeredInWords>[1]> = {},
  ) => offeredInWords({ ...terms, ...changes }, { at: null, isOver: false, ...free }, formats);

  it('say how long before the appointment, until its time is chosen', () => {
    expect(offered({})).toBe(
      'You can cancel free of charge until 24 hours before the appointment. After that, or if you don’t attend, the practice keeps £10.00 of your deposit.',
    );
    expect(offered({}, { at: 'Tue 3 Mar, 10:00' })).toMatch(
      /^You can cancel free of charge until Tue 3 Mar, 10:00\. After/,
    );
  });

  it('say that the free time is over', () => {
    expect(offered({}, { at: 'Sun 1 Mar, 10:00', isOver: true })).toBe(
      'This appointment is in less than 24 hours. If you cancel it or don’t attend, the practice keeps £10.00 of your deposit.',
    );
  });

  it('say whom to contact where nothing can be cancelled online', () => {
    expect(offered({ self_change: 'off' })).toMatch(/deposit\. To cancel, please contact the practice\.$/);
  });

  it('tell late cancelling and not attending apart', () => {
    expect(offered({ no_show_kept: '20.00' })).toBe(
      'You can cancel free of charge until 24 hours before the appointment. After that, the practice keeps £10.00 of your deposit. If you don’t attend, the practice keeps £20.00 of your deposit.',
    );
    expect(offered({ late_kept: '0.00' })).toBe(
      'You can cancel free of charge until the appointment starts. If you don’t attend, the practice keeps £10.00 of your deposit.',
    );
    expect(offered({ late_kept: '0.00', no_show_kept: '0.00' })).toBe(
      'You can cancel free of charge until the appointment starts.',
    );
    expect(offered({ cancel_free_hours: 0, no_show_kept: '0.00' })).toBe(
      'You can cancel free of charge until the appointment starts.',
    );
  });
});

const preview: ChangePreview = {
  booking_id: 1,
  is_request: false,
  may_cancel: 'direct',
  cancel_refusal: null,
  may_move: 'direct',
  move_refusal: null,
  free_until: '2026-03-03T10:00:00.000Z',
  is_free: true,
  kept: '0.00',
  refund: '25.00',
  kept_late: '10.00',
  kept_no_show: '10.00',
  paid_at_desk: '0.00',
  moves_left: 3,
  latest_move: '2026-03-03T10:00:00.000Z',
  open_change: null,
  last_change: null,
  new_time: null,
};
const late = { is_free: false, kept: '10.00', refund: '15.00' };

describe('the terms of an appointment', () => {
  const terms = (changes: Partial<ChangePreview> = {}) => termsInWords({ ...preview, ...changes }, formats);

  it('say until when cancelling is free, and what is kept after that', () => {
    expect(terms()).toBe(
      'You can cancel free of charge until Tue 3 Mar, 10:00. After that the practice keeps £10.00 of your deposit.',
    );
    expect(terms({ kept_no_show: '25.00' })).toMatch(/If you don’t attend, the practice keeps £25\.00/);
  });

  it('say what is kept and refunded when it is late', () => {
    expect(terms(late)).toBe(
      'If you cancel now, the practice keeps £10.00 of your deposit and £15.00 is refunded to your card.',
    );
    expect(terms({ ...late, refund: '0.00' })).toBe(
      'If you cancel now, the practice keeps your deposit of £10.00.',
    );
  });

  it('are free without a deposit, for a request, and not shown where nothing can be cancelled', () => {
    expect(terms({ refund: '0.00', kept_late: '0.00', kept_no_show: '0.00' })).toBe(
      'Cancelling is free of charge.',
    );
    expect(terms({ is_request: true, free_until: null })).toBe(
      'Cancelling is free of charge. Your deposit of £25.00 is refunded to your card.',
    );
    expect(terms({ may_cancel: 'no' })).toBe('');
  });
});

test('the dialog says what cancelling now does', () => {
  expect(cancellingInWords(preview, formats)).toBe('Your deposit of £25.00 is refunded to your card.');
  expect(cancellingInWords({ ...preview, ...late }, formats)).toMatch(/keeps £10\.00 .* £15\.00 is refunded/);
  expect(cancellingInWords({ ...preview, refund: '0.00' }, formats)).toBe('Cancelling is free of charge.');
});

test('a move says until when cancelling will be free, or that it will not be', () => {
  const place = {
    booking_date: '2026-03-05',
    booking_time: '11:00',
    free: true,
    staff_id: null,
    staff_member: null,
    free_until: '2026-03-04T11:00:00.000Z',
    is_free: true,
  };
  const moved = (changes: Partial<typeof place>, now: Partial<typeof preview> = {}) =>
    movedTermsInWords({ ...preview, ...now, new_time: { ...place, ...changes } }, formats);
  expect(moved({})).toBe('After moving, you can cancel free of charge until Wed 4 Mar, 11:00.');
  expect(moved({ is_free: false }, late)).toMatch(/moving doesn’t change that.*keeps £10\.00/);
  // Free now, but the new time is too soon.
  expect(moved({ is_free: false })).toBe(
    'After moving, you can no longer cancel free of charge. If you cancel later, the practice keeps £10.00 of your deposit.',
  );
  expect(moved({ free: false })).toBe('');
});

describe('what happened last', () => {
  const change = {
    kind: 'move' as const,
    state: 'done' as const,
    by: 'client' as const,
    at: '2026-03-01T11:00:00.000Z',
    from_date: '2026-03-03',
    from_time: '10:00',
    to_date: '2026-03-05',
    to_time: '11:00',
    answer: null,
  };

  it('names who did it', () => {
    expect(lastChangeInWords(change, formats)).toBe('You moved this appointment from Tue 3 Mar, 10:00.');
    expect(lastChangeInWords({ ...change, kind: 'cancel', by: 'practice', to_date: null }, formats)).toBe(
      'The practice cancelled this appointment.',
    );
  });

  it('says what became of a request', () => {
    expect(lastChangeInWords({ ...change, state: 'declined' }, formats)).toBe(
      'The practice declined your request to move this appointment to Thu 5 Mar, 11:00.',
    );
    expect(lastChangeInWords({ ...change, kind: 'cancel', state: 'lapsed', to_date: null }, formats)).toBe(
      'Your request to cancel this appointment wasn’t answered in time.',
    );
  });
});
