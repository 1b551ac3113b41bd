import { describe, expect, it } from 'vitest';
import {
  copiedToWeekdays,
  daysInOrder,
  hoursOf,
  hoursProblems,
  keptClose,
  nextRange,
  problemOf,
  shownClose,
} from './opening-hours.ts';

const closed = hoursOf('{}');

describe('opening hours', () => {
  it('have every day, closed unless the record says otherwise', () => {
    const hours = hoursOf('{"mon":[["09:00","17:00"]]}');
    expect(hours.mon).toEqual([['09:00', '17:00']]);
    expect(Object.keys(hours)).toEqual(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
  });

  it('are in the order of the practice’s week', () => {
    expect(
      daysInOrder('sunday')
        .map(({ key }) => key)
        .join(' '),
    ).toBe('sun mon tue wed thu fri sat');
    expect(
      daysInOrder('monday')
        .map(({ key }) => key)
        .join(' '),
    ).toBe('mon tue wed thu fri sat sun');
  });

  it('may last until midnight, which is 00:00 in a time field', () => {
    expect([keptClose('00:00'), shownClose('24:00'), keptClose('17:00')]).toEqual([
      '24:00',
      '00:00',
      '17:00',
    ]);
  });

  it('get a range after a break, never beyond the day', () => {
    expect(nextRange([])).toEqual(['09:00', '17:00']);
    expect(nextRange([['09:00', '12:30']])).toEqual(['13:00', '17:00']);
    expect(nextRange([['09:00', '21:00']])).toEqual(['22:00', '24:00']);
  });

  it('are copied to Monday to Friday only', () => {
    const hours = copiedToWeekdays({ ...closed, sat: [['10:00', '12:00']] }, 'sat');
    expect([hours.mon, hours.fri, hours.sun]).toEqual([[['10:00', '12:00']], [['10:00', '12:00']], []]);
  });

  it('report the error of a day', () => {
    expect(
      hoursProblems({
        ...closed,
        mon: [['12:00', '09:00']],
        tue: [
          ['09:00', '12:00'],
          ['11:00', '13:00'],
        ],
        wed: [['09:00', '']],
        thu: [
          ['09:00', '12:00'],
          ['12:00', '24:00'],
        ],
      }),
    ).toEqual({
      'business_hours.mon': 'Opening must be before closing.',
      'business_hours.tue': 'Enter the hours of a day in order, without overlaps.',
      'business_hours.wed': 'Enter both times.',
    });
    expect(problemOf({ 'business_hours.mon.0.1': 'No.' }, 'mon')).toBe('No.');
    expect(problemOf({ 'business_hours.mon': 'No.' }, 'tue')).toBeUndefined();
  });
});
