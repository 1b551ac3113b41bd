import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { localMoment } from '../apps/api/src/lib/clock.ts';
import { connectOwner, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import { makeAccount, makeTenant, makeUser, passwordHash } from '../packages/dev/src/factory-people.ts';
import type { AccountRow } from '../packages/dev/src/factory-rows.ts';
import { createRandom } from './random.ts';
import { insertCloverResources, insertWillowResources, occupyWillowResources } from './rooms.ts';
import { insertAnimals } from './willow-animals.ts';
import { insertBookings } from './willow-bookings.ts';
import { insertCare } from './willow-care.ts';
import { insertChanges } from './willow-changes.ts';
import { insertClients, insertPortalLogins, portalCustomerPhone } from './willow-clients.ts';
import { insertComms } from './willow-comms.ts';
import { insertConversations } from './willow-conversations.ts';
import { Diary } from './willow-diary.ts';
import { insertFiles } from './willow-files.ts';
import { insertFieldValues, insertWeights } from './willow-findings.ts';
import { insertPayments, type TakeDeposit } from './willow-money.ts';
import { insertNotifications } from './willow-notifications.ts';
import { colleagues } from './willow-offer.ts';
import { insertWillowPractice, type WillowPractice } from './willow-practice.ts';
import { insertRecalls } from './willow-recalls.ts';
import { insertRecords } from './willow-records.ts';
import { insertRota } from './willow-rota.ts';
import { insertWaitlist } from './willow-waitlist.ts';
import { daysBack, writeDiary } from './willow-story.ts';
import { earlierVaccinationDays } from './willow-vaccinations.ts';

const staffPassword = 'burrow-demo-1';
const customerPassword = 'petlover';

/** Who can sign in to the demo, and with what: the team by email, a pet owner by mobile number. */
export const demoSignIns: readonly { who: string; login: string; password: string }[] = [
  { who: 'Willow Vets, admin', login: 'admin@willow.demo', password: staffPassword },
  { who: 'Willow Vets, staff', login: 'sam@willow.demo', password: staffPassword },
  { who: 'Both practices', login: 'kim@burrow.demo', password: staffPassword },
  { who: 'Superadmin', login: 'root@burrow.demo', password: staffPassword },
  { who: 'Customer portal, Willow Vets', login: portalCustomerPhone, password: customerPassword },
];

export interface SeedOptions {
  /** Address of the database for a login that row-level security does not limit, such as a superuser. */
  ownerUrl: string;
  /** The range of the diary: from eleven months before to a month after. */
  now: Date;
  bcryptCost?: number;
  /** Pays the deposits of upcoming appointments; without it they are only recorded, and cannot be refunded. */
  takeDeposit?: TakeDeposit | undefined;
}

/**
 * Fills an empty installation with two practices: Willow Vets (1) with a year of data, and Clover Grooming (2), which
 * has only just signed up. The same `now` makes the same data. If there is a practice already, nothing happens.
 * @returns whether anything was written
 */
export async function seedDemo({
  ownerUrl,
  now,
  bcryptCost = 12,
  takeDeposit,
}: SeedOptions): Promise<boolean> {
  const db = await connectOwner(ownerUrl);
  try {
    await db.query('begin');
    // Two simultaneous starts would both find the installation empty.
    await db.query('lock table tenants in exclusive mode');
    const { rowCount } = await db.query('select 1 from tenants limit 1');
    if (rowCount) {
      await db.query('rollback');
      return false;
    }
    await writeDemo(db, now, bcryptCost, takeDeposit);
    await db.query('commit');
    // Without statistics the first reports would be planned for empty tables.
    await db.query('analyze');
    return true;
  } finally {
    await db.end();
  }
}

async function writeDemo(
  db: OwnerDb,
  now: Date,
  bcryptCost: number,
  takeDeposit: TakeDeposit | undefined,
): Promise<void> {
  const today = localMoment(now, 'Europe/London').date;
  // Both at once; the people made below share them.
  const [customerHash] = await Promise.all([
    passwordHash(customerPassword, bcryptCost),
    passwordHash(staffPassword, bcryptCost),
  ]);
  const willow = await insertWillowPractice(db, today, staffPassword, bcryptCost);
  await makeAccount(db, {
    email: 'root@burrow.demo',
    name: 'Robin Root',
    is_superadmin: true,
    password: staffPassword,
    bcryptCost,
  });
  await insertCloverGrooming(db, willow.accounts.get('kim@burrow.demo'), now);
  await db.query({
    text: "select setval(pg_get_serial_sequence('tenants', 'id'), (select max(t.id) from tenants t))",
  });
  await insertWillowsYear(db, willow, customerHash, now, takeDeposit);
}

/** A practice that has just signed up: one person, their equipment, the first-time setup waiting. */
async function insertCloverGrooming(db: OwnerDb, owner: AccountRow | undefined, now: Date): Promise<void> {
  const tenant = await makeTenant(db, {
    id: 2,
    tenant_name: 'Clover Grooming',
    contact_name: 'Kim Tran',
    subdomain: 'clover',
    email: 'kim@burrow.demo',
    phone: '07700900880',
    address: null,
    business_type: null,
    fts_complete: false,
    self_change: 'request',
    trial_ends_at: new Date(now.getTime() + 30 * 86_400_000),
    created_at: now,
  });
  await makeUser(db, { tenant, account: owner, role: 'admin', colour: '#6b7a1f', created_at: now });
  await insertCloverResources(db, tenant.id);
}

/** The practice's name in messages. */
const willowContact = { name: 'Willow Vets', phone: '01632 960144' };

/** The change that a completed neutering appointment makes on the animal's card. */
const neuterThoseDone = `
  update animals a set gender = a.gender || ' neutered'
  from bookings b join services s on s.tenant_id = b.tenant_id and s.id = b.service_id
  where b.tenant_id = a.tenant_id and b.animal_id = a.id and b.status = 'completed'
    and s.name like 'Neutering%' and a.gender in ('female', 'male')`;

/** The audit log entries of the appointments that the desk booked while it was open. */
const noteBookings = `
  insert into audit_log (tenant_id, at, user_id, action, entity, entity_id, request_id)
  select b.tenant_id, b.created_at, $2, 'booking_create', 'booking', b.id, 'demo'
  from bookings b where b.tenant_id = $1 and b.source = 'staff' and b.created_at <= $3
    and extract(hour from b.created_at at time zone 'Europe/London') between 8 and 18
  order by b.created_at, b.id`;

/** The history of Willow Vets: clients, animals, appointments and their outcomes. */
async function insertWillowsYear(
  db: OwnerDb,
  willow: WillowPractice,
  customerHash: string,
  now: Date,
  takeDeposit: TakeDeposit | undefined,
): Promise<void> {
  const { tenant, staffIds, holidays } = willow;
  const random = createRandom(20_240_517);
  const today = localMoment(now, 'Europe/London').date;
  await insertRota(db, willow, today);
  const clients = await insertClients(db, tenant.id, today, random);
  const portalUsers = new Set(
    (await insertPortalLogins(db, clients, customerHash, random)).map(({ id }) => id),
  );
  const patients = await insertAnimals(db, clients, willow.species, today, random);
  // The demo customer's two are booked by their story.
  const [biscuit, mabel, ...others] = patients;
  const portalAnimals = [biscuit, mabel].filter((patient) => patient !== undefined);
  const portalPatients = others.filter(({ row }) => portalUsers.has(row.client_id));
  const rooms = { rooms: tenant.parallel_places, grace: tenant.grace_minutes };
  const earlier = earlierVaccinationDays(patients, addDays(today, -daysBack), today);
  const vaccinated = new Map(
    [...earlier].flatMap(([patient, days]) => {
      const last = days.at(-1);
      return last === undefined ? [] : [[patient, last] as const];
    }),
  );
  const diary = new Diary({ colleagues, patients: others, holidays, vaccinated, ...rooms }, random);
  const visits = writeDiary(diary, { portalAnimals, portalPatients }, now, random);
  const serviceIds = new Map(willow.services.map((service) => [service.name, service.id]));
  const book = {
    tenantId: tenant.id,
    now,
    staffIds,
    serviceIds,
    portalClients: portalUsers,
    storyClient: clients[0]?.id ?? 0,
  };
  await insertWillowResources(db, tenant.id, willow.services);
  // Checks of foreign keys are planned when first used: without statistics each would read a whole index.
  await db.query({ text: 'analyze clients, animals' });
  const appointments = await insertBookings(db, book, visits, random);
  await db.query({ text: 'analyze bookings, booking_parts' });
  await occupyWillowResources(db, tenant.id, addDays(today, -7));
  const deskId = deskOf(willow);
  await db.query({ text: neuterThoseDone });
  await insertPayments(db, appointments, deskId, now, random, takeDeposit);
  await insertChanges(db, tenant.id, deskId, now);
  await insertFieldValues(db, willow.fields, appointments, now, random);
  await insertWeights(db, patients, appointments, random);
  const vets = [...staffIds].flatMap(([{ duty }, id]) => (duty === 'vet' ? [id] : []));
  await insertRecords(db, { tenantId: tenant.id, vets, today, now }, earlier, appointments);
  await insertComms(db, clients, appointments, willowContact, now, random);
  await insertConversations(db, tenant.id, { clients, patients, staffIds, today });
  await insertFiles(db, tenant.id, portalAnimals, appointments, deskId, today);
  await db.query({ text: noteBookings, values: [tenant.id, deskId, now] });
  await insertNotifications(db, tenant.id, deskId, now);
  const types = await insertCare(db, { tenantId: tenant.id, serviceIds, today, now });
  await insertRecalls(db, { tenantId: tenant.id, types, now }, clients, willowContact);
  await insertWaitlist(db, { tenantId: tenant.id, serviceIds, patients: portalPatients, today, now });
}

/** The user who takes payments and files documents. */
function deskOf({ staffIds }: WillowPractice): number {
  const id = [...staffIds].find(([{ duty }]) => duty === 'desk')?.[1];
  if (id === undefined) throw new Error('No staff member works at the desk.');
  return id;
}
