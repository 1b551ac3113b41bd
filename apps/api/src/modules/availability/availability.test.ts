import { describe, expect, it } from 'vitest';
import { clashesOf, fullBetween, type BusyInterval } from '@burrow/contracts/clashes';
import { holidayOn, startTimes } from './availability.ts';

const wednesday = '2026-01-14';
const day: Parameters<typeof startTimes>[0] = {
  date: wednesday,
  hours: {
    wed: [
      ['09:00', '12:00'],
      ['13:00', '15:00'],
    ],
  },
  inTheWay: () => null,
  minutes: 60,
  endsInside: true,
  stepMinutes: 60,
  isPossible: () => true,
};
const among =
  (busy: BusyInterval[], places = 1): typeof day.inTheWay =>
  (start, end) =>
    fullBetween(busy, [start, end], places)?.[0] ?? null;
const free = (changes: Partial<Parameters<typeof startTimes>[0]>): string[] =>
  startTimes({ ...day, ...changes }).flatMap(({ time, free: isFree }) => (isFree ? [time] : []));

describe('start times', () => {
  it('fill each opening range while the appointment ends inside it', () => {
    expect(free({})).toEqual(['09:00', '10:00', '11:00', '13:00', '14:00']);
    expect(free({ minutes: 90 })).toEqual(['09:00', '10:00', '13:00']);
    expect(free({ minutes: 30, stepMinutes: 30 })).toHaveLength(10);
    expect(free({ minutes: 240 })).toEqual([]);
  });

  it('are none on a day without ranges', () => {
    expect(startTimes({ ...day, date: '2026-01-15' })).toEqual([]);
  });

  it('are taken by overlapping appointments, not by adjacent ones', () => {
    expect(free({ inTheWay: among([{ start: 600, end: 660, label: 'Bella' }]) })).toEqual([
      '09:00',
      '11:00',
      '13:00',
      '14:00',
    ]);
    expect(free({ inTheWay: among([{ start: 599, end: 661, label: 'Bella' }]) })).toEqual(['13:00', '14:00']);
  });

  it('name the conflicting appointments', () => {
    const times = startTimes({ ...day, inTheWay: among([{ start: 600, end: 660, label: 'Bella' }]) });
    expect(times.find(({ time }) => time === '10:00')).toMatchObject({
      time: '10:00',
      free: false,
      busy_with: 'Bella',
    });
  });

  it('continue until closing if the appointment need not end inside the range', () => {
    expect(free({ endsInside: false, minutes: 90 })).toEqual(['09:00', '10:00', '11:00', '13:00', '14:00']);
    const halfPast = { wed: [['09:30', '12:00']] } as const;
    expect(free({ endsInside: false, hours: halfPast })).toEqual(['09:30', '10:30', '11:30']);
  });

  it('offer a time until every place is taken at one moment', () => {
    const busy = [
      { start: 540, end: 570, label: null },
      { start: 570, end: 600, label: null },
      { start: 660, end: 720, label: null },
      { start: 660, end: 690, label: null },
    ];
    expect(free({ inTheWay: among(busy, 2) })).toEqual(['09:00', '10:00', '13:00', '14:00']);
  });

  it("include the previous day's appointments", () => {
    const nightHours = { wed: [['00:00', '03:00']] } as const;
    expect(free({ hours: nightHours, inTheWay: among([{ start: -30, end: 30, label: null }]) })).toEqual([
      '01:00',
      '02:00',
    ]);
  });

  it('leave out skipped local times', () => {
    expect(free({ isPossible: (time) => time !== '10:00' })).not.toContain('10:00');
  });
});

describe('holidays', () => {
  const holiday = (start_date: string, end_date: string, is_recurring: boolean) => [
    { name: 'Away', start_date, end_date, is_recurring },
  ];

  it.each([
    ['2026-12-24', false],
    ['2026-12-28', true],
    ['2027-01-02', true],
    ['2027-01-03', false],
    ['2030-12-31', true],
    ['2030-06-01', false],
  ])('recurring over New Year: %s → %s', (date, expected) => {
    expect(holidayOn(date, holiday('2020-12-28', '2021-01-02', true)) !== undefined).toBe(expected);
  });

  it.each([
    ['2028-02-29', true],
    ['2028-02-28', false],
    ['2027-02-28', true],
    ['2027-03-01', false],
  ])('recurring on 29 February: %s → %s', (date, expected) => {
    expect(holidayOn(date, holiday('2024-02-29', '2024-02-29', true)) !== undefined).toBe(expected);
  });

  it('that do not recur are in their year only', () => {
    expect(holidayOn('2026-05-04', holiday('2026-05-04', '2026-05-04', false))?.name).toBe('Away');
    expect(holidayOn('2027-05-04', holiday('2026-05-04', '2026-05-04', false))).toBeUndefined();
  });
});

describe('conflicts at the desk', () => {
  const [sam, jo] = [1, 2];
  const [bella, rex, tom] = [11, 12, 13];
  const at = (start: number, staffId: number | null, animalId: number | null) => ({
    start,
    end: start + 30,
    staffId,
    animalId,
    takesPlace: true,
    label: null,
  });
  const codes = (
    taken: ReturnType<typeof at>[],
    wanted: ReturnType<typeof at>,
    capacity: Partial<Parameters<typeof clashesOf>[2]> = {},
  ) =>
    clashesOf(taken, wanted, { places: 1, people: 1, graceMinutes: 0, ...capacity }).map(({ code }) => code);

  it('are the person, the animal, and the places of the practice', () => {
    expect(codes([at(600, sam, rex)], at(615, sam, bella))).toEqual(['staff_busy']);
    expect(codes([at(600, sam, bella)], at(615, jo, bella), { people: 2 })).toEqual(['animal_busy']);
    expect(codes([at(600, null, rex)], at(615, null, bella))).toEqual(['practice_full']);
    expect(codes([at(600, null, rex)], at(630, null, bella))).toEqual([]);
    expect(codes([at(600, null, null)], at(600, null, bella))).toEqual(['practice_full']);
  });

  it('count each person as a place when one of them is chosen', () => {
    expect(codes([at(600, sam, rex)], at(600, jo, bella), { people: 2 })).toEqual([]);
    expect(codes([at(600, sam, rex)], at(600, null, bella), { people: 2 })).toEqual(['practice_full']);
    expect(codes([at(600, sam, rex), at(600, null, tom)], at(600, jo, bella), { people: 2 })).toEqual([
      'practice_full',
    ]);
    // The only person has this one as well.
    expect(codes([at(600, null, rex)], at(600, sam, bella))).toEqual(['practice_full']);
  });

  it('include the gap only without a chosen person', () => {
    expect(codes([at(600, null, rex)], at(630, null, bella), { graceMinutes: 15 })).toEqual([
      'practice_full',
    ]);
    expect(codes([at(600, null, rex)], at(645, null, bella), { graceMinutes: 15 })).toEqual([]);
    expect(codes([at(660, null, rex)], at(630, null, bella), { graceMinutes: 15 })).toEqual([
      'practice_full',
    ]);
    expect(codes([at(600, sam, rex)], at(630, sam, bella), { graceMinutes: 15 })).toEqual([]);
  });

  it('include a full practice only in addition to the other reasons', () => {
    expect(codes([at(600, sam, bella)], at(600, sam, bella))).toEqual(['staff_busy', 'animal_busy']);
    expect(codes([at(600, sam, rex), at(600, null, tom)], at(600, sam, bella))).toEqual([
      'staff_busy',
      'practice_full',
    ]);
  });
});
