import type pg from 'pg';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { connectOwner } from '../packages/dev/src/factory-insert.ts';
import { loadWithoutIndexes } from './bulk-indexes.ts';
import { volumeStatements, type VolumePlan } from './volume-statements.ts';

export interface VolumeOptions {
  practices: number;
  bookingsPerPractice: number;
  clientsPerPractice: number;
  /** Appointments on an open day. Default 16; more if the diary would otherwise extend back over five years. */
  bookingsPerDay?: number;
  /** People who take appointments, one of them the admin. Default: as many as the day requires, at least 6. */
  staffPerPractice?: number;
  /** Whether each appointment has a message in its log. Default true. */
  messages?: boolean;
  /**
   * Whether clients, animals and appointments are then stored in the order in which they were created, those of all practices
   * mixed, as in a database in use. Default: those of one practice after those of another.
   */
  inOrderOfTime?: boolean;
  /** The diary ends a month after this. Default: now. */
  now?: Date;
}

export interface VolumePractice {
  tenantId: number;
  /** The admin. */
  userId: number;
  /** A session key of the admin's that lasts for years. */
  apiKey: string;
}

/** The number of appointments from which it pays to build the indexes afterwards. */
const manyBookings = 150_000;

const serviceCount = 8;
const openDaysInFiveYears = 1565;
/** Half-hours between nine and five. */
const startsPerDay = 16;

/** The key of the admin of a generated practice. */
export const volumeKey = (tenantId: number): string => `volume-key-of-the-admin-of-practice-${tenantId}`;

/**
 * Adds practices full of clients, animals, appointments, payments and messages, written by a few set-based statements.
 * The data is as consistent as the API's: no staff member is in two places, paid_pence is the sum of the ledger. Can
 * be called again to add practices of another size.
 * @param ownerUrl a superuser's address: triggers are off while it writes
 * @returns the practices, with the credentials to call the API for them
 */
export async function generateVolume(ownerUrl: string, options: VolumeOptions): Promise<VolumePractice[]> {
  const db = await connectOwner(ownerUrl);
  try {
    await db.query('begin');
    await db.query("set local session_replication_role = 'replica'");
    await db.query("set local maintenance_work_mem = '768MB'");
    await db.query("set local work_mem = '128MB'");
    // Two simultaneous builds would assign the same ids.
    await db.query('lock table tenants in exclusive mode');
    const plan = await planVolume(db, options);
    const { statements, sequences } = volumeStatements(plan);
    const write = async (): Promise<void> => {
      for (const text of statements) await db.query(text);
      if (options.inOrderOfTime) await storeInOrderOfTime(db);
    };
    const isLarge = options.practices * options.bookingsPerPractice >= manyBookings;
    await (isLarge
      ? loadWithoutIndexes(db, ['clients', 'animals', 'bookings', 'payments', 'comms'], write)
      : write());
    await checkDiaries(db, plan);
    for (const table of sequences) {
      await db.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
      );
    }
    await db.query('commit');
    await db.query('vacuum (analyze)');
    return Array.from({ length: plan.practices }, (_, index) => {
      const tenantId = plan.base.tenants + index + 1;
      return { tenantId, userId: plan.base.users + index * plan.staff + 1, apiKey: volumeKey(tenantId) };
    });
  } finally {
    await db.end();
  }
}

async function storeInOrderOfTime(db: pg.Client): Promise<void> {
  for (const table of ['clients', 'animals', 'bookings']) {
    await db.query(`create index in_order_of_time on ${table} (created_at)`);
    await db.query(`cluster ${table} using in_order_of_time`);
    await db.query('drop index in_order_of_time');
  }
}

async function planVolume(db: pg.Client, options: VolumeOptions): Promise<VolumePlan> {
  const { practices, bookingsPerPractice: bookings, clientsPerPractice: clients } = options;
  const perDay = options.bookingsPerDay ?? Math.max(16, Math.ceil(bookings / openDaysInFiveYears));
  const staff = options.staffPerPractice ?? Math.max(6, Math.ceil(perDay / 12));
  for (const size of [practices, bookings, clients, perDay, staff]) {
    if (!Number.isInteger(size) || size < 1) throw new Error('Sizes are whole numbers above zero.');
  }
  if (perDay > staff * startsPerDay) throw new Error('So many appointments a day need more staff.');
  const now = options.now ?? new Date();
  const { date, time } = localMoment(now, 'Europe/London');
  return {
    practices,
    bookings,
    clients,
    perDay,
    staff,
    // Two of three clients have one animal, the third has two.
    animals: Math.ceil((clients * 4) / 3),
    services: serviceCount,
    startsPerDay,
    messages: options.messages ?? true,
    now: now.toISOString(),
    today: date,
    timeNow: time,
    base: await highestIds(db),
    keyPrefix: volumeKey(0).slice(0, -1),
  };
}

/** The exclusion constraint's rule, which a large load bypasses: no person or animal is in two places at a time. */
async function checkDiaries(db: pg.Client, { base }: VolumePlan): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `select b.id
     from (select b.id, lower(b.during) < lag(upper(b.during)) over (
                    partition by b.tenant_id, b.staff_id order by b.booking_date, b.booking_time) as overlaps
           from bookings b
           where b.tenant_id > ${base.tenants} and b.staff_id is not null and b.status <> 'cancelled') b
     where b.overlaps limit 1`,
  );
  if (rows[0]) throw new Error(`The generated appointment ${rows[0].id} overlaps another.`);
}

/** The ids in use, so that a second call adds to the first. */
async function highestIds(db: pg.Client): Promise<VolumePlan['base']> {
  const tables = [
    'tenants',
    'accounts',
    'users',
    'clients',
    'animals',
    'services',
    'species',
    'bookings',
    'booking_fields',
  ];
  const columns = tables.map((table) => `(select coalesce(max(id), 0) from ${table}) as ${table}`);
  const { rows } = await db.query<VolumePlan['base']>(`select ${columns.join(', ')}`);
  if (!rows[0]) throw new Error('The database did not answer.');
  return rows[0];
}

// DATABASE_OWNER_URL=postgres://… node bench/generate-volume.ts <practices> <bookings each> <clients each>
if (import.meta.main) {
  const ownerUrl = process.env['DATABASE_OWNER_URL'];
  const [practices, bookingsPerPractice, clientsPerPractice] = process.argv.slice(2).map(Number);
  if (!ownerUrl || !practices || !bookingsPerPractice || !clientsPerPractice) {
    console.error(
      'Usage: DATABASE_OWNER_URL=postgres://… node bench/generate-volume.ts <practices> <bookings each> <clients each>',
    );
    process.exit(2);
  }
  const begun = performance.now();
  const made = await generateVolume(ownerUrl, { practices, bookingsPerPractice, clientsPerPractice });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${made.length} practices of ${bookingsPerPractice} appointments in ${seconds} s. The first: ${JSON.stringify(made[0])}`,
  );
}
