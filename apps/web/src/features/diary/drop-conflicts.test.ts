import type { DiaryAppointment } from '@burrow/contracts/diary';
import { describe, expect, it } from 'vitest';
import type { Diary } from './diary-columns.ts';
import { dropConflicts } from './drop-conflicts.ts';
import type { DropPlace } from './drop-day.ts';
import { placeIn } from './grid-target.ts';
import { biscuit, date, diaryOf, jo, rex, room, sam } from './testing/diary-example.ts';

const place = (part: Partial<DropPlace> = {}): DropPlace => ({
  date,
  start: 615,
  minutes: 30,
  staffId: jo,
  resourceIds: [],
  ...part,
});
/** What is against a place for Biscuit, each with its code. */
const against = (diary: Diary, part?: Partial<DropPlace>, booking: DiaryAppointment = biscuit) =>
  dropConflicts(diary, booking, place(part)).map(({ code, why }) => `${code}: ${why}`);

const withoutRota = (part: Partial<Diary> = {}, ...others: DiaryAppointment[]): Diary => ({
  ...diaryOf([biscuit, ...others]),
  has_rota: false,
  ...part,
});
const away = (from: string, to: string, kind = 'leave') => ({ from, to, kind, absence_id: 1, note: null });

describe('a place in the diary', () => {
  it('is free where nothing is, and for the appointment itself', () => {
    expect(against(diaryOf([biscuit]))).toEqual([]);
    expect(against(diaryOf([biscuit]), { start: 600 })).toEqual([]);
  });

  it('is refused if the person is busy, but not right before or after', () => {
    const diary = diaryOf([biscuit, { ...rex, booking_time: '10:30' }]);
    expect(against(diary)).toEqual(['staff_busy: Busy: Rex']);
    expect(against(diary, { start: 660 })).toEqual([]);
    expect(against(diary, { start: 570 })).toEqual([]);
  });

  it('ignores cancelled appointments, and counts held times', () => {
    const diary = diaryOf([biscuit, { ...rex, status: 'cancelled' }]);
    expect(against(diary)).toEqual([]);
    const time = {
      client_name: 'Ann',
      animal_name: 'Rex',
      service: 'Groom',
      held_until: '2026-01-14T10:00:00Z',
      booking_date: date,
      booking_time: '10:00',
      duration_minutes: 30,
      resource_ids: [],
      staff_id: jo,
      service_id: null,
    };
    expect(against({ ...diary, held: [{ ...time, kind: 'payment' }] })).toEqual([
      'staff_busy: Busy: held for a deposit',
    ]);
    expect(against({ ...diary, held: [{ ...time, kind: 'offer' }] })).toEqual([
      'staff_busy: Busy: held for Ann',
    ]);
  });

  it('is refused outside the rota, of a practice that has one', () => {
    const diary = diaryOf([biscuit]);
    expect(against(diary, { start: 1050 })).toEqual(['staff_absent: Jo is not in']);
    expect(against({ ...diary, has_rota: false }, { start: 1050 })).toEqual([]);
  });

  it('is refused without a person while no one is working', () => {
    expect(against(diaryOf([biscuit]), { staffId: null, start: 1050 })).toEqual([
      'staff_absent: No one is working',
    ]);
    expect(against(diaryOf([biscuit]), { staffId: null })).toEqual([]);
  });

  it('is refused in absences and closures of a practice without a rota too', () => {
    const [first, second] = diaryOf([]).people;
    if (!first || !second) throw new Error('The example has two people.');
    const onLeave = { ...first, days: [{ date, working: [], away: [away('10:00', '12:00')] }] };
    expect(against(withoutRota({ people: [onLeave, second] }))).toEqual(['staff_absent: Jo is not in']);
    const closed = { date, holiday: null, opening: [], away: [away('10:00', '11:00', 'closed')] };
    expect(against(withoutRota({ days: [closed] }), { staffId: null })).toEqual([
      'staff_absent: The practice is closed',
    ]);
  });

  it('is refused without a person when the practice is full, with the gap after each appointment', () => {
    const other = { ...rex, staff_id: null, booking_time: '11:00' };
    const diary = withoutRota({ grace: 15 }, other);
    const at = (start: number) => against(diary, { staffId: null, start });
    expect(at(690)).toEqual(['practice_full: The practice is fully booked then']);
    expect(at(705)).toEqual([]);
    expect(at(620)).toEqual(['practice_full: The practice is fully booked then']);
    expect(against({ ...diary, parallel_places: 2 }, { staffId: null, start: 690 })).toEqual([]);
    // With a person, each person is a place.
    expect(against(diary, { staffId: sam, start: 660 })).toEqual([]);
  });

  it('with a rota is full when everyone at work has an appointment', () => {
    const diary = diaryOf([biscuit, { ...rex, staff_id: null }]);
    expect(against(diary)).toEqual(['practice_full: The practice is fully booked then']);
  });

  it('is refused if the animal is elsewhere then', () => {
    const diary = withoutRota({}, { ...rex, animal_id: biscuit.animal_id, staff_id: null });
    expect(against(diary)).toEqual(['animal_busy: Biscuit has another appointment then']);
  });

  it('is refused if the person doesn’t provide the service', () => {
    const services = [{ id: 5, staff_ids: [sam], needs: [] }];
    const dental = { ...biscuit, service_id: 5, service: 'Dental' };
    const diary = { ...diaryOf([dental]), services };
    expect(against(diary, {}, dental)).toEqual(['staff_not_offering: Jo doesn’t provide Dental']);
    expect(against(diary)).toEqual([]);
  });

  it('without a person is refused if no one who provides the service is there and free', () => {
    const dental = { ...biscuit, service_id: 5, service: 'Dental' };
    const diaryWith = (staffIds: number[], ...others: DiaryAppointment[]) => ({
      ...diaryOf([dental, ...others]),
      services: [{ id: 5, staff_ids: staffIds, needs: [] }],
    });
    const unassigned = (diary: Diary) => against(diary, { staffId: null }, dental);
    expect(unassigned(diaryWith([jo]))).toEqual([]);
    expect(unassigned(diaryWith([sam]))).toEqual([
      'staff_absent: No one who provides Dental is working then',
    ]);
    const full = ['practice_full: No one who provides Dental is free then'];
    expect(unassigned(diaryWith([jo], rex))).toEqual(full);
    // The other one without a person needs the only provider.
    expect(unassigned(diaryWith([jo], { ...rex, staff_id: null, service_id: 5 }))).toEqual(full);
  });

  it('is refused if a room is full or out of use, counting simultaneous appointments only', () => {
    const taken = withoutRota({}, { ...rex, staff_id: null, resource_ids: [room] });
    expect(against(taken, { resourceIds: [room] })).toEqual(['resource_busy: Theatre is taken: Rex']);
    expect(against(taken, { start: 725, resourceIds: [room] })).toEqual([
      'resource_busy: Theatre is out of use',
    ]);
    const [theatre] = taken.resources;
    if (!theatre) throw new Error('The example has a theatre.');
    const users = ['10:00', '10:30'].map((booking_time, n) => ({
      ...rex,
      id: 20 + n,
      staff_id: null,
      booking_time,
      resource_ids: [room],
    }));
    const wide = withoutRota({ resources: [{ ...theatre, places: 2 }] }, ...users);
    expect(against(wide, { minutes: 60, resourceIds: [room] })).toEqual([]);
  });

  it('is refused if the service needs a room and none is free', () => {
    const [theatre] = diaryOf([]).resources;
    if (!theatre) throw new Error('The example has a theatre.');
    const lab = { ...theatre, id: 8, name: 'Lab', days: [] };
    const scan = { ...biscuit, service_id: 5 };
    const users = [room, 8].map((id) => ({ ...rex, id: 20 + id, staff_id: null, resource_ids: [id] }));
    const diaryWith = (needs: number[][], others = users) =>
      withoutRota(
        { resources: [theatre, lab], services: [{ id: 5, staff_ids: [], needs }], parallel_places: 9 },
        ...others,
      );
    expect(against(diaryWith([[room, 8]]), {}, scan)).toEqual(['resource_busy: Theatre and Lab aren’t free']);
    expect(against(diaryWith([[room, 8]], users.slice(1)), {}, scan)).toEqual([]);
    expect(against(diaryWith([[8]]), {}, scan)).toEqual(['resource_busy: Lab is taken: Rex']);
    expect(against(diaryWith([[]], []), {}, scan)).toEqual([
      'resource_busy: No room or equipment for this service is available',
    ]);
  });

  it('that keeps its time can only be refused over its rooms', () => {
    const clash = { ...rex, resource_ids: [room] };
    expect(against(diaryOf([biscuit, clash]), { start: 600 })).toEqual([]);
    const taken = { ...diaryOf([biscuit, clash]), services: [{ id: 5, staff_ids: [sam], needs: [] }] };
    expect(against(taken, { start: 600, resourceIds: [room] }, { ...biscuit, service_id: 5 })).toEqual([
      'resource_busy: Theatre is taken: Rex',
    ]);
  });

  it('refuses a former colleague, and the hour that the clocks skip', () => {
    const diary = diaryOf([biscuit]);
    const people = diary.people.map((person) => ({ ...person, active: person.id !== sam }));
    expect(against({ ...diary, people }, { staffId: sam })).toEqual(['not_found: Sam can’t be booked']);
    const skipped = { start: 600, end: 660 };
    expect(dropConflicts(diary, biscuit, place(), skipped)).toMatchObject([{ code: 'nonexistent_time' }]);
    expect(dropConflicts(diary, biscuit, place({ start: 660 }), skipped)).toEqual([]);
  });
});

describe('a drop', () => {
  const at = { start: 600, minutes: 30 };
  const theatre = { date, staff: undefined, resource: room };
  const rooms = new Set([room, 8, 9]);

  it('into a person’s column changes the person alone', () => {
    const booking = { ...biscuit, resource_ids: [room] };
    const from = { date, staff: jo, resource: undefined };
    expect(placeIn(booking, { from, to: { ...from, staff: 7 }, rooms }, at)).toMatchObject({
      staffId: 7,
      resourceIds: [room],
    });
  });

  it('into another room takes that instead of the former, and leaves archived ones', () => {
    const booking = { ...biscuit, resource_ids: [room, 9, 99] };
    const into = (resource: number | null) =>
      placeIn(booking, { from: theatre, to: { ...theatre, resource }, rooms }, at).resourceIds;
    expect(into(8)).toEqual([8, 9]);
    expect(into(null)).toEqual([9]);
    expect(into(room)).toEqual([room, 9, 99]);
  });
});
