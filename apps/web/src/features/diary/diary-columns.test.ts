import { describe, expect, it } from 'vitest';
import { columnsOf, shadesOf } from './diary-columns.ts';
import { clockChange } from './clock-change.ts';
import { readDiaryView } from './diary-view.ts';
import { canUnassign, targetAfterKey, unassign, type GridTarget } from './grid-target.ts';
import { biscuit, date, diaryOf, rex } from './testing/diary-example.ts';

const shown = { everyone: false, cancelled: false, leastMinutes: 15 };
const columns = (
  appointments: Parameters<typeof diaryOf>[0],
  search = '',
  part: Partial<typeof shown> = {},
) =>
  columnsOf(
    diaryOf(appointments),
    readDiaryView(new URLSearchParams(search), date),
    { ...shown, ...part },
    (day) => day,
  );
const titles = (...asked: Parameters<typeof columns>) =>
  columns(...asked).map(({ title, cards }) => `${title} ${cards.length}`);

describe('the columns of a day', () => {
  it('are the people who work or have appointments', () => {
    expect(titles([biscuit])).toEqual(['Jo 1']);
    expect(titles([biscuit, { ...rex, staff_id: 7 }])).toEqual(['Jo 1', 'Sam 1']);
    expect(titles([biscuit], '', { everyone: true })).toEqual(['Jo 1', 'Sam 0']);
  });

  it('begin with Unassigned if something is', () => {
    expect(titles([{ ...biscuit, staff_id: null }])).toEqual(['Unassigned 1', 'Jo 0']);
  });

  it('hide cancelled appointments unless they are wanted', () => {
    expect(titles([{ ...biscuit, status: 'cancelled' }])).toEqual(['Jo 0']);
    expect(titles([{ ...biscuit, status: 'cancelled' }], '', { cancelled: true })).toEqual(['Jo 1']);
  });

  it('are the rooms, after appointments without one', () => {
    expect(titles([biscuit, { ...rex, resource_ids: [6] }], 'by=rooms')).toEqual(['No room 1', 'Theatre 1']);
    const inArchived = { ...rex, resource_ids: [99] };
    expect(titles([biscuit, inArchived], 'by=rooms')).toEqual(['No room 2', 'Theatre 0']);
  });

  it('show an appointment that began the day before', () => {
    const late = { ...biscuit, booking_date: '2026-11-23', booking_time: '23:30', duration_minutes: 60 };
    expect(columns([late])[0]?.cards).toMatchObject([{ start: -30, end: 30 }]);
  });
});

it('a week of a person leaves out the others’ appointments', () => {
  expect(titles([biscuit, { ...rex, staff_id: 7 }], 'view=week&who=7')).toEqual([`${date} 1`]);
  expect(titles([biscuit, { ...rex, staff_id: 7 }], 'view=week')).toEqual([`${date} 2`]);
});

it('names what is not working time: absences before closed hours before time off', () => {
  const day = { date, holiday: null, opening: [{ from: '09:00', to: '17:00' }], away: [] };
  const own = {
    working: [
      { from: '10:00', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ],
    away: [{ from: '12:00', to: '13:00', absence_id: 1, kind: 'meeting', note: 'Rep' }],
  };
  expect(shadesOf(day, own, 'Not in')).toEqual([
    { start: 0, end: 540, why: 'Closed', isNamed: false },
    { start: 540, end: 600, why: 'Not in', isNamed: false },
    { start: 720, end: 780, why: 'Meeting: Rep', isNamed: true },
    { start: 1020, end: 1440, why: 'Closed', isNamed: false },
  ]);
});

it('knows the hour that the clocks skip in spring, and the one that they show twice in autumn', () => {
  const hour = { start: 60, end: 120 };
  expect(clockChange('2027-03-28', 'Europe/London')).toEqual({ kind: 'skipped', ...hour });
  expect(clockChange('2026-10-25', 'Europe/London')).toEqual({ kind: 'repeated', ...hour });
  expect(clockChange(date, 'Europe/London')).toBeNull();
  expect(clockChange('2026-10-04', 'Australia/Lord_Howe')).toEqual({
    kind: 'skipped',
    start: 120,
    end: 150,
  });
  expect(clockChange('2027-04-04', 'Australia/Lord_Howe')).toEqual({
    kind: 'repeated',
    start: 90,
    end: 120,
  });
});

describe('moving by keys', () => {
  const day = columns([biscuit], '', { everyone: true });
  const steps = { columns: day, step: 15, lengthStep: 15 };
  const target: GridTarget = {
    kind: 'move',
    card: day[0]?.cards[0] ?? null,
    cardKey: 'p4:1',
    from: 0,
    column: 0,
    start: 605,
    minutes: 30,
    byKeys: true,
  };
  const after = (key: string, shiftKey = false) => targetAfterKey(target, { key, shiftKey }, steps);

  it('goes along the steps, and to other columns', () => {
    expect(after('ArrowDown')?.start).toBe(615);
    expect(after('ArrowUp')?.start).toBe(600);
    expect(after('ArrowRight')?.column).toBe(1);
    expect(after('x')).toBeNull();
  });

  it('changes the length with Shift, and never below a quarter of an hour', () => {
    expect(after('ArrowDown', true)?.minutes).toBe(45);
    expect(after('ArrowUp', true)?.minutes).toBe(15);
  });

  it('unassigns to the left of the first person, unless there is a column for it', () => {
    expect(after('ArrowLeft')?.column).toBe(unassign);
    expect(canUnassign(columns([{ ...biscuit, staff_id: null }]))).toBe(false);
  });
});
