import { daysBetween, minutesOf } from '@burrow/contracts/calendar-day';
import type { Taken } from '@burrow/contracts/clashes';
import type { ErrorBody } from '@burrow/contracts/errors';
import type { BusinessHours, Holiday } from './availability.ts';
import { holidaysColumn, serviceJson, type OfferedService } from './days-read-model.ts';
import { rotaColumn } from './rota-columns.ts';
import type { Rota } from './working-hours.ts';

export type Conflict = NonNullable<ErrorBody['conflicts']>[number];

/** An appointment, or without an id a time held for a pet owner. */
export type DiaryEntry = Omit<Conflict, 'booking_id'> & {
  booking_id: number | null;
  staff_id: number | null;
  /** Without a person, those who provide its service; empty for everyone. */
  provider_ids: number[];
  animal_id: number | null;
  /** Whether it is a pending request. */
  waits: boolean;
  before_minutes: number;
  after_minutes: number;
  /** The rooms and equipment it uses. */
  resource_ids: number[];
  /** Of a held time: why, for whom, and until when on the practice's clock. */
  held?: { kind: 'payment' | 'offer'; client_name: string; until: string };
  /** Only where names are read. */
  animal_name?: string;
  service_name?: string | null;
};

/** A room or a piece of equipment. */
export type DeskResource = OfferedService['needs'][number][number];

/** Everything that decides whether the desk can book some time. */
export interface DiaryRow {
  business_hours: BusinessHours;
  places: number;
  grace_minutes: number;
  holidays: Holiday[];
  /** Who takes appointments. */
  people: { id: number; name: string }[];
  rota: Rota;
  service: OfferedService | null;
  /** The resources that were requested by id. */
  resources: DeskResource[];
  taken: DiaryEntry[];
  held: DiaryEntry[];
}

const entryJson = (
  row: string,
  who: string,
): string => `json_build_object('booking_date', ${row}.booking_date,
       'booking_time', to_char(${row}.booking_time, 'HH24:MI'), 'duration_minutes', ${row}.duration_minutes,
       'before_minutes', ${row}.before_minutes, 'after_minutes', ${row}.after_minutes, 'staff_id', ${row}.staff_id,
       'provider_ids', case when ${row}.staff_id is null then array(select w.user_id from service_staff w
         where w.tenant_id = ${row}.tenant_id and w.service_id = ${row}.service_id) else '{}' end, ${who})`;

/** SQL for the resources of the appointment `b`. */
const resourcesOfBooking = `array(select p.resource_id from booking_parts p
           where p.tenant_id = b.tenant_id and p.booking_id = b.id and p.resource_id is not null)`;

interface DiaryQuery {
  /** SQL for the moments on the practice's clock between which entries count; at most some days apart. */
  from: string;
  until: string;
  /** A further condition on the appointments `b` that are not cancelled. */
  which: string;
  /** SQL for the current instant, the requested service's id and the requested resources' ids. */
  now: string;
  service: string;
  resources: string;
  /** Whether entries carry the names of animal and service. */
  named?: boolean;
}

/**
 * SQL for {@link DiaryRow} of the practice `t`, and its FROM clause, to which joins can be added. An appointment takes a
 * day at most and its gap four hours, which bounds the index range.
 */
export const diarySql = ({ from, until, which, now, service, resources, named = false }: DiaryQuery) => ({
  columns: `t.business_hours, t.parallel_places as places, t.grace_minutes, ${holidaysColumn},
     coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.id) from users u
       where u.tenant_id = t.id and u.takes_bookings and u.disabled_at is null), '[]') as people,
     ${rotaColumn(`(${from})::date`, `(${until})::date`)},
     (select ${serviceJson} from services s where s.tenant_id = t.id and s.id = ${service}) as service,
     coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name, 'places', e.places)) from resources e
       where e.tenant_id = t.id and e.id = any (${resources}) and e.retired_at is null), '[]') as resources,
     coalesce((select json_agg(${entryJson(
       'b',
       `'booking_id', b.id, 'animal_id', b.animal_id, 'waits', b.is_provisional, 'resource_ids', ${resourcesOfBooking}
         ${named ? ", 'animal_name', a.name, 'service_name', s.name" : ''}`,
     )} order by b.booking_date, b.booking_time, b.id)
       from bookings b
       ${
         named
           ? `join animals a on a.tenant_id = b.tenant_id and a.id = b.animal_id
       left join services s on s.tenant_id = b.tenant_id and s.id = b.service_id`
           : ''
       }
       where b.tenant_id = $1 and b.status <> 'cancelled' and ${which}
         and b.booking_date >= w.earliest::date and b.booking_date <= w.latest::date
         and b.during && w.around), '[]') as taken,
     coalesce((select json_agg(${entryJson(
       'h',
       `'booking_id', null, 'animal_id', null, 'waits', false, 'resource_ids', h.resource_ids,
        'held', json_build_object('kind', h.kind, 'client_name', hc.name,
          'until', to_char(h.held_until at time zone t.time_zone, 'HH24:MI'))`,
     )} order by h.booking_date, h.booking_time)
       from holds h join clients hc on hc.tenant_id = h.tenant_id and hc.id = h.client_id
       where h.tenant_id = $1 and h.held_until > ${now}
         and h.booking_date >= w.earliest::date and h.booking_date <= w.latest::date
         and tsrange(h.booking_date + h.booking_time,
               h.booking_date + h.booking_time + h.duration_minutes * interval '1 minute') && w.around), '[]') as held`,
  from: `tenants t cross join lateral (
     select ${from} - interval '28 hours' as earliest, ${until} + interval '4 hours' as latest,
            tsrange(${from} - t.grace_minutes * interval '1 minute',
                    ${until} + t.grace_minutes * interval '1 minute') as around) w`,
});

/** An entry of the diary as a busy interval, in minutes after midnight of `date`; negative on an earlier day. */
export function takenOn(
  entry: DiaryEntry,
  date: string,
  label: string | null,
): Taken & { entry: DiaryEntry } {
  const start = minutesOf(entry.booking_time) + daysBetween(date, entry.booking_date) * 1440;
  return {
    start,
    end: start + entry.duration_minutes,
    label,
    staffId: entry.staff_id,
    animalId: entry.animal_id,
    takesPlace: true,
    entry,
  };
}
