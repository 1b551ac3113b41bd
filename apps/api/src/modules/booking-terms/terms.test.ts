import { describe, expect, it } from 'vitest';
import type { StoredTerms } from '../../db/schema.ts';
import { dice } from '../../testing/dice.ts';
import {
  freeUntil,
  keepOf,
  keptOf,
  latestMove,
  movesLeft,
  termsAfterMove,
  wayToCancel,
  wayToMove,
  type PricedBooking,
  type TermedBooking,
} from './terms.ts';

const terms: StoredTerms = {
  free_hours: 24,
  keep: 'sum',
  keep_value: 1000,
  no_show_keep: 'percent',
  no_show_keep_value: 5000,
  move_limit: 3,
  move_notice_hours: 24,
  price_pence: 4500,
};
const booking: PricedBooking = {
  currency: 'GBP',
  status: 'confirmed',
  is_provisional: false,
  stage: null,
  price_pence: 4500,
  moves: 0,
  terms,
  starts_at: '2026-01-15T10:00:00.000Z',
};
const at = (iso: string) => new Date(iso);
const limit = at('2026-01-14T10:00:00Z');
const before = at('2026-01-14T09:59:59.999Z');

describe('what is kept of £30.00', () => {
  it.each([
    ['by the client a moment before the limit', booking, 'client', before, 0],
    ['by the client at the limit', booking, 'client', limit, 1000],
    ['by the practice at the limit', booking, 'practice', limit, 0],
    ['without attending', booking, 'no_show', at('2026-01-15T11:00:00Z'), 2250],
    ['of a request', { ...booking, is_provisional: true }, 'client', limit, 0],
    ['of one from before there were terms', { ...booking, terms: null }, 'client', limit, 0],
    ['when the fee was waived', { ...booking, terms: { ...terms, waived: true } }, 'client', limit, 0],
    ['at a lower price', { ...booking, price_pence: 1000 }, 'no_show', limit, 500],
    ['at a higher price', { ...booking, price_pence: 9000 }, 'no_show', limit, 2250],
    [
      'never more than was paid',
      { ...booking, terms: { ...terms, keep_value: 9000 } },
      'client',
      limit,
      3000,
    ],
    ['of nothing', { ...booking, terms: { ...terms, keep: 'nothing' } }, 'client', limit, 0],
  ] as const)('%s', (_case, changed, by, moment, kept) => {
    expect(keptOf(changed, 3000, { by, at: moment })).toBe(kept);
  });

  it('keeps nothing without a deposit', () => {
    for (const held of [0, -500]) expect(keptOf(booking, held, { by: 'client', at: limit })).toBe(0);
  });

  it('rounds a part of a penny for the client', () => {
    expect([keepOf('percent', 3333, 1000, 'GBP'), keepOf('percent', 1, 99, 'GBP')]).toEqual([333, 0]);
    expect(keepOf('percent', 10_000, 4501, 'GBP')).toBe(4501);
  });

  it.each(['JPY', 'ISK'])('rounds a part of a unit for the client in %s', (currency) => {
    const kept = [keepOf('percent', 2500, 451_000, currency), keepOf('sum', 10_050, 451_000, currency)];
    expect(kept).toEqual([112_700, 10_000]);
  });
});

describe('until when cancelling is free', () => {
  it('is hours before the start, whatever the clocks do between', () => {
    // The clocks in London go forward at 01:00 that night.
    const spring = { ...booking, starts_at: '2026-03-29T09:00:00.000Z' };
    expect(freeUntil(spring)).toEqual(at('2026-03-28T09:00:00Z'));
  });

  it('is always for a request, and where nothing would be kept', () => {
    expect(freeUntil({ ...booking, is_provisional: true })).toBeNull();
    expect(freeUntil({ ...booking, terms: { ...terms, keep_value: 0 } })).toBeNull();
    expect(freeUntil(booking)).toEqual(limit);
  });
});

describe('a move', () => {
  const later = at('2026-02-15T10:00:00Z');

  it('in time gives the client the free time of the new start', () => {
    const moved = termsAfterMove(booking, { by: 'client', at: before, startsAt: later });
    expect(freeUntil({ ...booking, terms: moved, starts_at: later.toISOString() })).toEqual(
      at('2026-02-14T10:00:00Z'),
    );
  });

  it('that is late keeps the original end, also after another one', () => {
    const late = at('2026-01-14T18:00:00Z');
    const moves = [termsAfterMove(booking, { by: 'client', at: late, startsAt: later })];
    moves.push(
      termsAfterMove({ ...booking, terms: moves[0] ?? null }, { by: 'client', at: late, startsAt: later }),
    );
    for (const moved of moves.map((after) => ({ ...booking, terms: after }))) {
      expect(freeUntil(moved)).toEqual(limit);
      expect(keptOf(moved, 3000, { by: 'client', at: late })).toBe(1000);
    }
  });

  it.each([
    ['far away', '2026-02-15T10:00:00Z', '2026-02-14T10:00:00Z'],
    ['within a day', '2026-01-15T08:00:00Z', '2026-01-15T08:00:00Z'],
    ['in 30 hours', '2026-01-16T00:00:00Z', '2026-01-15T18:00:00Z'],
  ])(
    'by the practice to a time %s leaves at least a day to cancel, if the start allows',
    (_when, to, end) => {
      const startsAt = at(to);
      const late = at('2026-01-14T18:00:00Z');
      const moved = termsAfterMove(booking, { by: 'practice', at: late, startsAt });
      expect(freeUntil({ ...booking, terms: moved, starts_at: startsAt.toISOString() })).toEqual(at(end));
    },
  );
});

describe('what a client may do', () => {
  const offer = { mode: 'direct', isOpen: true, at: before } as const;
  it.each([
    ['in time', {}, {}, 'direct', 'direct'],
    ['at the limit of moves', {}, { at: limit }, 'direct', 'request'],
    ['when the practice answers', {}, { mode: 'request' }, 'request', 'request'],
    ['when it is turned off', {}, { mode: 'off' }, 'turned_off', 'turned_off'],
    [
      'with a request, when the practice answers',
      { is_provisional: true },
      { mode: 'request' },
      'direct',
      'direct',
    ],
    ['after three moves', { moves: 3 }, {}, 'direct', 'no_moves_left'],
    ['when no requests are taken', {}, { isOpen: false }, 'direct', 'unavailable'],
    ['at its start', {}, { at: at('2026-01-15T10:00:00Z') }, 'started', 'started'],
    ['after arriving', { stage: 'arrived' }, {}, 'started', 'started'],
    ['during the visit', { status: 'in-progress' }, {}, 'started', 'started'],
    ['afterwards', { status: 'completed' }, {}, 'started', 'started'],
    ['when cancelled', { status: 'cancelled' }, {}, 'cancelled', 'cancelled'],
  ] as const)('%s', (_case, columns, more, cancel, move) => {
    const changed: TermedBooking = { ...booking, ...columns };
    const ways = [
      wayToCancel(changed, { ...offer, ...more }),
      wayToMove(changed, terms, { ...offer, ...more }),
    ];
    expect(ways.map(({ may, refusal }) => refusal ?? may)).toEqual([cancel, move]);
  });

  it('counts the moves and their notice', () => {
    expect(movesLeft({ ...booking, moves: 2 }, terms)).toBe(1);
    expect(movesLeft({ ...booking, moves: 9 }, terms)).toBe(0);
    expect(latestMove(booking, terms)).toEqual(limit);
  });
});

it('never keeps more than is held or than the price, in ten thousand random cases', () => {
  const roll = dice(64);
  const rules = ['nothing', 'sum', 'percent'] as const;
  let keeping = 0;
  for (let turn = 0; turn < 10_000; turn += 1) {
    const [price, held, free] = [roll(10_000), roll(6000), roll(721)];
    const rule = rules[roll(3)] ?? 'sum';
    const value = rule === 'percent' ? roll(10_001) : roll(8000);
    const start = Date.parse('2026-03-20T00:00:00Z') + roll(30 * 24 * 60) * 60_000;
    const moment = start - roll(31 * 24 * 60) * 60_000;
    const changed: PricedBooking = {
      ...booking,
      price_pence: price,
      starts_at: new Date(start).toISOString(),
      terms: { ...terms, free_hours: free, keep: rule, keep_value: value, price_pence: price },
    };
    const kept = keptOf(changed, held, { by: 'client', at: new Date(moment) });
    // Said in another way: nothing in time, else the smaller of what the rule says and what is there.
    const isFree = (start - moment) / 3_600_000 > free;
    const ruled = { nothing: 0, sum: value, percent: Math.floor(price * (value / 10_000) + 1e-9) }[rule];
    expect([turn, kept]).toEqual([turn, isFree ? 0 : Math.min(held, ruled)]);
    keeping += kept > 0 ? 1 : 0;
  }
  expect(keeping).toBeGreaterThan(1000);
});
