import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { missedAfterHours } from '@burrow/contracts/booking-status';
import { addDays, daysBetween, timeOf } from '@burrow/contracts/calendar-day';
import type { DiaryAppointment, DiaryColumnDay } from '@burrow/contracts/diary';
import { intersection, without, type Span } from '@burrow/contracts/spans';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { localMoment } from '../../lib/clock.ts';
import { hasScope } from '../../lib/key-scopes.ts';
import { moneyFromPence } from '../../lib/money.ts';
import {
  absentSpans,
  holidayNameOn,
  holidaysColumn,
  isOfPractice,
  minutesFrom,
  openSpans,
  rotaColumn,
  serviceJson,
  workingSpans,
  type Absence,
  type BusinessHours,
  type Holiday,
  type OfferedService,
  type Rota,
} from '../availability/public.ts';

type Diary = OutputOf<'diary'>;
type AppointmentRow = Omit<DiaryAppointment, 'price' | 'paid'> & { price_pence: number; paid_pence: number };

interface DiaryRow {
  business_hours: BusinessHours;
  parallel_places: number;
  grace: number;
  holidays: Holiday[];
  rota: Rota;
  people: { id: number; name: string; color: string | null; takes_bookings: boolean; active: boolean }[];
  resources: { id: number; name: string; kind: 'room' | 'equipment' | 'kennel'; places: number }[];
  services: ({ id: number } & Pick<OfferedService, 'staff' | 'needs'>)[];
  appointments: AppointmentRow[];
  held: Diary['held'];
}

const resourcesOf = `array(select p.resource_id from booking_parts p
       where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null order by p.step, p.need)`;

/** SQL for an instant as the wire has it. */
const instantOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const stageTimes = ['arrived_at', 'seen_at', 'ready_at', 'left_at']
  .map((column) => `${instantOf(`b.${column}`)} as ${column}`)
  .join(', ');

// $2 the first day, $3 the last, $4 now. What began on the day before may continue after midnight. A person who
// no longer takes appointments keeps a column while they have some.
const diaryDays = statement<DiaryRow>(
  'diary_days',
  `select t.business_hours, t.parallel_places, t.grace_minutes as grace, ${holidaysColumn}, ${rotaColumn('$2::date', '$3::date')},
     coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name, 'color', u.colour,
         'takes_bookings', u.takes_bookings, 'active', u.takes_bookings and u.disabled_at is null) order by u.name, u.id)
       from users u where u.tenant_id = t.id), '[]') as people,
     coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'kind', e.kind, 'places', e.places)
         order by e.display_order, e.id)
       from resources e where e.tenant_id = t.id and e.retired_at is null), '[]') as resources,
     coalesce((select json_agg(${serviceJson}::jsonb || jsonb_build_object('id', s.id) order by s.id)
       from services s where s.tenant_id = t.id and (
         exists (select from service_staff w where w.tenant_id = t.id and w.service_id = s.id)
         or exists (select from service_resources r where r.tenant_id = t.id and r.service_id = s.id))), '[]') as services,
     coalesce((select json_agg(x order by x.booking_date, x.booking_time, x.id) from (
       select b.id, b.booking_date, to_char(b.booking_time, 'HH24:MI') as booking_time, b.duration_minutes,
         b.before_minutes, b.after_minutes, b.status, b.is_provisional::int as is_provisional,
         b.staff_accepted::int as staff_accepted, b.staff_id, ${resourcesOf} as resource_ids,
         b.client_id, c.name as client_name, c.phone as client_phone,
         coalesce(c.first_booking_on = b.booking_date, false) as new_client,
         b.animal_id, a.name as animal_name, sp.name as species, a.breed, a.allergies, a.behaviour_notes,
         b.service_id, sv.name as service, sv.colour as service_color, b.notes, b.staff_notes, b.price_pence, b.paid_pence,
         b.status in ('pending', 'confirmed') and b.stage is null and b.starts_at < $4::timestamptz - interval '${missedAfterHours} hours' as missed,
         b.overlap_allowed, c.alert as client_alert, b.stage, ${stageTimes}
       from bookings b
       join clients c on c.tenant_id = b.tenant_id and c.id = b.client_id
       join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
       left join species sp on sp.tenant_id = a.tenant_id and sp.id = a.species_id
       left join services sv on sv.tenant_id = b.tenant_id and sv.id = b.service_id
       where b.tenant_id = t.id and b.booking_date >= $2::date - 1 and b.booking_date <= $3
         and b.during && tsrange($2::date::timestamp, ($3::date + 1)::timestamp)) x), '[]') as appointments,
     coalesce((select json_agg(json_build_object('kind', h.kind, 'client_name', c.name, 'animal_name', a.name,
         'service', sv.name, 'held_until', ${instantOf('h.held_until')}, 'booking_date', h.booking_date,
         'booking_time', to_char(h.booking_time, 'HH24:MI'), 'duration_minutes', h.duration_minutes, 'staff_id', h.staff_id,
         'service_id', h.service_id, 'resource_ids', h.resource_ids) order by h.booking_date, h.booking_time)
       from holds h
       join clients c on c.tenant_id = h.tenant_id and c.id = h.client_id
       join animals a on a.tenant_id = h.tenant_id and a.id = h.animal_id
       join services sv on sv.tenant_id = h.tenant_id and sv.id = h.service_id
       where h.tenant_id = t.id and h.held_until > $4
         and h.booking_date >= $2::date - 1 and h.booking_date <= $3
         and tsrange(h.booking_date + h.booking_time, h.booking_date + h.booking_time + h.duration_minutes * interval '1 minute')
           && tsrange($2::date::timestamp, ($3::date + 1)::timestamp)), '[]') as held
   from tenants t where t.id = $1`,
);

/** Up to seven days of the diary in one statement. */
export async function readDiary(
  { tx, tenantId, session, now }: Ctx,
  { date: first, days: count }: ParsedInputOf<'diary'>,
): Promise<Diary> {
  const last = addDays(first, count - 1);
  const row = await tx.row(diaryDays, [tenantId, first, last, now]);
  if (!row) throw new Error('The practice of this session was not found.');
  const { business_hours: hours, holidays, rota } = row;
  const seesAlert = hasScope(session, 'clients:read');
  const dates = Array.from({ length: count }, (_, n) => addDays(first, n));
  const open = openSpans({ hours, holidays }, first, last);
  const inColumn = (isOf: (absence: Absence) => boolean, working: readonly Span[]): DiaryColumnDay[] =>
    dates.map((date) => ({
      date,
      working: spansOn(working, first, date),
      away: awayOn(rota.absences.filter(isOf), date),
    }));
  return {
    today: localMoment(now, session.timeZone).date,
    has_rota: rota.exists,
    parallel_places: row.parallel_places,
    grace: row.grace,
    days: dates.map((date) => ({
      date,
      holiday: holidayNameOn(date, holidays),
      opening: spansOn(open, first, date),
      away: awayOn(rota.absences.filter(isOfPractice), date),
    })),
    people: shownPeople(row).map((person) => ({
      ...person,
      days: inColumn(
        ({ user_id: id }) => id === person.id,
        workingSpans(rota, person.id, { hours, open, first, last, onlineOnly: false }),
      ),
    })),
    resources: row.resources.map((resource) => {
      const isOf = ({ resource_id: id }: Absence): boolean => id === resource.id;
      const isAway = (absence: Absence): boolean => isOf(absence) || isOfPractice(absence);
      return { ...resource, days: inColumn(isOf, without(open, absentSpans(rota, first, isAway))) };
    }),
    services: row.services.map(({ id, staff, needs }) => ({
      id,
      staff_ids: staff.map(({ user_id: provider }) => provider),
      needs: needs.map((choice) => choice.map((resource) => resource.id)),
    })),
    appointments: row.appointments.map(({ price_pence: price, paid_pence: paid, ...appointment }) => ({
      ...appointment,
      price: moneyFromPence(price),
      paid: moneyFromPence(paid),
      client_alert: seesAlert ? appointment.client_alert : null,
    })),
    held: row.held,
  };
}

/** Active staff, and others with appointments or held times on these days. */
function shownPeople({ people, appointments, held }: DiaryRow): DiaryRow['people'] {
  const booked = new Set([...appointments, ...held].map(({ staff_id: id }) => id));
  return people.filter(({ id, active }) => active || booked.has(id));
}

/** The parts of spans on one day; they count from midnight of `origin`. */
function spansOn(spans: readonly Span[], origin: string, date: string): { from: string; to: string }[] {
  const midnight = daysBetween(origin, date) * 1440;
  return intersection(spans, [[midnight, midnight + 1440]]).map(([start, end]) => ({
    from: timeOf(start - midnight),
    to: timeOf(end - midnight),
  }));
}

/** The parts of absences on one day. */
const awayOn = (absences: readonly Absence[], date: string): DiaryColumnDay['away'] =>
  absences.flatMap(({ id, starts, ends, kind, note }) =>
    spansOn([[minutesFrom(date, starts), minutesFrom(date, ends)]], date, date).map((span) => ({
      ...span,
      absence_id: id,
      kind,
      note,
    })),
  );
