import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { hashKey } from '../apps/api/src/lib/api-key.ts';
import { valueParsers } from '../apps/api/src/db/value-parsers.ts';

/** The measured practice, from which the calls are made. */
export interface Practice {
  tenantId: number;
  /** An admin and their session's key. */
  userId: number;
  apiKey: string;
  staffIds: number[];
  serviceId: number;
  /** A service that needs a room, of which there are twelve. */
  roomServiceId: number;
  /** Past appointments, so that they have messages and payments. */
  bookingIds: number[];
  /** Clients with an animal of theirs. */
  pets: { client_id: number; animal_id: number }[];
  /** The month of about 400 appointments. */
  month: { year: number; month: number; bookings: number };
  /** An upcoming day with appointments of `staffId`. */
  busyDay: { date: string; staff_id: number };
  /** A client's full name: so few match that the search must read everything. */
  wholeName: string;
}

/** A month of a busy practice; the calendar is measured with the month nearest to it. */
const wantedMonth = 400;

/** Finds the largest practice, opens a session for an admin of it, and gives the rivals a function to look a key up. */
export async function openPractice(owner: pg.Pool): Promise<Practice> {
  const ask = async <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await owner.query<Row>({ text, values, types: valueParsers })).rows;
  const one = async <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row> => {
    const [row] = await ask<Row>(text, ...values);
    if (!row) throw new Error(`Nothing was found by: ${text}`);
    return row;
  };
  const { id: tenantId } = await one<{ id: number }>(
    'select b.tenant_id as id from bookings b group by 1 order by count(*) desc limit 1',
  );
  const admin = await one<{ id: number; account_id: number }>(
    `select u.id, u.account_id from users u
     where u.tenant_id = $1 and u.role = 'admin' and u.disabled_at is null order by u.id limit 1`,
    tenantId,
  );
  const apiKey = await openSession(owner, tenantId, admin);
  const ids = async (text: string): Promise<number[]> =>
    (await ask<{ id: number }>(text, tenantId)).map(({ id }) => id);
  const roomServiceId = await openRooms(owner, tenantId);
  const { name } = await one<{ name: string }>(
    'select c.name from clients c where c.tenant_id = $1 order by hashint8(c.id) limit 1',
    tenantId,
  );
  return {
    tenantId,
    userId: admin.id,
    apiKey,
    staffIds: await ids(
      'select u.id from users u where u.tenant_id = $1 and u.takes_bookings and u.disabled_at is null',
    ),
    serviceId:
      (await ids('select s.id from services s where s.tenant_id = $1 and s.retired_at is null'))[0] ?? 0,
    roomServiceId,
    bookingIds: await ids(
      `select b.id from bookings b where b.tenant_id = $1 and b.status = 'completed'
       order by hashint8(b.id) limit 200`,
    ),
    pets: await ask(
      `select a.client_id, a.id as animal_id from animals a
       join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
       where a.tenant_id = $1 and a.active and c.archived_at is null order by a.id limit 1000`,
      tenantId,
    ),
    month: await one(
      `select extract(year from b.booking_date)::int as year, extract(month from b.booking_date)::int as month,
              count(*) as bookings
       from bookings b where b.tenant_id = $1 group by 1, 2 order by abs(count(*) - ${wantedMonth}), 1, 2 limit 1`,
      tenantId,
    ),
    busyDay: await one(
      `select b.booking_date as date, b.staff_id from bookings b
       where b.tenant_id = $1 and b.staff_id is not null and b.booking_date > current_date + 1
         and b.status <> 'cancelled'
       group by 1, 2 order by count(*) desc, 1, 2 limit 1`,
      tenantId,
    ),
    wholeName: name,
  };
}

/** Adds twelve rooms, of which one service needs one. */
export async function openRooms(owner: pg.Pool, tenantId: number): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `with rooms as (
       insert into resources (tenant_id, name, kind)
       select $1, 'Room ' || n, 'room' from generate_series(1, 12) n returning id
     )
     insert into service_resources (tenant_id, service_id, need, resource_id)
     select $1, (select max(s.id) from services s where s.tenant_id = $1), 1, r.id from rooms r
     returning service_id as id`,
    [tenantId],
  );
  return Number(rows[0]?.id);
}

async function openSession(
  owner: pg.Pool,
  tenantId: number,
  { id, account_id: accountId }: { id: number; account_id: number },
): Promise<string> {
  const apiKey = randomBytes(32).toString('base64url');
  await owner.query(
    `insert into api_keys (tenant_id, user_id, account_id, kind, key_hash, expires_at)
     values ($1, $2, $3, 'session', $4, now() + interval '1 day')`,
    [tenantId, id, accountId, hashKey(apiKey)],
  );
  // An Express server without Burrow's schema would keep its keys in a table that any request can read.
  await owner.query(
    `create function bench_key_practice(hash bytea) returns bigint
     language sql stable security definer set search_path = public, pg_temp as
     'select k.tenant_id from api_keys k where k.key_hash = hash and k.revoked_at is null and k.expires_at > now()'`,
  );
  return apiKey;
}
