import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type {
  AnimalWeightRow,
  BookingFieldRow,
  BookingFieldValueRow,
  Columns,
} from '../packages/dev/src/factory-rows.ts';
import type { SpeciesProfile } from './breeds.ts';
import type { Random } from './random.ts';
import { yearsBetween, type Patient } from './willow-animals.ts';
import type { Appointment } from './willow-bookings.ts';
import { insurers } from './willow-offer.ts';

const dayMs = 86_400_000;

/** How many days back the practice has used its custom fields. */
const fieldsSince = 75;

const lastMeals = [
  'Breakfast, 07:00',
  'Half of breakfast, 07:30',
  'Last night, 18:30',
  'Picked at breakfast',
  'Fasted since 20:00',
];

/** Degrees Celsius of a healthy animal; null if temperatures are not taken. */
const temperatures: Record<SpeciesProfile['kind'], number | null> = {
  dog: 38.5,
  cat: 38.6,
  rabbit: 39,
  small: 38.4,
  horse: 37.8,
  bird: null,
  reptile: null,
  fish: null,
};

/** The vets' answers to the practice's custom fields at recent consultations. */
export async function insertFieldValues(
  db: OwnerDb,
  fields: readonly BookingFieldRow[],
  appointments: readonly Appointment[],
  now: Date,
  random: Random,
): Promise<void> {
  const rows = appointments.flatMap((appointment) => {
    const age = now.getTime() - appointment.startsAt.getTime();
    const wasSeen = ['completed', 'in-progress'].includes(appointment.booking.status);
    if (!appointment.problem || !wasSeen || age > fieldsSince * dayMs) return [];
    const said = answers(appointment, random);
    return fields.flatMap((field): Columns<BookingFieldValueRow>[] => {
      const value = said[field.field_label];
      const { tenant_id, id: booking_id } = appointment.booking;
      return value === undefined ? [] : [{ tenant_id, booking_id, field_id: field.id, value }];
    });
  });
  await insertRows(db, 'booking_field_values', rows);
}

function answers(
  { visit, problem, booking }: Appointment,
  random: Random,
): Record<string, string | undefined> {
  const normal = temperatures[visit.patient.profile.kind];
  const celsius = (normal ?? 0) + (problem?.fever ? 1.1 : 0) + (random.next() - 0.5) * 0.7;
  const isFurry = ['dog', 'cat', 'rabbit'].includes(visit.patient.profile.kind);
  const checkIn = problem && problem.pain >= 3 ? random.int(3, 7) : random.int(10, 28);
  return {
    'Presenting complaint': problem?.complaint,
    'Temperature (°C)': normal === null ? undefined : celsius.toFixed(1),
    'Pain score': String(Math.max(0, (problem?.pain ?? 0) + random.int(-1, 1))),
    'Vaccinations up to date': isFurry ? (random.chance(0.8) ? '1' : '0') : undefined,
    // A client keeps the same insurer from visit to visit.
    'Insurance provider': isFurry ? insurers[booking.client_id % insurers.length] : undefined,
    'Last meal': random.chance(0.8) ? random.pick(lastMeals) : undefined,
    'Next check': random.chance(0.55) ? addDays(visit.date, checkIn) : undefined,
  };
}

const weighingServices = new Set([
  'Consultation',
  'Booster vaccination',
  'First vaccinations',
  'Nurse clinic',
  'Dental scale and polish',
  'Neutering – cat',
  'Neutering – dog',
]);

/** The weights of each animal, from its first day at the practice and from visits since. */
export async function insertWeights(
  db: OwnerDb,
  patients: readonly Patient[],
  appointments: readonly Appointment[],
  random: Random,
): Promise<void> {
  // The demo customer's own two come first; they are weighed at every visit.
  const ownTwo = new Set(patients.slice(0, 2));
  const weighable = ({ profile, row }: Patient): boolean => profile.kind !== 'fish' && row.dob !== null;
  const first = patients
    .filter((patient) => weighable(patient) && (ownTwo.has(patient) || random.chance(0.8)))
    .map((patient) => weightOn(patient, patient.since, random));
  const later = appointments
    .filter(
      ({ visit, booking }) =>
        booking.status === 'completed' &&
        weighable(visit.patient) &&
        (ownTwo.has(visit.patient) || (weighingServices.has(visit.offer.name) && random.chance(0.5))),
    )
    .map(({ visit }) => weightOn(visit.patient, visit.date, random));
  const all = [...first, ...later].toSorted((a, b) =>
    String(a.measured_on).localeCompare(String(b.measured_on)),
  );
  await insertRows(db, 'animal_weights', all);
}

function weightOn(
  { row, profile, grownGrams }: Patient,
  date: string,
  random: Random,
): Columns<AnimalWeightRow> {
  const age = row.dob ? yearsBetween(row.dob, date) : profile.grownAt;
  const grown = Math.min(1, 0.1 + 0.9 * (age / profile.grownAt) ** 0.8);
  const grams = grownGrams * grown * (0.97 + 0.06 * random.next());
  // Scales show 100 g for a large animal, 10 g for a cat, 1 g for a hamster.
  const step = grams > 10_000 ? 100 : grams > 1000 ? 10 : 1;
  return {
    tenant_id: row.tenant_id,
    animal_id: row.id,
    measured_on: date,
    weight_grams: Math.max(1, Math.round(grams / step) * step),
  };
}
