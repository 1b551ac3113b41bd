import { expect, it } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { daysOf, diaryAddress, readDiaryView, stepDate } from './diary-view.ts';

const today = '2026-11-25';
const read = (search: string) => readDiaryView(new URLSearchParams(search), today);

it('reads what it wrote', () => {
  for (const search of ['', 'date=2026-12-01&view=week&by=rooms&who=12', 'who=unassigned']) {
    expect(new URL(paths.diary(diaryAddress(read(search), today)), 'http://x').search.slice(1)).toBe(search);
  }
});

it('shows today by person if an address makes no sense', () => {
  expect(read('date=2026-02-30&view=year&by=moon&who=-1')).toEqual({
    date: today,
    span: 'day',
    by: 'people',
    who: null,
  });
});

it('reads a week from its first day, which the practice chooses', () => {
  const view = { date: '2026-11-22', span: 'week' } as const;
  expect(daysOf(view, 1)).toEqual({ date: '2026-11-16', days: 7 });
  expect(daysOf(view, 0)).toEqual({ date: '2026-11-22', days: 7 });
});

it('steps by days or weeks', () => {
  expect(stepDate({ date: today, span: 'day' }, -1)).toBe('2026-11-24');
  expect(stepDate({ date: today, span: 'week' }, 1)).toBe('2026-12-02');
});
