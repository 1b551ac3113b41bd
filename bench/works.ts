import type { Call } from './load.ts';
import type { Practice } from './practice.ts';

/** One kind of call that all three servers answer alike. */
export interface Work {
  name: string;
  title: string;
  /** The goal relative to plain Express' speed, if any. */
  goal?: number;
  /** The calls to repeat, or a function that makes new ones if no call may be made twice. */
  calls(practice: Practice): readonly Call[] | (() => Call);
  /** Whether the call writes; its rows are removed before the next measurement. */
  writes?: true;
}

/** Ids of created appointments start here, beyond all others. */
export const firstCreatedDay = '2031-01-01';

export const works: readonly Work[] = [
  {
    name: 'detail',
    title: "one booking's detail",
    goal: 0.85,
    calls: ({ bookingIds }) => bookingIds.map((id) => ({ path: '/api/booking', body: { booking_id: id } })),
  },
  {
    name: 'month',
    title: 'a month of bookings, joined',
    goal: 0.9,
    calls: ({ month: { year, month } }) => [{ path: '/api/bookings', body: { year, month } }],
  },
  {
    name: 'free-times',
    title: 'free times of a day',
    goal: 0.85,
    calls: ({ busyDay }) => [
      { path: '/api/bookings/free_times', body: { ...busyDay, duration_minutes: 30 } },
    ],
  },
  {
    name: 'search',
    title: 'search clients (5,000), a page of 50',
    goal: 0.85,
    calls: ({ wholeName }) => [{ path: '/api/clients', body: { q: wholeName, limit: 50 } }],
  },
  {
    name: 'stats',
    title: "the dashboard's counts",
    calls: () => [{ path: '/api/admin/dashboard/stats', body: {} }],
  },
  {
    name: 'create',
    title: 'create a booking, with all checks',
    goal: 0.6,
    writes: true,
    calls: (practice) => () => newBooking(practice, practice.serviceId),
  },
  {
    name: 'create-one-day',
    title: 'create bookings on one day, which wait for each other',
    writes: true,
    calls: (practice) => () => newBooking(practice, practice.serviceId, oneDay),
  },
  {
    name: 'create-room',
    title: 'create a booking with a person and a room',
    goal: 0.55,
    writes: true,
    calls: (practice) => () => newBooking(practice, practice.roomServiceId),
  },
];

/** The days over which new appointments are spread; a full one is followed by the next. */
const daysAhead = { from: firstCreatedDay, days: 40 };
/** Far from the others: a call that is still under way when a measurement ends writes after the clean-up. */
const oneDay = { from: '2041-01-01', days: 1 };

let created = 0;

/**
 * A booking on a free quarter of an hour from 06:00 to 22:00: days first, as a practice books ahead, then staff, then
 * times.
 */
function newBooking({ staffIds, pets }: Practice, serviceId: number, { from, days } = daysAhead): Call {
  const turn = (created += 1);
  const place = Math.floor(turn / days);
  const minute = 360 + (Math.floor(place / staffIds.length) % 64) * 15;
  const lap = Math.floor(place / staffIds.length / 64);
  const day = new Date(Date.parse(from) + (lap * days + (turn % days)) * 86_400_000);
  return {
    path: '/api/booking_create',
    body: {
      ...pets[turn % pets.length],
      service_id: serviceId,
      staff_id: staffIds[place % staffIds.length],
      booking_date: day.toISOString().slice(0, 10),
      booking_time: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      duration_minutes: 15,
      price: '45.00',
      status: 'confirmed',
    },
  };
}
