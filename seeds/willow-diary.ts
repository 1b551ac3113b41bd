import { weekdayKeyOf } from '../packages/contracts/src/weekdays.ts';
import { addDays, minutesOf } from '../packages/contracts/src/calendar-day.ts';
import { holidayOn, type Holiday } from '../apps/api/src/modules/availability/availability.ts';
import type { Random } from './random.ts';
import { needsOf } from './rooms.ts';
import type { Patient } from './willow-animals.ts';
import { offers, willowHours, type Colleague, type Offer } from './willow-offer.ts';
import { Histories } from './willow-visits.ts';

/** An appointment with its place in the diary. */
export interface Visit {
  patient: Patient;
  offer: Offer;
  /** Null for a request without an assigned person. */
  colleague: Colleague | null;
  date: string;
  /** Minutes after midnight. */
  start: number;
  duration: number;
  /** The client's message in the portal's form. */
  request: string | null;
}

interface Team {
  colleagues: readonly Colleague[];
  patients: readonly Patient[];
  /** Rooms: the maximum number of simultaneous appointments. */
  rooms: number;
  /** The gap in minutes after a request's neighbours. */
  grace: number;
  holidays: readonly Holiday[];
  /** When each animal had its last booster before the diary begins. */
  vaccinated: ReadonlyMap<Patient, string>;
}

type Range = [number, number];

/** One visit, or none if it cannot be placed. */
type Placed = Visit | undefined;

const quarter = 15;

/** The diary of the practice while it is filled, from the oldest day to the newest. */
export class Diary {
  readonly visits: Visit[] = [];
  private readonly byDate = new Map<string, Visit[]>();
  private readonly histories: Histories;
  private readonly team: Team;
  private readonly random: Random;

  constructor(team: Team, random: Random) {
    this.team = team;
    this.histories = new Histories(team.vaccinated);
    this.random = random;
  }

  /** The opening ranges of a day in minutes, none when the practice is closed. */
  openRanges(date: string): Range[] {
    if (holidayOn(date, this.team.holidays)) return [];
    return (willowHours[weekdayKeyOf(date)] ?? []).map(([open, close]) => [
      minutesOf(open),
      minutesOf(close),
    ]);
  }

  /** Fills a day up to `target` appointments. */
  fill(date: string, target: number): void {
    const ranges = this.openRanges(date);
    for (let tries = target * 14; tries > 0 && this.on(date).length < target; tries -= 1) {
      const colleague = this.random.pick(this.onDuty(date));
      const offer = this.offerOf(colleague);
      const range = offer.online ? this.random.pick(ranges) : ranges[0];
      if (!range) return;
      const last = Math.min(range[1], offer.online ? Infinity : 12 * 60 + 30) - offer.duration_minutes;
      const start =
        range[0] + quarter * this.random.int(0, Math.max(0, Math.floor((last - range[0]) / quarter)));
      this.add({ colleague, offer, date, start });
    }
  }

  /** Books an appointment at a certain time with any free person, for `patient` or a suitable one. */
  addAt(date: string, start: number, offerName: string, patient?: Patient): Placed {
    const offer = offerNamed(offerName);
    for (const colleague of this.onDuty(date)) {
      if (colleague.duty !== offer.duty) continue;
      const placed = this.add({ colleague, offer, date, start, patient });
      if (placed) return placed;
    }
    return undefined;
  }

  /** Books an appointment of `patient` at the first free quarter of an hour of the day from `from` on. */
  addFirst(date: string, from: number, offerName: string, patient: Patient): Placed {
    for (const [open, close] of this.openRanges(date)) {
      for (let start = Math.max(open, from); start < close; start += quarter) {
        const placed = this.addAt(date, start, offerName, patient);
        if (placed) return placed;
      }
    }
    return undefined;
  }

  /** Adds a client's request at the first time from `from` on that the portal would offer. */
  addRequest(date: string, from: number, offerName: string, patient: Patient, request: string): Placed {
    const offer = offerNamed(offerName);
    const duration = offer.duration_minutes;
    for (const [open, close] of this.openRanges(date)) {
      for (let start = open; start + duration <= close; start += 60) {
        const [begins, ends] = [start - this.team.grace, start + duration + this.team.grace];
        if (start < from || this.running(date, begins, ends) >= this.team.rooms) continue;
        if (!this.hasResources(offer, date, begins, ends)) continue;
        return this.keep({
          patient,
          offer,
          colleague: null,
          date,
          start,
          duration,
          request,
        });
      }
    }
    return undefined;
  }

  /** Whether an animal might come for this on that day, with its other reasons. */
  suits(patient: Patient, offerName: string, date: string): boolean {
    return this.histories.suits(patient, offerNamed(offerName), date);
  }

  /** A suitable patient on that day. */
  findPatient(offer: Offer, date: string): Patient | undefined {
    for (let tries = 80; tries > 0; tries -= 1) {
      const patient = this.random.pick(this.team.patients);
      if (this.histories.suits(patient, offer, date)) return patient;
    }
    return undefined;
  }

  private add(wanted: Pick<Visit, 'colleague' | 'offer' | 'date' | 'start'> & { patient?: Patient }): Placed {
    const { colleague, offer, date, start } = wanted;
    const duration = offer.duration_minutes;
    const end = start + duration;
    if (!this.openRanges(date).some(([open, close]) => start >= open && end <= close)) return undefined;
    const isBusy = this.on(date).some(
      (visit) => visit.colleague === colleague && visit.start < end && visit.start + visit.duration > start,
    );
    if (isBusy || this.running(date, start, end) >= this.team.rooms) return undefined;
    if (!this.hasResources(offer, date, start, end)) return undefined;
    const patient = wanted.patient ?? this.findPatient(offer, date);
    if (!patient) return undefined;
    return this.keep({ patient, offer, colleague, date, start, duration, request: null });
  }

  private keep(visit: Visit): Visit {
    this.histories.note(visit.patient, visit.offer, visit.date);
    this.visits.push(visit);
    this.byDate.set(visit.date, [...this.on(visit.date), visit]);
    return visit;
  }

  /** Whether one of each of the rooms and equipment that an offer needs is left between two times. */
  private hasResources({ name }: Offer, date: string, from: number, to: number): boolean {
    return needsOf(name).every((choices) => {
      const competes = ({ offer }: Visit) =>
        needsOf(offer.name).some((others) => others.some((one) => choices.includes(one)));
      return this.running(date, from, to, competes) < choices.length;
    });
  }

  /** The maximum number of simultaneous appointments between two times, of those that count. */
  private running(date: string, from: number, to: number, counts = (_visit: Visit) => true): number {
    const there = this.on(date).filter(
      (visit) => visit.start < to && visit.start + visit.duration > from && counts(visit),
    );
    const moments = [from, ...there.map((visit) => Math.max(from, visit.start))];
    return Math.max(
      ...moments.map(
        (at) => there.filter((visit) => visit.start <= at && visit.start + visit.duration > at).length,
      ),
    );
  }

  private on(date: string): readonly Visit[] {
    return this.byDate.get(date) ?? [];
  }

  private onDuty(date: string): Colleague[] {
    const day = new Date(`${date}T00:00:00Z`).getUTCDay();
    return this.team.colleagues.filter(
      ({ takesBookings, workdays }) => takesBookings && workdays.includes(day),
    );
  }

  private offerOf(colleague: Colleague): Offer {
    return this.random.weighted(
      offers.filter(({ duty }) => duty === colleague.duty),
      ({ share }) => share,
    );
  }
}

/** The service of that name. */
export function offerNamed(name: string): Offer {
  const offer = offers.find((candidate) => candidate.name === name);
  if (!offer) throw new Error(`Willow Vets does not offer ${name}.`);
  return offer;
}

/** The number of appointments `ahead` days from today: fewer, the further away it is. */
export function targetFor(ahead: number, random: Random): number {
  const full = random.int(12, 16);
  const filled = ahead <= 1 ? 1 : ahead <= 5 ? 0.85 : ahead <= 12 ? 0.6 : ahead <= 20 ? 0.4 : 0.25;
  return Math.round(full * filled);
}

/** Days from `from` to `to`, both included. */
export function* daysBetween(from: string, to: string): Generator<string> {
  for (let date = from; date <= to; date = addDays(date, 1)) yield date;
}
