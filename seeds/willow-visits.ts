import { yearsBetween, isDogOrCat, type Patient } from './willow-animals.ts';
import type { Offer } from './willow-offer.ts';

/** An animal's history in the diary, which is filled from the oldest day to the newest. */
interface History {
  last: string;
  lastWasConsultation: boolean;
  /** Days by service. */
  had: Map<string, string[]>;
}

/** Days between two visits of an animal that has no reason to come sooner. */
const restDays = 12;

/**
 * Which animals come for what and how often, as in real practices: no second booster within the year, no microchip for a
 * tortoise.
 */
export class Histories {
  private readonly histories = new Map<Patient, History>();

  /** @param vaccinated when each animal had its last booster before the diary begins */
  constructor(vaccinated: ReadonlyMap<Patient, string>) {
    for (const [patient, day] of vaccinated)
      this.histories.set(patient, {
        last: day,
        lastWasConsultation: false,
        had: new Map([['Booster vaccination', [day]]]),
      });
  }

  /** Records a visit; visits must be recorded in the order of their days. */
  note(patient: Patient, offer: Offer, date: string): void {
    const had = this.histories.get(patient)?.had ?? new Map<string, string[]>();
    had.set(offer.name, [...(had.get(offer.name) ?? []), date]);
    this.histories.set(patient, { last: date, lastWasConsultation: offer.name === 'Consultation', had });
  }

  /** Whether the animal would come for this on that day. */
  suits(patient: Patient, offer: Offer, date: string): boolean {
    const { row, since } = patient;
    const gone = !row.active && date >= row.updated_at.slice(0, 10);
    if (gone || date < since || !row.dob) return false;
    const history = this.histories.get(patient);
    const rested = history ? daysBetween(history.last, date) : Infinity;
    if (offer.name === 'Repeat consultation') {
      return Boolean(history?.lastWasConsultation) && rested >= 6 && rested <= 24;
    }
    return (
      rested >= restDays &&
      fits(offer.name, patient, yearsBetween(row.dob, date), daysSince(history, offer, date))
    );
  }
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

function daysSince(history: History | undefined, offer: Offer, date: string): number {
  const last = history?.had.get(offer.name)?.at(-1);
  return last ? daysBetween(last, date) : Infinity;
}

/** `age` in years; `since` in days after the last visit for the same service. */
function fits(service: string, { row, profile }: Patient, age: number, since: number): boolean {
  const { kind, species } = profile;
  const entire = row.gender === 'female' || row.gender === 'male';
  switch (service) {
    case 'Booster vaccination':
      return (isDogOrCat(profile) || kind === 'rabbit' || species === 'Ferret') && age > 1 && since > 350;
    case 'First vaccinations':
      return isDogOrCat(profile) && age > 0.15 && age < 0.34 && since > 20;
    case 'Microchip':
      return isDogOrCat(profile) && age > 0.15 && age < 0.7 && since === Infinity;
    case 'Nail clip':
      return kind !== 'reptile' && kind !== 'fish' && kind !== 'horse' && age > 0.4 && since > 35;
    case 'Nurse clinic':
      return (isDogOrCat(profile) || kind === 'rabbit') && age > 0.6;
    case 'Blood test':
      return isDogOrCat(profile) && age > 6 && since > 90;
    case 'Dental scale and polish':
      return isDogOrCat(profile) && age > 3.5 && since === Infinity;
    case 'X-ray':
      return isDogOrCat(profile) && age > 1 && since === Infinity;
    case 'Neutering – cat':
      return kind === 'cat' && entire && age > 0.42 && age < 1.7 && since === Infinity;
    case 'Neutering – dog':
      return kind === 'dog' && entire && age > 0.6 && age < 1.7 && since === Infinity;
    default:
      return true;
  }
}
