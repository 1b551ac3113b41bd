import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startSandbox } from '../apps/api/src/testing/running-sandbox.ts';
import type { BenchDatabase } from './database.ts';
import { openCaller, percentile, type Call, type Caller } from './load.ts';
import type { BenchOptions } from './options.ts';
import { startBurrow } from './subjects.ts';
import { works } from './works.ts';

export interface MessagesResult {
  /** The number of reminders due at once. */
  count: number;
  /** The rate per second, over all processes; the stand-in for Twilio refuses more. */
  limit: number;
  /** The delay of the stand-in's answer, in milliseconds. */
  answerMs: number;
  /** Texts sent meanwhile: the reminders, and before them the confirmations of the desk's new appointments. */
  sent: number;
  seconds: number;
  /** The highest number that the provider received within a second. */
  busiestSecond: number;
  /** Reminders that the provider refused at least once. */
  refused: number;
  /** Reminders that arrived more than once. */
  twice: number;
  /** Milliseconds; 95 of 100 answers arrived within: on an idle server, and while the reminders were sent. */
  p95: Record<'detail' | 'create', { idle: number; meanwhile: number }>;
}

const limit = 50;
/** As long as Twilio usually takes. */
const answerMs = 200;
/** A very busy desk: one of each call, then a pause. Its bookings are confirmed before the reminders. */
const breathMs = 250;
const maxMs = 10 * 60_000;

/** Makes thousands of reminders due at once, over all practices, and measures the desk meanwhile. */
export async function measureMessages(
  database: BenchDatabase,
  { quick }: BenchOptions,
): Promise<MessagesResult> {
  const count = quick ? 2000 : 10_000;
  const sandbox = await startSandbox();
  sandbox.texting.perSecond = limit;
  sandbox.texting.answerMs = answerMs;
  const server = await startBurrow(database, { ...sandbox.settings, SMS_PER_SECOND: String(limit) });
  const caller = openCaller(server, database.practice.apiKey);
  const desk = deskOf(database);
  try {
    // The first calls compile, plan, and load Twilio's client.
    await desk(caller, sleep(2000));
    const idle = await desk(caller, sleep(quick ? 5000 : 20_000));
    await queueReminders(database.owner, count);
    const takenBefore = sandbox.texting.taken.length;
    const began = performance.now();
    const meanwhile = await desk(caller, allGone(database.owner));
    const seconds = (performance.now() - began) / 1000;
    const sent = sandbox.texting.taken.length - takenBefore;
    const { rows } = await database.owner.query<{ refused: number }>(
      "select count(*)::integer as refused from comms where kind = 'booking_reminder' and attempts > 1",
    );
    const bodies = sandbox.texting.taken.map(({ to, body }) => `${to} ${body}`);
    const p95 = (name: 'detail' | 'create') => ({
      idle: percentile(idle[name], 0.95),
      meanwhile: percentile(meanwhile[name], 0.95),
    });
    return {
      count,
      limit,
      answerMs,
      sent,
      seconds,
      busiestSecond: sandbox.texting.busiestSecond,
      refused: rows[0]?.refused ?? 0,
      twice: bodies.length - new Set(bodies).size,
      p95: { detail: p95('detail'), create: p95('create') },
    };
  } finally {
    caller.close();
    await server.stop();
    await sandbox.stop();
  }
}

type Times = Record<'detail' | 'create', number[]>;

/** The desk's calls until something is over. @returns the duration of each answer, in milliseconds */
function deskOf({ practice }: BenchDatabase): (caller: Caller, until: Promise<unknown>) => Promise<Times> {
  const calls = { detail: callsOf('detail', practice), create: callsOf('create', practice) };
  return async (caller, until) => {
    const times: Times = { detail: [], create: [] };
    const ended = new AbortController();
    const over = until.finally(() => ended.abort());
    while (!ended.signal.aborted) {
      for (const name of ['detail', 'create'] as const) {
        const { status, ms } = await caller.post(calls[name]());
        if (status !== 200) throw new Error(`The desk's ${name} was answered with ${status}.`);
        times[name].push(ms);
      }
      await sleep(breathMs);
    }
    await over;
    return times;
  };
}

/** The calls of a work, in sequence and repeated. */
function callsOf(name: string, practice: BenchDatabase['practice']): () => Call {
  const calls = works.find((work) => work.name === name)?.calls(practice);
  if (!calls) throw new Error(`There is no such work: ${name}.`);
  if (typeof calls === 'function') return calls;
  let turn = 0;
  return () => {
    const call = calls[(turn += 1) % calls.length];
    if (!call) throw new Error(`There is nothing to call for ${name}.`);
    return call;
  };
}

/**
 * Writes reminders that are due now: the same number for each practice, each of an appointment and for a client of its
 * own.
 */
async function queueReminders(owner: pg.Pool, count: number): Promise<void> {
  await owner.query("update tenants set quiet_from = '00:00', quiet_until = '00:00', sms_daily_cap = 5000");
  await owner.query(
    `with wanted as (
       select t.id as tenant_id, n, '0770' || lpad((t.id * 1000 + n)::text, 7, '0') as phone
       from (select id, count(*) over () as all_of_them from tenants) t
       cross join lateral generate_series(1, ceil($1::numeric / t.all_of_them)::integer) n
       limit $1
     ), reminded as (
       insert into clients (tenant_id, name, phone, likes_sms)
       select w.tenant_id, 'Reminded ' || w.n, w.phone, true from wanted w returning tenant_id, id, phone
     ), pets as (
       insert into animals (tenant_id, client_id, species_id, name)
       select r.tenant_id, r.id, (select min(s.id) from species s where s.tenant_id = r.tenant_id), 'Rex'
       from reminded r returning tenant_id, client_id, id
     ), coming as (
       insert into bookings (tenant_id, client_id, animal_id, service_id, booking_date, booking_time, starts_at,
         duration_minutes, price_pence, status)
       select p.tenant_id, p.client_id, p.id, (select min(s.id) from services s where s.tenant_id = p.tenant_id),
         (now() + interval '1 day')::date, '12:00', (now() + interval '1 day')::date + interval '12 hours', 30, 4500, 'confirmed'
       from pets p returning tenant_id, id, client_id
     )
     insert into comms (tenant_id, client_id, booking_id, type, status, kind, recipient, priority, due_at)
     select c.tenant_id, c.client_id, c.id, 'sms', 'pending', 'booking_reminder', r.phone, 1, now()
     from coming c join reminded r on r.tenant_id = c.tenant_id and r.id = c.client_id`,
    [count],
  );
}

/** Resolves when no reminder waits any more. */
async function allGone(owner: pg.Pool): Promise<void> {
  for (const began = performance.now(); performance.now() - began < maxMs; await sleep(250)) {
    const { rows } = await owner.query<{ status: string; count: number }>(
      "select status, count(*)::integer as count from comms where kind = 'booking_reminder' and due_at is not null group by 1",
    );
    const left = rows.filter(({ status }) => status !== 'sent');
    if (left.length === 0 && rows.length > 0) return;
    if (left.some(({ status }) => status === 'failed')) throw new Error('Reminders have failed.');
  }
  throw new Error('The reminders do not come to an end.');
}
