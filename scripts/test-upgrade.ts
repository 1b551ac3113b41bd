import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { generateVolume, type VolumePractice } from '../bench/generate-volume.ts';
import { openCaller, type Caller } from '../bench/load.ts';
import { startServer, stopServers, type Server } from '../bench/servers.ts';
import { migrate } from '../apps/api/src/db/migrate.ts';
import { dice } from '../apps/api/src/testing/dice.ts';
import { connectOwner } from '../packages/dev/src/factory-insert.ts';
import { makeClient, makeSessionKey } from '../packages/dev/src/factory-people.ts';
import { serverFolder, startPostgres } from '../packages/dev/src/postgres-server.ts';
import { apiEnvironment, apiNodeFlags } from './api-node-flags.ts';
import { DeskAtWork, type Diary } from './desk-at-work.ts';
import { checkOutFormerRelease } from './former-release.ts';
import { checkout } from './source-files.ts';

// `npm run test:upgrade`: upgrades a database under load. Two servers of the former release create, move and cancel
// appointments before, while and after this release's migrations run, then beside a server of this release. Afterwards each
// confirmed change must be there, the parts of appointments must agree with them, and no request may have failed. It prints
// how long writing and reading appointments waited for the migrations. `--bookings 200000` sets the size; everything runs on
// 127.0.0.1, for about a minute.

const { values } = parseArgs({ options: { bookings: { type: 'string', default: '200000' } } });
const bookings = Number(values.bookings);
/** The last migration of the former release. */
const formerMigrations = '0042_standard_function_names.sql';
const workersPerServer = 4;

const folder = serverFolder(checkout, `upgrade-postgres-${process.pid}`);
const postgres = await startPostgres({ folder });
const ownerUrl = postgres.url('postgres');
const app = new URL(ownerUrl);
app.username = 'burrow_app';
app.password = 'upgrade-test-password';
const appUrl = app.href;

const step = (what: string, began: number): void =>
  console.log(`ok  ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));

const startRelease = (root: string): Promise<Server> =>
  startServer({
    root,
    file: 'apps/api/src/main.ts',
    nodeFlags: apiNodeFlags,
    env: {
      ...apiEnvironment,
      DATABASE_URL: appUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      WORKER: 'off',
    },
  });

/** Repeats a statement, and keeps the longest time it took. */
class Probe {
  longestMs = 0;
  private runs = true;
  private readonly done: Promise<void>;

  constructor(text: string) {
    this.done = this.repeat(text);
  }

  private async repeat(text: string): Promise<void> {
    const client = await connectOwner(ownerUrl);
    while (this.runs) {
      const began = performance.now();
      await client.query(text);
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      await seconds(0.002);
    }
    await client.end();
  }

  async end(): Promise<void> {
    this.runs = false;
    await this.done;
  }
}

async function readDiary(db: pg.Client, practice: VolumePractice): Promise<Diary> {
  const ids = async (text: string): Promise<number[]> =>
    (await db.query<{ id: string }>(text, [practice.tenantId])).rows.map(({ id }) => Number(id));
  const { rows: pets } = await db.query<{ client_id: number; animal_id: number }>(
    `select a.client_id::int, a.id::int as animal_id from animals a where a.tenant_id = $1 and a.active order by a.id limit 4000`,
    [practice.tenantId],
  );
  return {
    pets,
    staffIds: await ids('select u.id from users u where u.tenant_id = $1'),
    serviceIds: await ids('select s.id from services s where s.tenant_id = $1'),
    upcoming: await ids(
      `select b.id from bookings b where b.tenant_id = $1 and b.booking_date > current_date and b.status = 'confirmed'`,
    ),
  };
}

/** What two servers answer a pet owner about the next months must be the same bytes. */
async function compareAvailability(
  servers: readonly Server[],
  apiKey: string,
  serviceIds: readonly number[],
) {
  const now = new Date();
  for (const ahead of [1, 2, 3]) {
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    for (const service_id of [undefined, ...serviceIds]) {
      const body = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, service_id };
      const answers = await Promise.all(
        servers.map(async ({ url }) => {
          const response = await fetch(`${url}/api/cp/booking_availability`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
            body: JSON.stringify(body),
          });
          assert.equal(response.status, 200);
          return response.text();
        }),
      );
      for (const answer of answers) assert.equal(answer, answers[0]);
    }
  }
}

/** Appointments from three days ago on whose part is missing or differs. */
const disagreements = `
  select b.id from bookings b
  left join booking_parts p on p.tenant_id = b.tenant_id and p.booking_id = b.id and p.step = 1 and p.need = 0
  where b.starts_at >= now() - interval '3 days' and (p.during, p.user_id, p.animal_id, p.service_id, p.live, p.overlap_allowed)
    is distinct from (b.during, b.staff_id, b.animal_id, b.service_id, b.status <> 'cancelled', b.overlap_allowed)`;

const doubleBooked = `
  select b.id from bookings b join bookings o on o.tenant_id = b.tenant_id and o.staff_id = b.staff_id and o.id > b.id
    and o.booking_date = b.booking_date and o.during && b.during
  where b.status <> 'cancelled' and o.status <> 'cancelled' and not b.overlap_allowed and not o.overlap_allowed`;

async function upgrade(): Promise<void> {
  let began = performance.now();
  const next = (what: string): void => {
    step(what, began);
    began = performance.now();
  };
  const former = checkOutFormerRelease();
  next('the former release is checked out');
  await migrate({ ownerUrl, appUrl, upTo: formerMigrations });
  const [practice] = (await generateVolume(ownerUrl, {
    practices: 1,
    bookingsPerPractice: bookings,
    clientsPerPractice: Math.ceil(bookings / 10),
    messages: false,
  })) as [VolumePractice];
  const db = await connectOwner(ownerUrl);
  const client = await makeClient(db, { tenant_id: practice.tenantId, phone: null });
  const { apiKey: portalKey } = await makeSessionKey(db, { client, verified: null });
  const diary = await readDiary(db, practice);
  next(`${bookings} appointments in the former schema, ${diary.upcoming.length} of them upcoming`);

  const servers = [await startRelease(former), await startRelease(former)];
  const callers = new Map<Server, Caller>();
  const desks: DeskAtWork[] = [];
  const open = (server: Server): void => {
    const caller = openCaller(server, practice.apiKey, workersPerServer);
    callers.set(server, caller);
    for (let count = 0; count < workersPerServer; count += 1) {
      const share = diary.upcoming.filter((_, n) => n % (3 * workersPerServer) === desks.length);
      desks.push(new DeskAtWork(caller, { ...diary, upcoming: share }, dice(17 + desks.length)));
    }
  };
  servers.forEach(open);
  await seconds(4);
  next('the former release works');

  const past = `tenant_id = ${practice.tenantId} and id = (select min(id) from bookings)`;
  const probes = {
    write: new Probe(`update bookings set notes = notes where ${past}`),
    read: new Probe(`select notes from bookings where ${past}`),
  };
  await seconds(1);
  const before = { write: probes.write.longestMs, read: probes.read.longestMs };
  const migrated = performance.now();
  const names = await migrate({ ownerUrl, appUrl });
  const took = performance.now() - migrated;
  for (const probe of Object.values(probes)) await probe.end();
  next(`${names.length} migrations while it works`);
  await seconds(4);
  next('the former release works on the new schema');
  const renewed = await startRelease(checkout);
  servers.push(renewed);
  open(renewed);
  await seconds(6);
  next('both releases work side by side');
  await Promise.all(desks.map((desk) => desk.end()));
  await compareAvailability(servers, portalKey, diary.serviceIds);
  next('both answer pet owners with the same bytes');

  for (const desk of desks) assert.deepEqual(await desk.lost(db), []);
  assert.deepEqual((await db.query(disagreements)).rows, []);
  assert.deepEqual((await db.query(doubleBooked)).rows, []);
  const counts = desks.map(({ counts: each }) => each);
  const sum = (of: (each: DeskAtWork['counts']) => number): number =>
    counts.reduce((all, each) => all + of(each), 0);
  const failed = desks.flatMap(({ failures }) => failures);
  next('each confirmed change is there, and parts agree');
  console.log(
    `Confirmed: ${sum(({ created }) => created)} created, ${sum(({ moved }) => moved)} moved, ${sum(({ cancelled }) => cancelled)} cancelled; refused as busy: ${sum(({ refused }) => refused)}; failed: ${failed.length}.
The longest answer took ${Math.round(Math.max(...desks.map(({ longestMs }) => longestMs)))} ms. The migrations took ${Math.round(took)} ms: writing an appointment waited at most ${Math.round(probes.write.longestMs)} ms (before them ${Math.round(before.write)}), reading one ${Math.round(probes.read.longestMs)} ms (${Math.round(before.read)}).`,
  );
  assert.deepEqual(failed, []);
  for (const caller of callers.values()) caller.close();
  await db.end();
}

try {
  await upgrade();
} catch (error) {
  // Before PostgreSQL stops: the connections that are still open would fail, and hide the cause.
  console.error(error);
  process.exitCode = 1;
} finally {
  await stopServers();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
