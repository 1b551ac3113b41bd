import { missedAfterHours } from '../packages/contracts/src/booking-status.ts';
import { instantOf, localMoment } from '../apps/api/src/lib/clock.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { BookingRow, Columns } from '../packages/dev/src/factory-rows.ts';
import { consultationCases, isAcute, visitNotes, type ConsultationCase } from './consultation-cases.ts';
import type { Random } from './random.ts';
import type { Visit } from './willow-diary.ts';
import type { Colleague } from './willow-offer.ts';

/** A visit as it was recorded. */
export interface Appointment {
  visit: Visit;
  booking: BookingRow;
  startsAt: Date;
  endsAt: Date;
  /** The case, for a consultation. */
  problem: ConsultationCase | null;
}

export interface Book {
  tenantId: number;
  now: Date;
  staffIds: ReadonlyMap<Colleague, number>;
  serviceIds: ReadonlyMap<string, number>;
  /** Ids of the clients who use the portal. */
  portalClients: ReadonlySet<number>;
  /** The demo customer, who cancels nothing. */
  storyClient: number;
}

type Planned = Omit<Appointment, 'booking'> & { columns: Columns<BookingRow> };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Past days on which one client missed an appointment that is not resolved yet. */
const missedDaysAgo = new Set([0, 1, 2, 4, 6]);

/** Writes the visits as appointments, each with its current status. */
export async function insertBookings(
  db: OwnerDb,
  book: Book,
  visits: readonly Visit[],
  random: Random,
): Promise<Appointment[]> {
  const today = localMoment(book.now, 'Europe/London').date;
  const missed = new Set<string>();
  const noons = new Map<string, number>();
  const planned = visits.map((visit): Planned => {
    const noon =
      noons.get(visit.date) ??
      instantOf({ date: visit.date, time: '12:00' }, 'Europe/London')?.getTime() ??
      0;
    noons.set(visit.date, noon);
    // The clock does not change between the practice's opening and closing time.
    const startsAt = new Date(noon + (visit.start - 720) * minuteMs);
    const endsAt = new Date(startsAt.getTime() + visit.duration * minuteMs);
    return planBooking(
      { visit, startsAt, endsAt, problem: problemOf(visit, today, random) },
      book,
      missed,
      random,
    );
  });
  planned.sort((a, b) => String(a.columns.created_at).localeCompare(String(b.columns.created_at)));
  const rows = await insertRows(
    db,
    'bookings',
    planned.map(({ columns }) => columns),
  );
  return planned.map(({ columns: _columns, ...rest }, index) => ({
    ...rest,
    booking: rows[index] as BookingRow,
  }));
}

function planBooking(
  plan: Omit<Planned, 'columns'>,
  book: Book,
  missed: Set<string>,
  random: Random,
): Planned {
  const { visit, startsAt, endsAt, problem } = plan;
  const status = statusOf(plan, book, missed, random);
  const isStory = visit.patient.row.client_id === book.storyClient;
  const fromPortal =
    visit.request !== null ||
    (book.portalClients.has(visit.patient.row.client_id) &&
      visit.offer.online &&
      (random.chance(0.5) || (isStory && startsAt > book.now)));
  const createdAt = bookedAt(plan, book.now, random);
  const isDone = status === 'completed';
  const touchedAt = changedAt(status, startsAt, endsAt);
  return {
    ...plan,
    columns: {
      tenant_id: book.tenantId,
      client_id: visit.patient.row.client_id,
      animal_id: visit.patient.row.id,
      service_id: book.serviceIds.get(visit.offer.name) ?? null,
      staff_id: visit.colleague ? (book.staffIds.get(visit.colleague) ?? null) : null,
      booking_date: visit.date,
      booking_time: clockTime(visit.start),
      duration_minutes: visit.duration,
      starts_at: startsAt.toISOString(),
      price_pence: priceOf(visit, isDone, random),
      status,
      is_provisional: visit.request !== null,
      staff_accepted: fromPortal && visit.request === null,
      notes: visit.request ?? notesOf(visit, problem, isDone, random),
      source: fromPortal ? 'portal' : 'staff',
      created_at: createdAt.toISOString(),
      ...noAttendance,
      ...attendanceOf(plan, status, book.now),
      updated_at: new Date(
        Math.max(createdAt.getTime(), Math.min(touchedAt, book.now.getTime())),
      ).toISOString(),
    },
  };
}

const noAttendance = {
  stage: null,
  arrived_at: null,
  seen_at: null,
  ready_at: null,
  left_at: null,
  cancel_reason: null,
};

/** Of the past cancellations, about one in four is a client who did not attend. */
const missesPerCancellation = 4;

/** How far the visits of today have got, and whose clients did not attend. */
function attendanceOf(
  { visit, startsAt, endsAt }: Omit<Planned, 'columns'>,
  status: BookingRow['status'],
  now: Date,
): Columns<BookingRow> {
  if (status === 'cancelled') {
    const isMissed = startsAt < now && visit.patient.row.id % missesPerCancellation === 0;
    return isMissed ? { cancel_reason: 'did_not_attend' } : {};
  }
  if (visit.date !== localMoment(now, 'Europe/London').date || visit.request) return {};
  const after = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * minuteMs);
  const arrived = after(startsAt, -5 - (visit.patient.row.id % 8));
  const seen = after(startsAt, 3);
  const left = after(endsAt, 8 + (visit.patient.row.id % 10));
  if (status === 'in-progress' && seen <= now) return { stage: 'with', arrived_at: arrived, seen_at: seen };
  if (status === 'completed') {
    const times = { arrived_at: arrived, seen_at: seen, ready_at: endsAt };
    return left <= now ? { ...times, stage: 'left', left_at: left } : { ...times, stage: 'ready' };
  }
  const isWaiting = status === 'in-progress' || (status === 'confirmed' && endsAt > now);
  return isWaiting && arrived <= now ? { stage: 'arrived', arrived_at: arrived } : {};
}

const clockTime = (minutes: number): string =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** When an appointment reached its status, in milliseconds; 0 when it has not changed since it was made. */
function changedAt(status: BookingRow['status'], startsAt: Date, endsAt: Date): number {
  if (status === 'completed') return endsAt.getTime() + 5 * minuteMs;
  if (status === 'in-progress') return startsAt.getTime() + 3 * minuteMs;
  return status === 'cancelled' ? startsAt.getTime() - 5 * hourMs : 0;
}

/** A case for a consultation; an urgent one is not booked for another day. */
function problemOf(visit: Visit, today: string, random: Random): ConsultationCase | null {
  const { kind } = visit.patient.profile;
  if (visit.offer.name !== 'Consultation' || visit.request) return null;
  const cases = consultationCases[kind];
  const known = visit.date > today ? cases.filter((problem) => !isAcute(problem)) : cases;
  return random.pick(known.length > 0 ? known : cases);
}

function statusOf(
  { visit, startsAt, endsAt }: Omit<Planned, 'columns'>,
  { now, storyClient }: Book,
  missed: Set<string>,
  random: Random,
): BookingRow['status'] {
  if (visit.request) return 'pending';
  if (startsAt > now) {
    // Requested in the portal and accepted there, which leaves an appointment to be confirmed on the day.
    if (visit.patient.row.client_id === storyClient) return 'pending';
    const soon = startsAt.getTime() - now.getTime() < 90 * minuteMs;
    return !soon && random.chance(0.16) ? 'pending' : 'confirmed';
  }
  if (endsAt > now) return 'in-progress';
  const today = localMoment(now, 'Europe/London').date;
  const daysAgo = Math.round((Date.parse(today) - Date.parse(visit.date)) / dayMs);
  const isLongPast = now.getTime() - startsAt.getTime() > missedAfterHours * hourMs;
  if (
    isLongPast &&
    visit.patient.row.client_id !== storyClient &&
    missedDaysAgo.has(daysAgo) &&
    !missed.has(visit.date) &&
    visit.offer.online &&
    visit.start > 600
  ) {
    missed.add(visit.date);
    return 'confirmed';
  }
  const isSure = daysAgo === 0 || visit.patient.row.client_id === storyClient;
  return !isSure && random.chance(0.055) ? 'cancelled' : 'completed';
}

/** When the appointment was made: the same day for a sick animal, weeks before for a booster. */
function bookedAt({ visit, startsAt, problem }: Omit<Planned, 'columns'>, now: Date, random: Random): Date {
  const start = startsAt.getTime();
  const latest = Math.min(start - 20 * minuteMs, now.getTime() - 4 * minuteMs);
  if (visit.request) return new Date(now.getTime() - random.int(20, 1700) * minuteMs);
  const isUrgent = problem !== null && (isAcute(problem) || random.chance(0.2));
  const days = isUrgent ? 0 : visit.offer.name.startsWith('Booster') ? random.int(2, 21) : random.int(1, 14);
  const before = random.int(45, 180);
  // The desk opens at eight: an earlier booking was made late the afternoon before.
  const minutes = visit.start - before < 490 ? visit.start + 360 + before : before;
  const sameHour = start - days * dayMs - minutes * minuteMs;
  const made =
    sameHour < now.getTime() ? sameHour : now.getTime() - random.int(2 * 60, 5 * 24 * 60) * minuteMs;
  const known = Date.parse(visit.patient.row.created_at) + random.int(5, 30) * minuteMs;
  return new Date(Math.min(latest, Math.max(made, known)));
}

/** Pence: the price of the service, and additions of the day. */
function priceOf(visit: Visit, isDone: boolean, random: Random): number {
  const base = visit.offer.base_price_pence;
  if (!isDone) return base;
  if (visit.offer.name === 'Consultation' && random.chance(0.55)) {
    return base + random.pick([850, 1240, 1895, 2430, 2730, 3465, 4210, 5180]);
  }
  if (visit.offer.name === 'Dental scale and polish' && random.chance(0.5))
    return base + random.pick([4500, 9000, 13500]);
  if (visit.offer.name === 'Repeat consultation' && random.chance(0.3))
    return base + random.pick([850, 1240, 1895]);
  return base;
}

function notesOf(
  visit: Visit,
  problem: ConsultationCase | null,
  isDone: boolean,
  random: Random,
): string | null {
  if (problem) return isDone ? `${problem.complaint}\n${problem.finding}` : problem.complaint;
  const notes = visitNotes[visit.offer.name];
  return notes && isDone && random.chance(0.5) ? random.pick(notes) : null;
}
