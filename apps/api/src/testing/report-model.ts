import type { ReportPeriodName } from '@burrow/contracts/report-period';
import type {
  AnimalRow,
  BookingRow,
  ClientRow,
  PaymentRow,
} from '../../../../packages/dev/src/factory-rows.ts';

/*
 * The figures of reports by simple, slow counting over every row, as the expected values. It shares no code with the
 * server: days are strings, and local times come from the runtime's own formatter.
 */

/** All records of a practice. */
export interface ReportWorld {
  now: Date;
  timeZone: string;
  weekStartsOn: 'sunday' | 'monday';
  bookings: Pick<
    BookingRow,
    | 'id'
    | 'client_id'
    | 'service_id'
    | 'staff_id'
    | 'booking_date'
    | 'booking_time'
    | 'status'
    | 'is_provisional'
    | 'price_pence'
    | 'paid_pence'
  >[];
  /** With the service of each line at the time of payment. */
  payments: (Pick<PaymentRow, 'booking_id' | 'kind' | 'method' | 'amount_pence' | 'taken_at'> & {
    forService: number | null;
  })[];
  clients: Pick<ClientRow, 'id' | 'created_at' | 'archived_at'>[];
  animals: Pick<AnimalRow, 'species_id' | 'active' | 'created_at'>[];
}

export interface Days {
  from: string;
  to: string;
}

/** An instant on the practice's clock: 'YYYY-MM-DD HH:MM:SS'. */
export function shownAt(instant: Date | string, timeZone: string): string {
  const written = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return written.format(new Date(instant));
}

/** The day so many days after another. */
export function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const within = (day: string, { from, to }: Days): boolean => day >= from && day <= to;
const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** The same day a year or a month before, or the last one of a shorter month. */
function sameDayBefore(day: string, months: 1 | 12): string {
  let [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - months];
  if (month < 1) [year, month] = [year - 1, month + 12];
  const begin = `${year}-${String(month).padStart(2, '0')}`;
  for (let date = Number(day.slice(8)); ; date -= 1) {
    const candidate = `${begin}-${String(date).padStart(2, '0')}`;
    if (!Number.isNaN(Date.parse(candidate)) && new Date(candidate).toISOString().startsWith(candidate))
      return candidate;
  }
}

/** The expected figures of one period. */
export function modelOf(world: ReportWorld, name: ReportPeriodName, custom?: Days) {
  const shownNow = shownAt(world.now, world.timeZone);
  const [today, time] = [shownNow.slice(0, 10), shownNow.slice(11)] as [string, string];
  const days: Days = custom ?? { from: firstDay(name, today, world.weekStartsOn), to: today };
  const before = daysBefore(name, days);
  const isMonthCut = (name === 'month' || name === 'year') && before.to.slice(8) !== days.to.slice(8);
  const lines = world.payments.map((line) => ({ ...line, shown: shownAt(line.taken_at, world.timeZone) }));
  const bookings = world.bookings.filter(({ status }) => status !== 'cancelled');
  const firstOf = (client: number): string | undefined =>
    bookings
      .filter(({ client_id }) => client_id === client)
      .map(({ booking_date }) => booking_date)
      .toSorted()[0];

  const linesIn = (span: Days) => lines.filter(({ shown }) => within(shown.slice(0, 10), span));
  const bookingsIn = (span: Days) => bookings.filter(({ booking_date }) => within(booking_date, span));
  const clientsIn = (span: Days) => new Set(bookingsIn(span).map(({ client_id }) => client_id));
  const revenueOf = (of: typeof lines): number => total(of.map(({ amount_pence }) => amount_pence));

  return {
    today,
    days,
    before,
    linesIn,
    bookingsIn,
    revenueIn: (span: Days): number => revenueOf(linesIn(span)),
    /** Of the equal period before, up to the same time of day while the period is running. */
    revenueBefore: (): number =>
      revenueOf(
        linesIn(before).filter(
          ({ shown }) =>
            days.to !== today || isMonthCut || shown.slice(0, 10) < before.to || shown.slice(11) < time,
        ),
      ),
    /** Of the hour of the period's one day that a row is for, such as '09:00'. */
    ofHour: (hour: string) => {
      const isThen = (clock: string): boolean => clock.slice(0, 2) === hour.slice(0, 2);
      return {
        revenue: revenueOf(linesIn(days).filter(({ shown }) => isThen(shown.slice(11)))),
        bookings: bookingsIn(days).filter(({ booking_time }) => isThen(booking_time)).length,
      };
    },
    newIn: (span: Days): number =>
      [...clientsIn(span)].filter((client) => within(firstOf(client) ?? '', span)).length,
    returningIn: (span: Days): number =>
      [...clientsIn(span)].filter((client) => (firstOf(client) ?? '') < span.from).length,
    /** On the books at the end of a day, or now if it has not ended. */
    activeAfter: (day: string): number => {
      const isThen = (instant: string): boolean => shownAt(instant, world.timeZone).slice(0, 10) <= day;
      return world.clients.filter(
        ({ created_at, archived_at }) => isThen(created_at) && !(archived_at && isThen(archived_at)),
      ).length;
    },
    patients: () =>
      world.animals.filter(
        ({ active, created_at }) => active && shownAt(created_at, world.timeZone).slice(0, 10) <= days.to,
      ),
    cohort: (): Set<number> => clientsIn({ from: sameDayBefore(days.from, 12), to: shifted(days.from, -1) }),
    clientsIn,
    upcoming: (): number =>
      bookings.filter(
        ({ booking_date, booking_time }) =>
          `${booking_date} ${booking_time.slice(0, 5)}` > shownNow.slice(0, 16),
      ).length,
    unpaid: () =>
      bookingsIn(days).filter(
        ({ is_provisional, price_pence, paid_pence, booking_date, booking_time }) =>
          !is_provisional &&
          price_pence > paid_pence &&
          `${booking_date} ${booking_time.slice(0, 5)}` <= shownNow.slice(0, 16),
      ),
    /** Hours in which a weekday's bookings begin, with their number. */
    hoursOf: (weekday: number): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const { booking_date, booking_time } of bookingsIn(days)) {
        if (weekdayOf(booking_date) !== weekday) continue;
        const hour = `${booking_time.slice(0, 2)}:00`;
        counts.set(hour, (counts.get(hour) ?? 0) + 1);
      }
      return counts;
    },
    ofWeekday: (weekday: number) => ({
      bookings: bookingsIn(days).filter(({ booking_date }) => weekdayOf(booking_date) === weekday).length,
      revenue: revenueOf(linesIn(days).filter(({ shown }) => weekdayOf(shown.slice(0, 10)) === weekday)),
    }),
  };
}

function firstDay(name: ReportPeriodName, today: string, weekStartsOn: 'sunday' | 'monday'): string {
  if (name === 'month') return `${today.slice(0, 8)}01`;
  if (name === 'year') return `${today.slice(0, 5)}01-01`;
  if (name !== 'week') return today;
  const first = weekStartsOn === 'sunday' ? 0 : 1;
  let day = today;
  while (weekdayOf(day) !== first) day = shifted(day, -1);
  return day;
}

function daysBefore(name: ReportPeriodName, { from, to }: Days): Days {
  if (name === 'month') return { from: sameDayBefore(from, 1), to: sameDayBefore(to, 1) };
  if (name === 'year') return { from: sameDayBefore(from, 12), to: sameDayBefore(to, 12) };
  if (name === 'week') return { from: shifted(from, -7), to: shifted(to, -7) };
  let length = 1;
  while (shifted(from, length - 1) !== to) length += 1;
  return { from: shifted(from, -length), to: shifted(to, -length) };
}
