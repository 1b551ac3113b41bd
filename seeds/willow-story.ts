import { addDays, minutesOf } from '../packages/contracts/src/calendar-day.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { requestNotes } from './consultation-cases.ts';
import type { Random } from './random.ts';
import type { Patient } from './willow-animals.ts';
import { daysBetween, targetFor, type Diary, type Visit } from './willow-diary.ts';

/** Days of the diary before and after today. */
export const daysBack = 335;
export const daysAhead = 31;

/** Past and future reasons of the demo customer's two animals, in days from today; moved to the next open day. */
const portalVisits: readonly { ahead: number; service: string; animal: 'Biscuit' | 'Mabel'; from: string }[] =
  [
    { ahead: -310, service: 'Consultation', animal: 'Biscuit', from: '16:30' },
    { ahead: -298, service: 'Repeat consultation', animal: 'Biscuit', from: '10:15' },
    { ahead: -241, service: 'Blood test', animal: 'Mabel', from: '09:30' },
    { ahead: -196, service: 'Nurse clinic', animal: 'Mabel', from: '15:00' },
    { ahead: -118, service: 'Nail clip', animal: 'Biscuit', from: '17:00' },
    { ahead: -74, service: 'Dental scale and polish', animal: 'Mabel', from: '09:00' },
    { ahead: -23, service: 'Consultation', animal: 'Biscuit', from: '16:45' },
    { ahead: 9, service: 'Nurse clinic', animal: 'Mabel', from: '14:30' },
  ];

export interface Cast {
  /** The demo customer's animals. */
  portalAnimals: readonly Patient[];
  /** Animals whose clients use the portal. */
  portalPatients: readonly Patient[];
}

/**
 * Fills the diary: eleven months of past appointments, a today that matches the time of day, a month ahead that thins
 * out, and four pending requests from clients. Holidays stay empty.
 */
export function writeDiary(diary: Diary, cast: Cast, now: Date, random: Random): Visit[] {
  const { date: today, time } = localMoment(now, 'Europe/London');
  const waiting = [...portalVisits];
  let ahead = -daysBack;
  for (const date of daysBetween(addDays(today, -daysBack), addDays(today, daysAhead))) {
    const isOpen = diary.openRanges(date).length > 0;
    if (isOpen && waiting[0] && waiting[0].ahead <= ahead) {
      const { service, animal, from } = waiting[0];
      const patient = cast.portalAnimals.find(({ row }) => row.name === animal);
      // If the day closes early, try the next one.
      if (!patient || diary.addFirst(date, minutesOf(from), service, patient)) waiting.shift();
    }
    if (date === today) writeToday(diary, today, minutesOf(time), random);
    else if (isOpen) diary.fill(date, targetFor(ahead, random));
    ahead += 1;
  }
  writeRequests(diary, cast, today, random);
  return diary.visits;
}

/** A completed visit, one in progress and the next one, if the practice is open at this hour. */
function writeToday(diary: Diary, today: string, minutesNow: number, random: Random): void {
  const nowQuarter = minutesNow - (minutesNow % 15);
  diary.addAt(today, nowQuarter - 60, 'Booster vaccination');
  diary.addAt(today, nowQuarter - 15, 'Consultation');
  diary.addAt(today, nowQuarter - 15, 'Nurse clinic');
  diary.addAt(today, nowQuarter + 15, 'Nail clip');
  diary.addAt(today, nowQuarter + 30, 'Consultation');
  diary.addAt(today, nowQuarter + 75, 'Booster vaccination');
  diary.fill(today, Math.max(8, targetFor(0, random)));
}

function writeRequests(diary: Diary, cast: Cast, today: string, random: Random): void {
  const taken = new Set<Patient>();
  let from = addDays(today, 1);
  requestNotes.forEach(({ service, note }, index) => {
    const patient =
      index === 0 ? cast.portalAnimals[0] : anotherPatient(diary, cast, service, from, taken, random);
    if (!patient) return;
    taken.add(patient);
    // Two of them for the first open day, the others for the days after.
    for (const date of daysBetween(from, addDays(today, daysAhead))) {
      const placed = diary.addRequest(date, minutesOf('09:00') + 120 * index, service, patient, note);
      if (!placed) continue;
      from = index === 0 ? date : addDays(date, 1);
      return;
    }
  });
}

function anotherPatient(
  diary: Diary,
  cast: Cast,
  service: string,
  date: string,
  taken: ReadonlySet<Patient>,
  random: Random,
): Patient | undefined {
  const able = cast.portalPatients.filter(
    (patient) =>
      !taken.has(patient) &&
      ['dog', 'cat'].includes(patient.profile.kind) &&
      diary.suits(patient, service, date),
  );
  return able.length > 0 ? random.pick(able) : undefined;
}
