import { addDays, addMonths } from '../packages/contracts/src/calendar-day.ts';
import type { SpeciesProfile } from './breeds.ts';
import { createRandom } from './random.ts';
import type { Patient } from './willow-animals.ts';

/** The vaccines of each kind of animal, by their names in the starter list, the yearly one first. */
export const vaccinesFor: Partial<Record<SpeciesProfile['kind'], readonly string[]>> = {
  dog: [
    'Dog: leptospirosis (L4)',
    'Dog: distemper, hepatitis and parvovirus (DHP)',
    'Dog: kennel cough (intranasal)',
  ],
  cat: ['Cat: flu and enteritis (RCP)', 'Cat: leukaemia (FeLV)'],
  rabbit: ['Rabbit: myxomatosis and RHD 1 and 2'],
  horse: ['Horse: equine influenza', 'Horse: tetanus'],
};

/** The days until the yearly vaccines of the demo customer's two animals are due: Biscuit's and Mabel's. */
const dueSoon = [12, 18];

/**
 * The days on which animals were vaccinated before the diary begins, about a year apart, oldest first. The diary books
 * a booster when the last one was a year ago.
 */
export function earlierVaccinationDays(
  patients: readonly Patient[],
  firstDay: string,
  today: string,
): ReadonlyMap<Patient, readonly string[]> {
  const random = createRandom(20_261_126);
  return new Map(
    patients.map((patient, index): [Patient, string[]] => {
      if (!vaccinesFor[patient.profile.kind]) return [patient, []];
      const first = addDays(patient.since, 1);
      const days: string[] = [];
      const due = dueSoon[index];
      if (due !== undefined) {
        for (let day = addMonths(addDays(today, due), -12); day >= first; day = addMonths(day, -12))
          days.unshift(day);
      } else {
        for (let day = first; day < firstDay; day = addDays(addMonths(day, 12), random.int(-20, 30)))
          days.push(day);
      }
      return [patient, days];
    }),
  );
}
