import { describe, expect, it } from 'vitest';
import { readView, writeView } from './calendar-view.ts';

const today = '2026-11-21';
const usual = { month: '2026-11', mode: 'grid', staff: null, service: null, day: null } as const;

describe('the calendar in the address', () => {
  it('is this month as a grid by default', () => {
    expect(readView(new URLSearchParams(), today)).toEqual(usual);
  });

  it('is restored from what was written', () => {
    const view = { month: '2027-02', mode: 'list', staff: 3, service: 12, day: '2027-02-03' } as const;
    const written = writeView(new URLSearchParams('other=1'), view, today);
    expect(written.get('other')).toBe('1');
    expect(readView(written, today)).toEqual(view);
  });

  it('omits defaults', () => {
    const written = writeView(
      new URLSearchParams('month=2026-01&mode=list&staff=3&service=1&day=2026-01-05'),
      usual,
      today,
    );
    expect(written.toString()).toBe('');
  });

  it.each([
    'month=2026-13',
    'month=nonsense',
    'staff=-1',
    'staff=1e3',
    'service=abc',
    'mode=week',
    'day=2026-02-30',
    'day=1700-01-01',
  ])('ignores %s', (query) => {
    expect(readView(new URLSearchParams(query), today)).toEqual(usual);
  });

  it('shows the month of the open day, also when the month is not written', () => {
    const view = { ...usual, month: '2026-12', day: '2026-12-24' };
    expect(readView(new URLSearchParams('day=2026-12-24'), today)).toEqual(view);
    expect(writeView(new URLSearchParams(), view, today).toString()).toBe('day=2026-12-24');
    const closed = writeView(new URLSearchParams('day=2026-12-24'), { ...view, day: null }, today);
    expect(closed.toString()).toBe('month=2026-12');
  });
});
