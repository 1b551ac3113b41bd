import { timeOf } from '@burrow/contracts/calendar-day';
import { describe, expect, it } from 'vitest';
import { dice } from '../../testing/dice.ts';
import { localMoment } from '../../lib/clock.ts';
import type { OfferedService, PracticeDays } from './days-read-model.ts';
import { hasRoom, offersOf } from './portal-days.ts';

const wednesday = '2026-01-14';
const open = { wed: [['09:00', '12:00']] } as const;

/** Appointments as minutes after midnight of the origin, which is the requested day here. */
const busyAt = (...stretches: [start: number, minutes: number][]): PracticeDays['busy'] =>
  stretches.map(([start, minutes]) => ({
    start,
    end: start + minutes,
    label: null,
    before: 0,
    after: 0,
    staffId: null,
    providers: null,
  }));

const serviceOf = (minutes: number): OfferedService => ({
  duration_minutes: minutes,
  price_pence: 0,
  before_minutes: 0,
  after_minutes: 0,
  min_notice_hours: 0,
  max_days_ahead: null,
  staff: [],
  needs: [],
});

interface Asked extends Partial<PracticeDays> {
  date?: string;
  now?: string;
  timeZone?: string;
  serviceMinutes?: number;
}

function practiceOf({ date = wednesday, serviceMinutes, ...days }: Asked): PracticeDays {
  return {
    origin: date,
    last: date,
    hours: open,
    places: 1,
    slotMinutes: 60,
    graceMinutes: 0,
    holidays: [],
    service: serviceMinutes === undefined ? null : serviceOf(serviceMinutes),
    depositPence: 0,
    rota: { exists: false, with_pattern: [], patterns: [], shifts: [], absences: [] },
    people: [],
    staffId: null,
    busy: [],
    uses: [],
    ...days,
  };
}

function offersFor({ now = '2026-01-01T09:00:00Z', timeZone = 'Europe/London', ...asked }: Asked) {
  const at = new Date(now);
  return offersOf(practiceOf(asked), { now: at, timeZone, today: localMoment(at, timeZone).date });
}

const dayOf = (asked: Asked) => offersFor(asked).day(asked.date ?? wednesday);
const free = (asked: Asked): string[] =>
  dayOf(asked).times.flatMap(({ time, free: isFree }) => (isFree ? [time] : []));

describe('slots', () => {
  it('begin with each opening range and continue in steps until it closes', () => {
    const hours = { wed: [['08:30', '10:00'], ['13:15', '14:15']] } as const; // prettier-ignore
    expect(free({ hours })).toEqual(['08:30', '09:30', '13:15']);
    expect(free({ hours, slotMinutes: 30 })).toEqual(['08:30', '09:00', '09:30', '13:15', '13:45']);
  });

  it('have room for the service and its gap inside the range', () => {
    expect(free({ serviceMinutes: 60 })).toEqual(['09:00', '10:00', '11:00']);
    expect(free({ serviceMinutes: 60, graceMinutes: 15 })).toEqual(['09:00', '10:00']);
    expect(free({ serviceMinutes: 45, graceMinutes: 15 })).toEqual(['09:00', '10:00', '11:00']);
    expect(dayOf({ serviceMinutes: 240 })).toMatchObject({ state: 'full', times: [] });
  });

  it('run to midnight if the practice does', () => {
    const hours = { wed: [['21:00', '24:00']] } as const;
    expect(free({ hours })).toEqual(['21:00', '22:00', '23:00']);
    expect(free({ hours, serviceMinutes: 90 })).toEqual(['21:00', '22:00']);
  });
});

describe('a busy time', () => {
  it('blocks from its start through its duration and gap', () => {
    expect(free({ busy: busyAt([600, 60]) })).toEqual(['09:00', '11:00']);
    expect(free({ busy: busyAt([600, 60]), graceMinutes: 15 })).toEqual(['09:00']);
    expect(free({ busy: busyAt([600, 45]), graceMinutes: 15 })).toEqual(['09:00', '11:00']);
  });

  it('needs the new appointment’s own gap free before it, once its service is known', () => {
    const taken = { busy: busyAt([660, 60]), graceMinutes: 15 };
    expect(free({ ...taken, serviceMinutes: 60 })).toEqual(['09:00']);
    expect(free({ ...taken, serviceMinutes: 45 })).toEqual(['09:00', '10:00']);
  });

  it.each([
    [1, []],
    [2, ['09:00']],
    [3, ['09:00', '10:00']],
    [4, ['09:00', '10:00', '11:00']],
  ])('fills %i places', (places, expected) => {
    const busy = busyAt([540, 60], [600, 60], [600, 60], [660, 60], [660, 60], [660, 60]);
    expect(free({ places, busy })).toEqual(expected);
  });

  it('fills a place once when one follows the other', () => {
    expect(free({ places: 2, busy: busyAt([540, 30], [570, 30]) })).toContain('09:00');
    expect(free({ places: 2, busy: busyAt([540, 30], [570, 30]), graceMinutes: 15 })).not.toContain('09:00');
  });

  it('spans midnight, from the day before and from two days before', () => {
    const hours = { wed: [['00:00', '05:00']] } as const;
    expect(free({ hours, busy: busyAt([-30, 60]) })).toEqual(['01:00', '02:00', '03:00', '04:00']);
    const longest = busyAt([-1440 - 15, 1440]);
    expect(free({ hours, busy: longest, graceMinutes: 240 })).toEqual(['04:00']);
    const late = { wed: [['22:30', '24:00']] } as const;
    expect(free({ hours: late, busy: busyAt([1440, 30]) })).toEqual(['22:30']);
  });
});

describe('days that are not offered', () => {
  const now = '2026-01-14T09:30:00Z';

  it('are past, or too far ahead', () => {
    expect(dayOf({ date: '2026-01-13', now })).toMatchObject({ state: 'past', times: [] });
    const everyDay = Object.fromEntries(
      ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [['09:00', '12:00']]]),
    ) as PracticeDays['hours'];
    expect(dayOf({ date: '2028-01-14', now, hours: everyDay }).state).toBe('open');
    expect(dayOf({ date: '2028-01-15', now, hours: everyDay })).toMatchObject({ state: 'later', times: [] });
    const leapDay = '2028-02-29T09:00:00Z';
    expect(dayOf({ date: '2030-02-28', now: leapDay, hours: everyDay }).state).toBe('open');
    expect(dayOf({ date: '2030-03-01', now: leapDay, hours: everyDay }).state).toBe('later');
  });

  it('are closed, a holiday, or full', () => {
    expect(dayOf({ date: '2026-01-15', now })).toMatchObject({ state: 'closed', times: [] });
    const holidays = [{ name: null, start_date: '2026-01-20', end_date: '2026-01-22', is_recurring: false }];
    expect(dayOf({ date: '2026-01-21', now, holidays })).toMatchObject({
      state: 'holiday',
      holiday: 'Company Holiday',
      times: [],
    });
    expect(dayOf({ date: '2026-01-21', now, busy: busyAt([0, 1440]) }).state).toBe('full');
  });

  it('include today once every time has begun', () => {
    expect(dayOf({ now })).toMatchObject({ state: 'open' });
    expect(free({ now })).toEqual(['10:00', '11:00']);
    expect(free({ now: '2026-01-14T10:00:00Z' })).toEqual(['11:00']);
    expect(dayOf({ now: '2026-01-14T11:00:00Z' }).state).toBe('past');
    expect(dayOf({ now, busy: busyAt([600, 120]) }).state).toBe('full');
  });

  it('follow the clock of the practice', () => {
    const auckland = { timeZone: 'Pacific/Auckland', now: '2026-01-13T20:30:00Z' };
    expect(free(auckland)).toEqual(['10:00', '11:00']);
    expect(dayOf({ ...auckland, timeZone: 'America/Los_Angeles' }).times).toHaveLength(3);
  });
});

describe('holidays', () => {
  const everyWeekday = { hours: { thu: [['09:00', '10:00']], fri: [['09:00', '10:00']] } } as const;
  const holiday = (start_date: string, end_date: string) => [
    { name: 'Away', start_date, end_date, is_recurring: true },
  ];

  it.each([
    ['2026-12-24', 'holiday'],
    ['2026-12-31', 'holiday'],
    ['2027-01-01', 'holiday'],
    ['2027-01-07', 'open'],
    ['2026-12-18', 'open'],
  ])('over New Year: %s is %s', (date, state) => {
    expect(dayOf({ ...everyWeekday, date, holidays: holiday('2025-12-24', '2026-01-02') }).state).toBe(state);
  });

  it.each([
    ['2028-02-29', '2026-06-01T09:00:00Z', 'holiday'],
    ['2028-02-28', '2026-06-01T09:00:00Z', 'open'],
    ['2027-02-28', '2026-06-01T09:00:00Z', 'holiday'],
    ['2027-03-01', '2026-06-01T09:00:00Z', 'open'],
  ])('on 29 February: %s is %s', (date, now, state) => {
    const hours = Object.fromEntries(
      ['sun', 'mon', 'tue'].map((day) => [day, [['09:00', '10:00']]]),
    ) as PracticeDays['hours'];
    expect(dayOf({ hours, date, now, holidays: holiday('2024-02-29', '2024-02-29') }).state).toBe(state);
  });
});

describe('the Sundays on which the clocks change', () => {
  const night = { hours: { sun: [['00:00', '05:00']] } } as const;

  it.each([
    ['Europe/London', '2026-03-29', '01:00'],
    ['Europe/Berlin', '2026-03-29', '02:00'],
    ['America/New_York', '2026-03-08', '02:00'],
  ])('forward in %s: the skipped hour is not free', (timeZone, date, skipped) => {
    const times = ['00:00', '01:00', '02:00', '03:00', '04:00'];
    expect(free({ ...night, date, timeZone })).toEqual(times.filter((time) => time !== skipped));
    expect(dayOf({ ...night, date, timeZone }).times.map(({ time }) => time)).toEqual(times);
  });

  it.each([
    // At 00:30 UTC the clock in London shows 01:30 for the first time; in Berlin 02:30 is shown first at the same
    // moment.
    ['Europe/London', '2026-10-25', '2026-10-25T00:15:00Z', ['01:30', '02:30', '03:30', '04:30']],
    ['Europe/London', '2026-10-25', '2026-10-25T00:45:00Z', ['02:30', '03:30', '04:30']],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T00:15:00Z', ['02:30', '03:30', '04:30']],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T01:15:00Z', ['03:30', '04:30']],
  ])('back in %s: the first of the repeated hour counts', (timeZone, date, now, expected) => {
    expect(free({ hours: { sun: [['00:30', '05:00']] }, date, timeZone, now })).toEqual(expected);
  });
});

describe('a practice without a rota', () => {
  it('offers the same times as a minute-by-minute count', () => {
    const roll = dice(11);
    for (let round = 0; round < 400; round += 1) {
      const opens = 480 + roll(8) * 15;
      const closes = opens + 120 + roll(20) * 15;
      const hours = { wed: [[timeOf(opens), timeOf(closes)]] } as const;
      const stretches = Array.from({ length: roll(12) }, (): [number, number] => [
        opens - 60 + roll(600),
        15 + roll(8) * 15,
      ]);
      const places = 1 + roll(3);
      const graceMinutes = roll(4) * 5;
      const serviceMinutes = 15 + roll(6) * 15;
      const slotMinutes = 10 + roll(4) * 10;
      const model: string[] = [];
      for (let start = opens; start + serviceMinutes + graceMinutes <= closes; start += slotMinutes) {
        const isFree = Array.from({ length: serviceMinutes + graceMinutes }, (_, n) => start + n).every(
          (minute) =>
            stretches.filter(([from, minutes]) => from <= minute && minute < from + minutes + graceMinutes)
              .length < places,
        );
        if (isFree) model.push(timeOf(start));
      }
      const asked = { hours, places, graceMinutes, serviceMinutes, slotMinutes, busy: busyAt(...stretches) };
      expect(free(asked)).toEqual(model);
    }
  });

  it('offers the times with room for the length of a person who provides the service', () => {
    const roll = dice(12);
    for (let round = 0; round < 400; round += 1) {
      const [opens, closes] = [540, 720 + roll(8) * 30];
      const stretches = Array.from({ length: roll(6) }, (): [number, number] => [
        opens - 60 + roll(40) * 5,
        15 + roll(8) * 15,
      ]);
      const places = 1 + roll(2);
      const graceMinutes = roll(3) * 5;
      const service = serviceOf(15 + roll(6) * 15);
      const staff = [1, 2].slice(roll(2)).map((user_id) => ({
        user_id,
        duration_minutes: roll(3) === 0 ? null : 10 + roll(20) * 5,
        price_pence: null,
      }));
      const lengths = staff.map((one) => one.duration_minutes ?? service.duration_minutes);
      const isRoomAt = (minute: number) =>
        stretches.filter(([from, minutes]) => from <= minute && minute < from + minutes + graceMinutes)
          .length < places;
      const isRoomFor = (start: number, minutes: number) =>
        start + minutes <= closes &&
        Array.from({ length: minutes + graceMinutes }, (_, n) => start + n).every(isRoomAt);
      const shortest = Math.min(...lengths, service.duration_minutes);
      const model: string[] = [];
      for (let start = opens; start + shortest + graceMinutes <= closes; start += 15) {
        if (lengths.some((minutes) => isRoomFor(start, minutes))) model.push(timeOf(start));
      }
      const asked = {
        hours: { wed: [[timeOf(opens), timeOf(closes)]] } as const,
        places,
        graceMinutes,
        slotMinutes: 15,
        service: { ...service, staff },
        people: [1, 2, 3],
        // Of someone who does not provide the service.
        busy: busyAt(...stretches).map((entry) => ({ ...entry, staffId: 3 })),
      };
      expect({ asked, times: free(asked) }).toEqual({ asked, times: model });
    }
  });
});

/** A practice with people, rooms, absences and appointments of all kinds. */
function rolledPractice(roll: ReturnType<typeof dice>): Asked {
  const some = <T>(values: readonly T[]): T[] => values.filter(() => roll(2) === 0);
  const oneOf = <T>(values: readonly T[]): T => values[roll(values.length)] as T;
  const people = [1, 2, 3];
  const start = () => 420 + roll(80) * 5;
  const minutes = () => 10 + roll(10) * 5;
  const rooms = [7, 8].map((id) => ({ id, name: '', places: 1 + roll(2) }));
  const absence = (whose: { user_id: number | null; resource_id: number | null }) => {
    const from = start();
    const at = (minute: number) => `${wednesday}T${timeOf(minute)}:00`;
    return { id: 1, ...whose, starts: at(from), ends: at(from + minutes()), kind: 'other', note: null };
  };
  return {
    hours: { wed: [['08:00', '13:00']] },
    places: 1 + roll(3),
    slotMinutes: oneOf([15, 30]),
    graceMinutes: oneOf([0, 0, 5, 15]),
    service: {
      ...serviceOf(minutes()),
      before_minutes: oneOf([0, 0, 10]),
      after_minutes: oneOf([0, 0, 10]),
      staff: some(people).map((user_id) => ({
        user_id,
        duration_minutes: oneOf([null, minutes()]),
        price_pence: null,
      })),
      needs: some([rooms, rooms.slice(1)]),
    },
    rota: {
      exists: roll(3) === 0,
      with_pattern: [],
      patterns: [],
      shifts: [],
      absences: some([
        { user_id: null, resource_id: null },
        { user_id: 1, resource_id: null },
        { user_id: null, resource_id: 7 },
      ]).map(absence),
    },
    people,
    staffId: oneOf([null, null, ...people]),
    busy: busyAt(...Array.from({ length: roll(8) }, (): [number, number] => [start(), minutes()])).map(
      (entry) => ({
        ...entry,
        before: oneOf([0, 0, 5]),
        after: oneOf([0, 0, 5]),
        staffId: oneOf([null, ...people]),
        providers: oneOf([null, some(people)]),
      }),
    ),
    uses: Array.from({ length: roll(3) }, () => {
      const [{ id: resourceId, places }, from] = [oneOf(rooms), start()];
      return { resourceId, places, start: from, end: from + minutes() };
    }),
  };
}

describe('a time that is offered', () => {
  it('has room for the appointment as it is booked', () => {
    const roll = dice(13);
    let booked = 0;
    for (let round = 0; round < 600; round += 1) {
      const asked = rolledPractice(roll);
      const days = practiceOf(asked);
      const offers = offersFor(asked);
      const appointments = offers.day(wednesday).times.flatMap(({ time, free: isFree }) => {
        const assignment = isFree ? offers.assignment(wednesday, time) : null;
        return assignment ? [{ time, ...assignment }] : [];
      });
      const refused = appointments.filter(
        ({ time, minutes, staffId, resourceIds }) =>
          !hasRoom(days, {
            booking_date: wednesday,
            booking_time: time,
            duration_minutes: minutes,
            before_minutes: days.service?.before_minutes ?? 0,
            after_minutes: days.service?.after_minutes ?? 0,
            staff_id: staffId,
            resource_ids: resourceIds,
          }),
      );
      expect({ asked, refused }).toEqual({ asked, refused: [] });
      expect(appointments.map(({ time }) => time)).toEqual(free(asked));
      booked += appointments.length;
    }
    expect(booked).toBeGreaterThan(1000);
  });
});
