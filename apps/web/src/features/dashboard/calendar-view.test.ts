import { describe, expect, it } from 'vitest';
import { readView, writeView } from './calendar-view.ts';

const today = '2026-11-21';
const usual = { month: '2026-11', mode: 'grid', staff: null, service: null } as const;

describe('the calendar in the address', () => {
  it('is this month as a grid when nothing is said', () => {
    expect(readView(new URLSearchParams(), today)).toEqual(usual);
  });

  it('is read back as it was written', () => {
    const view = { month: '2027-02', mode: 'list', staff: 3, service: 12 } as const;
    const written = writeView(new URLSearchParams('other=1'), view, today);
    expect(written.get('other')).toBe('1');
    expect(readView(written, today)).toEqual(view);
  });

  it('leaves out what is as usual', () => {
    const written = writeView(new URLSearchParams('month=2026-01&mode=list&staff=3&service=1'), usual, today);
    expect(written.toString()).toBe('');
  });

  it.each(['month=2026-13', 'month=nonsense', 'staff=-1', 'staff=1e3', 'service=abc', 'mode=week'])(
    'ignores %s',
    (query) => {
      expect(readView(new URLSearchParams(query), today)).toEqual(usual);
    },
  );
});
