import { expect, it } from 'vitest';
import { makeCareType } from '../../../../../packages/dev/src/factory-care.ts';
import { insertRows } from '../../../../../packages/dev/src/factory-insert.ts';
import { makeService } from '../../../../../packages/dev/src/factory-records.ts';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import type { Dependencies } from '../../context/context.ts';
import { sendDueMessages } from '../../modules/message/sender.ts';
import { planRecalls } from '../../modules/recall/public.ts';
import { dice } from '../dice.ts';
import { useTestApi } from '../harness.ts';
import { dateOf, dayNumber, RecallModel, type ModelClient, type ModelDue } from '../recall-model.ts';

// A year of a practice with 2,000 animals, day by day, beside a plain model. Clients book, cancel and come, care is recorded, animals
// die and get other owners, clients opt out, are archived and come back; the worker is killed 50 times, half of them while it writes messages, half while it sends them.

const api = useTestApi({ SMS_PER_PRACTICE_PER_DAY: '5000' });
const db = () => api.testDatabase.owner;
const animals = 2000;
const homes = 1400;
const firstDay = dayNumber('2026-01-14');
const roll = dice(11);

/** A provider that keeps what it accepted. With `dies`, the worker is killed right after it handed the next message over. */
const accepted: { to: string; body: string; day: number }[] = [];
let today = firstDay;
let dies = false;
const deps = (): Dependencies => ({
  ...api.deps,
  sms: {
    isConfigured: true,
    send: async ({ to, body }) => {
      accepted.push({ to, body, day: today });
      if (dies) {
        dies = false;
        throw new Error('The worker was killed.');
      }
      return { reference: `SM${accepted.length}` };
    },
    find: async ({ to, body }) => {
      const index = accepted.findIndex((one) => one.to === to && one.body === body);
      return index < 0 ? null : { reference: `SM${index + 1}` };
    },
  },
});

/** Ends the connection that inserts the next message but so many; nothing after a negative number. */
async function installKiller(): Promise<void> {
  await db().query(`
    create sequence kill_left increment -1 minvalue -1000000000 maxvalue 1000000 start -1;
    create function kill_worker() returns trigger language plpgsql security definer as $$
    begin
      if nextval('kill_left') = 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger comms_kill_worker before insert on comms for each row execute function kill_worker();`);
}

interface World {
  practice: Practice;
  model: RecallModel;
}

async function makeWorld(): Promise<World> {
  const practice = await makePractice(db(), {
    recalls_on_since: '2026-01-01T00:00:00Z',
    sms_daily_cap: 5000,
  });
  const { tenant } = practice;
  const model = new RecallModel();
  const clients = await insertRows(
    db(),
    'clients',
    Array.from({ length: homes }, (_, n) => ({
      tenant_id: tenant.id,
      name: `Client ${n}`,
      phone: `07700${String(100_000 + n)}`,
    })),
  );
  for (const { id } of clients) {
    model.clients.set(id, { id, wantsRecalls: true, isArchived: false, lastRecall: -Infinity });
  }
  const pets = await insertRows(
    db(),
    'animals',
    Array.from({ length: animals }, (_, n) => ({
      tenant_id: tenant.id,
      client_id: clients[n % homes]?.id ?? 0,
      name: `Pet ${n}`,
    })),
  );
  for (const pet of pets) model.owners.set(pet.id, pet.client_id);
  const types = await makeTypes(tenant.id);
  // Two in three need one thing, the others both.
  for (const [n, pet] of pets.entries()) {
    for (const type of n % 3 === 0 ? types : [types[n % 2] ?? types[0]]) {
      if (!type) continue;
      const on = firstDay + roll(type.everyMonths * 45);
      model.dues.push({ animalId: pet.id, type, on, isBooked: false, covered: -Infinity });
    }
  }
  const times = { created_at: '2026-01-01T09:00:00Z', updated_at: '2026-01-01T09:00:00Z' };
  await insertRows(
    db(),
    'care_due',
    model.dues.map(({ animalId, type, on }) => ({
      tenant_id: tenant.id,
      animal_id: animalId,
      care_type_id: type.id,
      due_on: dateOf(on),
      origin: 'hand' as const,
      ...times,
    })),
  );
  return { practice, model };
}

async function makeTypes(tenant_id: number): Promise<ModelDue['type'][]> {
  const made: ModelDue['type'][] = [];
  for (const [everyMonths, steps, cancelAfter] of [
    [12, [-30, -7, 0, 30], 60],
    [6, [-5, 14], 40],
  ] as const) {
    const service = await makeService(db(), { tenant_id });
    const row = await makeCareType(db(), {
      tenant_id,
      service_id: service.id,
      every_count: everyMonths,
      every_unit: 'months',
      steps: [...steps],
      cancel_after: cancelAfter,
    });
    made.push({ id: row.id, serviceId: service.id, steps, cancelAfter, everyMonths });
  }
  return made;
}

interface Visit {
  id: number;
  due: ModelDue;
  day: number;
  comes: boolean;
}

/** What happens in the practice on a day before ten o'clock. */
async function liveThrough(day: number, { practice, model }: World, visits: Visit[]): Promise<void> {
  const tenantId = practice.tenant.id;
  const at = new Date(`${dateOf(day)}T08:00:00Z`);
  const pick = (): ModelDue | undefined => {
    const near = model.dues.filter(
      ({ animalId, on, isBooked }) => !isBooked && Math.abs(on - day) <= 30 && model.isWithClient(animalId),
    );
    return near[roll(Math.max(1, near.length))];
  };
  for (const visit of visits.filter((one) => one.day === day && model.owners.has(one.due.animalId))) {
    const status = visit.comes ? 'completed' : 'cancelled';
    await db().query('update bookings set status = $2, updated_at = $3 where id = $1', [
      visit.id,
      status,
      at,
    ]);
    if (visit.comes) model.give(visit.due, day);
    else visit.due.isBooked = false;
  }
  for (let n = 0; n < 2; n += 1) {
    const due = pick();
    if (due) visits.push(await book(tenantId, model, due, { day, at }));
  }
  const given = pick();
  if (given) {
    const values = [tenantId, given.animalId, given.type.id, dateOf(day), at];
    await db().query('select give_care($1, $2, $3, $4::date, null, null, $5)', values);
    model.give(given, day);
  }
  const dismissed = pick();
  if (dismissed && day % 3 === 1) {
    await db().query(
      `update care_due set state = 'dismissed' where animal_id = $1 and care_type_id = $2 and state in ('due', 'told')`,
      [dismissed.animalId, dismissed.type.id],
    );
    model.remove(dismissed);
  }
  const dying = pick()?.animalId;
  if (dying !== undefined && day % 4 === 0) {
    await db().query('update animals set active = false, updated_at = $2 where id = $1', [dying, at]);
    model.die(dying);
  }
  const leaving = model.clients.get(model.owners.get(pick()?.animalId ?? 0) ?? 0);
  if (leaving && day % 3 === 0) {
    await db().query('update clients set likes_recall = false where id = $1', [leaving.id]);
    leaving.wantsRecalls = false;
  }
  await changeHouseholds(day, at, model, pick);
}

/** How long archived clients are away. */
const daysAway = 25;
const comingBack = new Map<number, ModelClient>();
/** How often a household changed. */
const changed = { archived: 0, restored: 0, moved: 0 };

/** Every few days a client is archived, one comes back, and an animal without an appointment gets another owner. */
async function changeHouseholds(
  day: number,
  at: Date,
  model: RecallModel,
  pick: () => ModelDue | undefined,
): Promise<void> {
  const archive = (client: ModelClient, archivedAt: Date | null) =>
    db().query('update clients set archived_at = $2, updated_at = $3 where id = $1', [
      client.id,
      archivedAt,
      at,
    ]);
  const returning = comingBack.get(day);
  if (returning) {
    await archive(returning, null);
    returning.isArchived = false;
    changed.restored += 1;
  }
  const archived = model.clients.get(model.owners.get(pick()?.animalId ?? 0) ?? 0);
  // One with an appointment would still come to it.
  if (archived && day % 3 === 2 && model.duesOf(archived).every(({ isBooked }) => !isBooked)) {
    await archive(archived, at);
    archived.isArchived = true;
    if (changed.archived % 2 === 0) comingBack.set(day + daysAway, archived);
    changed.archived += 1;
  }
  const moving = pick()?.animalId;
  const next = [...model.clients.values()][roll(model.clients.size)];
  const isFree = model.dues.every(({ animalId, isBooked }) => animalId !== moving || !isBooked);
  if (moving !== undefined && next?.isArchived === false && isFree && day % 2 === 0) {
    if (model.owners.get(moving) === next.id) return;
    await db().query('update animals set client_id = $2, updated_at = $3 where id = $1', [
      moving,
      next.id,
      at,
    ]);
    model.move(moving, next.id);
    changed.moved += 1;
  }
}

/** An appointment within a fortnight, which is cancelled one time in four. */
async function book(
  tenant_id: number,
  model: RecallModel,
  due: ModelDue,
  { day, at }: { day: number; at: Date },
): Promise<Visit> {
  const on = day + 1 + roll(14);
  const [booking] = await insertRows(db(), 'bookings', [
    {
      tenant_id,
      client_id: model.owners.get(due.animalId) ?? 0,
      animal_id: due.animalId,
      service_id: due.type.serviceId,
      booking_date: dateOf(on),
      booking_time: '10:00',
      starts_at: new Date(`${dateOf(on)}T10:00:00Z`),
      duration_minutes: 30,
      price_pence: 4500,
      status: 'confirmed',
      source: 'staff',
      overlap_allowed: true,
      created_at: at,
      updated_at: at,
    },
  ]);
  due.isBooked = true;
  return { id: booking?.id ?? 0, due, day: on, comes: roll(4) > 0 };
}

/** Runs the day's job, which may be killed and run again, and sends what is due. */
async function work(day: number): Promise<void> {
  api.clock.set(`${dateOf(day)}T10:00:00Z`);
  for (let tries = 0; tries < 3; tries += 1) {
    const failure = await planRecalls(deps()).then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) break;
    expect(tries).toBeLessThan(2);
  }
  while ((await sendDueMessages(deps())) > 0);
  // After the lease of a killed worker.
  api.clock.set(`${dateOf(day)}T10:02:00Z`);
  while ((await sendDueMessages(deps())) > 0);
}

const writtenOn = async (day: number): Promise<{ line: string; status: string; phone: string }[]> =>
  (
    await db().query<{ line: string; status: string; phone: string }>(
      `select r.client_id || ': ' || string_agg(d.animal_id || '/' || d.care_type_id || '/' || i.due_on || '/' || i.step, ' '
           order by (d.animal_id || '/' || d.care_type_id || '/' || i.due_on || '/' || i.step) collate "C") as line,
         (select string_agg(k.status, ',') from comms k where k.recall_id = r.id and k.client_id = r.client_id) as status,
         (select c.phone from clients c where c.id = r.client_id) as phone
       from recalls r join recall_items i on i.recall_id = r.id join care_due d on d.id = i.care_due_id
       where r.day = $1 group by r.id, r.client_id`,
      [dateOf(day)],
    )
  ).rows;

it('writes about everything that is due once, for a year', { timeout: 600_000, retry: 0 }, async () => {
  api.expectLoggedErrors();
  const world = await makeWorld();
  await installKiller();
  const visits: Visit[] = [];
  let written = 0;
  let kills = 0;
  for (today = firstDay; today < firstDay + 365; today += 1) {
    await liveThrough(today, world, visits);
    const expected = world.model.messagesOf(today).toSorted();
    // A kill needs a message to happen at.
    const isKilled = today % 4 === 0 && expected.length > 0 && kills < 50;
    if (isKilled) await db().query("select setval('kill_left', $1)", [1 + roll(expected.length)]);
    dies = today % 4 === 2 && expected.length > 0 && kills < 50;
    kills += Number(isKilled) + Number(dies);
    await work(today);
    const rows = await writtenOn(today);
    expect([dateOf(today), rows.map(({ line }) => line).toSorted()]).toEqual([dateOf(today), expected]);
    expect([...new Set(rows.map(({ status }) => status))]).toEqual(rows.length > 0 ? ['sent'] : []);
    const texts = accepted.filter((one) => one.day === today).map(({ to }) => to);
    expect(texts.toSorted()).toEqual(rows.map(({ phone }) => `+44${phone.slice(1)}`).toSorted());
    expect(dies).toBe(false);
    written += rows.length;
  }
  expect(kills).toBe(50);
  expect(written).toBeGreaterThan(1000);
  expect(Math.min(changed.archived, changed.restored, changed.moved)).toBeGreaterThan(20);
});
