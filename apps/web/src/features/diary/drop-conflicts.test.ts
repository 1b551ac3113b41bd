import { describe, expect, it } from 'vitest';
import type { Diary } from './diary-columns.ts';
import { dropConflicts, placeIn, type DropPlace } from './drop-conflicts.ts';
import { biscuit, date, diaryOf, jo, rex, room } from './testing/diary-example.ts';

const place = (part: Partial<DropPlace> = {}): DropPlace => ({
  date,
  start: 600,
  minutes: 30,
  staffId: jo,
  resourceIds: [],
  ...part,
});
const against = (diary: Diary, part?: Partial<DropPlace>) => dropConflicts(diary, biscuit, place(part));

describe('a place in the diary', () => {
  it('is free where nothing is, and for the appointment itself', () => {
    expect(against(diaryOf([biscuit]))).toEqual([]);
  });

  it('is refused if the person is busy, but not right before or after', () => {
    const diary = diaryOf([biscuit, { ...rex, booking_time: '10:30' }]);
    expect(against(diary, { start: 615 })).toEqual([{ why: 'Busy: Rex', needs: 'allow_overlap' }]);
    expect(against(diary, { start: 600 })).toEqual([]);
    expect(against(diary, { start: 660 })).toEqual([]);
  });

  it('ignores cancelled appointments, and counts held times', () => {
    const diary = diaryOf([biscuit, { ...rex, status: 'cancelled' }]);
    expect(against(diary)).toEqual([]);
    const held = {
      booking_date: date,
      booking_time: '10:00',
      duration_minutes: 30,
      staff_id: jo,
      resource_ids: [],
    };
    expect(against({ ...diary, held: [held] })).toEqual([
      { why: 'Busy: held for a deposit', needs: 'allow_overlap' },
    ]);
  });

  it('is refused outside the rota, of a practice that has one', () => {
    const diary = diaryOf([biscuit]);
    expect(against(diary, { start: 1050 })).toEqual([{ why: 'Jo is not in', needs: 'allow_outside' }]);
    expect(against({ ...diary, has_rota: false }, { start: 1050 })).toEqual([]);
  });

  it('is refused if the animal is elsewhere then', () => {
    const diary = diaryOf([biscuit, { ...rex, animal_id: biscuit.animal_id, staff_id: null }]);
    expect(against(diary)).toEqual([{ why: 'Biscuit has another appointment then', needs: 'allow_overlap' }]);
  });

  it('is refused if the room is full or out of use', () => {
    const taken = diaryOf([biscuit, { ...rex, staff_id: null, resource_ids: [room] }]);
    expect(against(taken, { resourceIds: [room] })).toEqual([
      { why: 'Theatre is taken: Rex', needs: 'allow_overlap' },
    ]);
    expect(against(taken, { start: 725, resourceIds: [room] })).toEqual([
      { why: 'Theatre is out of use', needs: 'allow_overlap' },
    ]);
  });
});

describe('a drop', () => {
  const at = { start: 600, minutes: 30 };
  const theatre = { date, staff: undefined, resource: room };

  it('into a person’s column changes the person alone', () => {
    const booking = { ...biscuit, resource_ids: [room] };
    const to = { date, staff: 7, resource: undefined };
    expect(placeIn(booking, { date, staff: jo, resource: undefined }, to, at)).toMatchObject({
      staffId: 7,
      resourceIds: [room],
    });
  });

  it('into another room takes that instead of the former', () => {
    const booking = { ...biscuit, resource_ids: [room, 9] };
    expect(placeIn(booking, theatre, { ...theatre, resource: 8 }, at).resourceIds).toEqual([8, 9]);
    expect(placeIn(booking, theatre, { ...theatre, resource: null }, at).resourceIds).toEqual([9]);
    expect(placeIn(booking, theatre, theatre, at).resourceIds).toEqual([room, 9]);
  });
});
