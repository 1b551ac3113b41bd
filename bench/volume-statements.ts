import { nameGroups, places, streets } from '../seeds/client-names.ts';
import { speciesProfiles } from '../seeds/breeds.ts';

/** Sizes are for each practice. Whole numbers only: they are written into the statements. */
export interface VolumePlan {
  practices: number;
  bookings: number;
  clients: number;
  animals: number;
  staff: number;
  services: number;
  perDay: number;
  /** The start times of appointments. */
  startsPerDay: number;
  messages: boolean;
  /** ISO 8601. */
  now: string;
  /** YYYY-MM-DD and HH:MM on the practices' clock. */
  today: string;
  timeNow: string;
  /** Highest id in use by table. */
  base: Record<
    | 'tenants'
    | 'accounts'
    | 'users'
    | 'clients'
    | 'animals'
    | 'services'
    | 'species'
    | 'bookings'
    | 'booking_fields',
    number
  >;
  keyPrefix: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const textArray = (list: readonly string[]): string => `array[${list.map(quoted).join(',')}]`;
/** An entry of a list by a number from 0 on, cyclically. */
const oneOf = (list: readonly string[], number: string): string =>
  `(${textArray(list)})[1 + (${number}) % ${list.length}]`;

const firstNames = nameGroups.flatMap((group) => group.firstNames).slice(0, 60);
const surnames = nameGroups.flatMap((group) => group.surnames).slice(0, 75);
const kept = speciesProfiles.filter(({ species }) =>
  ['Dog', 'Cat', 'Rabbit', 'Guinea pig'].includes(species),
);
const animalNames = [
  'Bella',
  'Alfie',
  'Luna',
  'Teddy',
  'Poppy',
  'Milo',
  'Daisy',
  'Charlie',
  'Willow',
  'Max',
  'Rosie',
  'Oscar',
  'Molly',
  'Archie',
  'Ruby',
  'Rufus',
  'Nell',
  'Bertie',
  'Hazel',
  'Felix',
  'Tilly',
  'Monty',
  'Honey',
];
const serviceNames = [
  'Consultation',
  'Booster vaccination',
  'Nail clip',
  'Dental scale and polish',
  'Microchip',
  'Blood test',
  'X-ray',
  'Repeat consultation',
];

/** The statements that write a volume, in order, and the tables with explicitly assigned ids. */
export function volumeStatements(plan: VolumePlan): { statements: string[]; sequences: string[] } {
  const statements = [
    daysStatement(plan),
    ...practiceStatements(plan),
    bookingsStatement(plan),
    ...clientStatements(plan),
    ...paymentStatements(plan),
    fieldValuesStatement(plan),
    ...(plan.messages ? [messagesStatement(plan)] : []),
  ];
  return { statements, sequences: Object.keys(plan.base) };
}

/** How many open days the diary has. */
const openDays = ({ bookings, perDay }: VolumePlan): number => Math.ceil(bookings / perDay);

/**
 * The share of its clients that a practice sees at a time. They come and go in the order of their numbers: those of the
 * first day are the first, those of the last day the last.
 */
const atATime = 0.4;

/** Mondays to Saturdays up to a month ahead, numbered from the oldest. */
const daysStatement = (plan: VolumePlan): string => {
  const { today } = plan;
  const count = openDays(plan);
  return `
  create temporary table volume_days on commit drop as
  select (${count} - row_number() over (order by d.day desc))::int as n, d.day
  from (select (${quoted(today)}::date + 30 - s) as day from generate_series(0, ${Math.ceil((count * 7) / 6) + 7}) s) d
  where extract(dow from d.day) <> 0
  order by d.day desc limit ${count}`;
};

function practiceStatements({ practices, staff, services, base, now, keyPrefix }: VolumePlan): string[] {
  const each = `generate_series(0, ${practices - 1}) t`;
  const tenant = `${base.tenants} + t + 1`;
  return [
    `insert into tenants (id, tenant_name, contact_name, subdomain, email, phone, business_type, parallel_places, grace_minutes,
                          fts_complete, trial_ends_at)
     select ${tenant}, 'Practice ' || (${tenant}), 'Contact', 'volume-' || (${tenant}), 'hello@volume-' || (${tenant}) || '.test',
            '01632960100', 'Veterinary', ${Math.max(3, staff)}, 0, true, ${quoted(now)}::timestamptz + interval '10 years'
     from ${each}`,
    `insert into accounts (id, email, name)
     select ${base.accounts} + t * ${staff} + s + 1, 'person-' || s || '@volume-' || (${tenant}) || '.test',
            ${oneOf(firstNames, 's + t')} || ' ' || ${oneOf(surnames, 's * 7 + t')}
     from ${each} cross join generate_series(0, ${staff - 1}) s`,
    `insert into users (tenant_id, id, account_id, name, role, colour)
     select ${tenant}, ${base.users} + t * ${staff} + s + 1, a.id, a.name, case s when 0 then 'admin' else 'staff' end, '#2f6f5e'
     from ${each} cross join generate_series(0, ${staff - 1}) s
     join accounts a on a.id = ${base.accounts} + t * ${staff} + s + 1`,
    `insert into api_keys (tenant_id, user_id, account_id, kind, key_hash, last_used_at, expires_at)
     select ${tenant}, ${base.users} + t * ${staff} + 1, ${base.accounts} + t * ${staff} + 1, 'session',
            sha256(convert_to(${quoted(keyPrefix)} || (${tenant}), 'UTF8')),
            ${quoted(now)}::timestamptz + interval '10 years', ${quoted(now)}::timestamptz + interval '10 years'
     from ${each}`,
    `insert into species (tenant_id, id, name)
     select ${tenant}, ${base.species} + t * ${kept.length} + s + 1, ${oneOf(
       kept.map(({ species }) => species),
       's',
     )}
     from ${each} cross join generate_series(0, ${kept.length - 1}) s`,
    `insert into services (tenant_id, id, name, base_price_pence, duration_minutes, colour, display_order)
     select ${tenant}, ${base.services} + t * ${services} + s + 1, ${oneOf(serviceNames, 's')},
            (array[4950, 5800, 1750, 34500, 2400, 11800, 26500, 3600])[s % 8 + 1], 30, '#3d5a99', s + 1
     from ${each} cross join generate_series(0, ${services - 1}) s`,
    `insert into booking_fields (tenant_id, id, field_label, field_type, field_options, display_order)
     select ${tenant}, ${base.booking_fields} + t * 2 + s + 1, ${oneOf(['Presenting complaint', 'Pain score'], 's')},
            ${oneOf(['textarea', 'slider'], 's')}, '{}', s + 1
     from ${each} cross join generate_series(0, 1) s`,
    `insert into holidays (tenant_id, name, start_date, end_date, is_recurring)
     select ${tenant}, 'Christmas', '2025-12-25', '2025-12-26', true from ${each}`,
  ];
}

/** The clients with the day of their first appointment, which are in the diary already; their animals. */
function clientStatements(plan: VolumePlan): string[] {
  const { practices, clients, animals, base, now, today } = plan;
  const diaryBegan = Math.ceil((openDays(plan) * 7) / 6) - 30;
  const since = (
    client: string,
  ): string => `${quoted(now)}::timestamptz - interval '1 day' * greatest(1, round(
    ${diaryBegan} * (1 - greatest(0, (${client})::float8 / ${clients} - ${atATime}) / ${1 - atATime})))`;
  const each = `generate_series(0, ${practices - 1}) t`;
  const tenant = `${base.tenants} + t + 1`;
  const breed = kept.map(
    (profile, index) =>
      `when ${index} then ${oneOf(
        profile.breeds.map(({ name }) => name),
        'a / 4',
      )}`,
  );
  return [
    // The same client number has another name in another practice.
    `insert into clients (tenant_id, id, name, email, phone, address, first_booking_on, created_at, updated_at)
     select ${tenant}, ${base.clients} + t::bigint * ${clients} + c + 1, p.name, 'client-' || c || '@volume-' || (${tenant}) || '.test',
            '07' || lpad((c + 1)::text, 9, '0'),
            (1 + c % 90) || ' ' || ${oneOf(streets, 'c / 3')} || ', ' || ${oneOf(
              places.map(({ town }) => town),
              'c',
            )},
            f.day, p.since, p.since
     from ${each} cross join generate_series(0, ${clients - 1}) c
       cross join lateral (select ${oneOf(firstNames, 'c * 17 + t')} || ' ' || ${oneOf(surnames, 'c / 7 + c + t')} as name,
                       ${since('c')} as since) p
       left join (
         select b.client_id, min(b.booking_date) as day from bookings b
         where b.tenant_id > ${base.tenants} and b.status <> 'cancelled' group by b.client_id) f
         on f.client_id = ${base.clients} + t::bigint * ${clients} + c + 1`,
    `insert into animals (tenant_id, id, client_id, species_id, name, breed, gender, dob, active, created_at, updated_at)
     select ${tenant}, ${base.animals} + t::bigint * ${animals} + a + 1, ${base.clients} + t::bigint * ${clients} + a % ${clients} + 1,
            ${base.species} + t * ${kept.length} + k.kind + 1, ${oneOf(animalNames, 'a * 5 + t')},
            case k.kind ${breed.join(' ')} end, ${oneOf(['female neutered', 'male neutered', 'female', 'male'], 'a')},
            ${quoted(today)}::date - (100 + a * 53 % 4500), a % 33 <> 0, p.since, p.since
     from ${each} cross join generate_series(0, ${animals - 1}) a
       cross join lateral (select (array[0, 0, 1, 0, 1, 0, 1, 2, 0, 1, 3])[a % 11 + 1] as kind) k
       cross join lateral (select ${since(`a % ${clients}`)} as since) p`,
    `insert into animal_weights (tenant_id, animal_id, measured_on, weight_grams)
     select a.tenant_id, a.id, ${quoted(today)}::date - (a.id % 300)::int, 900 + (a.id * 7919 % 28000)::int
     from animals a where a.tenant_id > ${base.tenants}`,
  ];
}

/**
 * Each day's appointments rotate through the staff; those of one person begin at separate half-hours, so none overlap.
 * The last five are pending requests. A client's two animals alternate.
 */
function bookingsStatement(plan: VolumePlan): string {
  const {
    practices,
    bookings,
    clients,
    animals,
    staff,
    services,
    perDay,
    startsPerDay,
    base,
    now,
    today,
    timeNow,
  } = plan;
  const perPerson = Math.ceil(perDay / staff);
  const halfHoursApart = Math.max(1, Math.floor(startsPerDay / perPerson));
  const isPaid = "y.status = 'completed' and x.r / 7 % 100 < 96";
  return `
  insert into bookings (tenant_id, id, client_id, animal_id, service_id, staff_id, booking_date, booking_time, duration_minutes,
                        starts_at, price_pence, status, is_provisional, staff_accepted, source, notes, paid_pence, paid_type,
                        created_at, updated_at)
  select x.tenant_id, x.id, ${base.clients} + x.t * ${clients} + x.animal % ${clients} + 1, ${base.animals} + x.t * ${animals} + x.animal + 1,
         ${base.services} + x.t * ${services} + x.r % ${services} + 1,
         case when not y.is_request then ${base.users} + x.t * ${staff} + x.j % ${staff} + 1 end,
         x.day, x.start, 30, z.starts_at, y.price, y.status, y.is_request, false,
         case when y.is_request or x.r % 5 = 0 then 'portal' else 'staff' end,
         case when x.r % 3 = 0 then 'Routine, no concerns raised by the owner.' end,
         case when ${isPaid} then y.price else 0 end,
         case when ${isPaid} then ${oneOf(['Card', 'Card', 'Card', 'Cash', 'BACS'], 'x.r / 11')} end,
         least(z.starts_at - (1 + x.r % 20) * interval '1 day', ${quoted(now)}::timestamptz), least(z.starts_at, ${quoted(now)}::timestamptz)
  from (
    select t, ${base.tenants} + t + 1 as tenant_id, ${base.bookings} + t * ${bookings} + i + 1 as id, i, i % ${perDay} as j, d.day,
           time '09:00' + (i % ${perDay} / ${staff} * ${halfHoursApart} + i % ${perDay} % ${staff} % ${halfHoursApart})
             * interval '30 minutes' as start, h.r,
           case when h.r % 2 = 0 and c.client < ${animals - clients} then c.client + ${clients} else c.client end as animal
    from generate_series(0::bigint, ${practices - 1}) t
    cross join generate_series(0::bigint, ${bookings - 1}) i
    cross join lateral (select hashint8(t * ${bookings} + i)::bigint & 2147483647 as r) h
    join volume_days d on d.n = i / ${perDay}
    cross join lateral (select floor(${1 - atATime} * ${clients} * d.n / ${openDays(plan)})::bigint
                               + (h.r / 3) % ${Math.ceil(clients * atATime)} as client) c
  ) x
  cross join lateral (
    select x.i >= ${bookings - 5} as is_request,
           (array[4950, 5800, 1750, 34500, 2400, 11800, 26500, 3600])[x.r % ${services} % 8 + 1] as price,
           case when x.i >= ${bookings - 5} then 'pending'
                when x.day > ${quoted(today)} or (x.day = ${quoted(today)} and x.start > ${quoted(timeNow)})
                  then case when x.r % 7 = 0 then 'pending' else 'confirmed' end
                when x.r / 5 % 100 < 6 then 'cancelled' else 'completed' end as status
  ) y
  cross join lateral (select (x.day + x.start) at time zone 'Europe/London' as starts_at) z`;
}

/**
 * A payment for the paid amount of each appointment. One of forty was entered with the wrong method, voided and entered
 * again; one of fifteen cancelled appointments had been prepaid, and was refunded.
 */
function paymentStatements({ base }: VolumePlan): string[] {
  const isMistake = 'b.id % 40 = 0';
  const isReturned = "b.status = 'cancelled' and b.id % 15 = 0";
  const mine = `b.tenant_id > ${base.tenants}`;
  const columns = 'tenant_id, booking_id, service_id, kind, method, amount_pence, taken_at';
  return [
    `insert into payments (${columns})
     select b.tenant_id, b.id, b.service_id, 'payment',
            case when ${isReturned} then 'Card' when ${isMistake} then 'Cash' else b.paid_type end,
            case when ${isReturned} then b.price_pence else b.paid_pence end,
            case when ${isReturned} then b.created_at else b.starts_at + interval '35 minutes' end
     from bookings b where ${mine} and (b.paid_type is not null or ${isReturned})
     order by b.tenant_id, b.id`,
    `insert into payments (${columns}, reverses_payment_id)
     select b.tenant_id, b.id, p.service_id, case when ${isReturned} then 'refund' else 'void' end, p.method, -p.amount_pence,
            case when ${isReturned} then b.starts_at - interval '1 hour' else p.taken_at + interval '10 minutes' end, p.id
     from payments p join bookings b on b.tenant_id = p.tenant_id and b.id = p.booking_id
     where ${mine} and (${isMistake} or ${isReturned})`,
    `insert into payments (${columns})
     select b.tenant_id, b.id, b.service_id, 'payment', b.paid_type, b.paid_pence, b.starts_at + interval '50 minutes'
     from bookings b where ${mine} and b.paid_type is not null and ${isMistake}`,
  ];
}

/** Both custom fields on every fifth appointment. */
const fieldValuesStatement = ({ base }: VolumePlan): string => `
  insert into booking_field_values (tenant_id, booking_id, field_id, value)
  select b.tenant_id, b.id, f.id, case f.field_type when 'slider' then (b.id % 11)::text else 'Yearly check, eating and drinking well.' end
  from bookings b join booking_fields f on f.tenant_id = b.tenant_id
  where b.tenant_id > ${base.tenants} and b.id % 5 = 0`;

const messagesStatement = ({ base }: VolumePlan): string => `
  insert into comms (tenant_id, client_id, booking_id, type, kind, status, recipient, body, provider, created_at, updated_at)
  select b.tenant_id, b.client_id, b.id, 'sms', 'booking_reminder', 'confirmed', '07700900001',
         'A reminder of your appointment on ' || b.booking_date || ' at ' || to_char(b.booking_time, 'HH24:MI') || '.', 'twilio',
         b.created_at, b.created_at
  from bookings b where b.tenant_id > ${base.tenants}
  order by b.tenant_id, b.id`;
