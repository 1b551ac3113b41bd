import { readEnv } from '../apps/api/src/config/env.ts';
import { createDatabase } from '../apps/api/src/db/database.ts';
import type { TenantTransaction } from '../apps/api/src/db/transaction.ts';
import { handlers } from '../apps/api/src/handlers.ts';
import type { AnyHandler } from '../apps/api/src/http/call.ts';
import { decodeFile } from '../apps/api/src/http/file-body.ts';
import { openSession } from '../apps/api/src/http/open-session.ts';
import { createDependencies } from '../apps/api/src/dependencies.ts';
import { hashKey } from '../apps/api/src/lib/api-key.ts';
import { AppError } from '../apps/api/src/lib/app-error.ts';
import { systemClock } from '../apps/api/src/lib/clock.ts';
import type { Ctx, Dependencies, OutsideContext, PublicContext } from '../apps/api/src/context/context.ts';
import { createLogger } from '../apps/api/src/lib/logger.ts';
import { validInput } from '../apps/api/src/testing/derived/valid-input.ts';
import { makeFullPractice } from '../apps/api/src/testing/derived/world.ts';
import { isPortalAction } from '../packages/contracts/src/action.ts';
import { actionNamed, actionNames, type ActionName } from '../packages/contracts/src/actions.ts';
import { documentFile } from '../packages/contracts/src/wire.ts';
import { makeAccount, makeSessionKey } from '../packages/dev/src/factory-people.ts';
import type { Addresses, BenchDatabase } from './database.ts';
import { ExplainingConnection, type RanPlan } from './explaining-connection.ts';
import type { Call } from './load.ts';
import { judgePlan, withoutIndex, type PlanVerdict, type Schema } from './plan-check.ts';
import { sampleInput } from './sample-input.ts';

export interface StatementPlan extends PlanVerdict {
  statement: string;
}

/** What looks like a fault of a statement and is meant: how such faults begin. */
const meant: Readonly<Record<string, readonly string[]>> = {
  // The planner reads the few there are once; from some hundred on, `account_factors_by_account` is cheaper to it.
  'open_session (inside)': ['no index serves on account_factors'],
  // Any two practices tell that there are several.
  'portal_of_host (inside)': ['no index serves on tenants'],
  // Counts all that a practice has, which in the largest practice is most of each table.
  practice_export_size: ['reads all of'],
  // An invitation is rarely withdrawn, and an index by who took it would cost each payment.
  'delete from "users" where "tenant_id" =  (inside)': ['reads all of payments'],
  // The operator's figures are of all practices.
  'operator_totals (inside)': [
    'reads all of',
    'clients_pkey without the practice',
    'clients_erased without the practice',
    'animals_pkey without the practice',
    'animals_erased without the practice',
    'bookings_by_creation is not led by the practice',
    'no index serves on users',
    'no index serves on tenants',
  ],
  'operator_activity (inside)': [
    'bookings_by_creation is not led by the practice',
    'no index serves on tenants',
  ],
};

/**
 * Runs the handler of every action with an example input, as the API's role in its practice, and checks the plan of each
 * of its statements: once as it is, and once to show that tables read as a whole only because they are small have an
 * index to grow on. Everything it writes is rolled back.
 */
export async function checkPlans(database: BenchDatabase): Promise<StatementPlan[]> {
  const schema = await readSchema(database);
  const calls = await callsOfAll(database);
  const plans = (await plansOf(database, calls, false)).flat();
  const grown = (await plansOf(database, calls, true)).flat();
  const statements = worstOfEach(plans.map((plan) => ({ ...named(plan), ...judgePlan(plan.plan, schema) })));
  const lacking = new Map<string, string[]>();
  for (const plan of grown) {
    const { statement } = named(plan);
    lacking.set(statement, [...(lacking.get(statement) ?? []), ...withoutIndex(plan.plan)]);
  }
  for (const one of statements) {
    one.faults = [...one.faults, ...new Set(lacking.get(one.statement))].filter(
      (fault) => !meant[one.statement]?.some((begin) => fault.startsWith(begin)),
    );
  }
  return statements;
}

const named = ({ statement, nested }: RanPlan): { statement: string } => ({
  statement: nested ? `${statement} (inside)` : statement,
});

/**
 * Calls of every action: with records of the busy practice where their names suffice; and in a practice of its own with
 * a record of each kind, as the generated tests have it, with the required fields and with all. The plan for all values
 * is the same there.
 */
async function callsOfAll({ owner, practice }: BenchDatabase): Promise<ParsedCall[]> {
  const scene = await makeFullPractice(owner);
  const account = await makeAccount(owner, { is_superadmin: true });
  const { apiKey: operatorKey } = await makeSessionKey(owner, { account });
  return actionNames.flatMap((name) => {
    const { input, access, accepts } = actionNamed(name);
    const sample = sampleInput(actionNamed(name), practice);
    const busy: ParsedCall[] =
      sample === undefined
        ? []
        : [{ name, input: sample, apiKey: practice.apiKey, clientId: practice.pets[0]?.client_id }];
    const apiKey = access.includes('superadmin') ? operatorKey : scene.practice.adminKey.apiKey;
    const made = { name, apiKey, clientId: scene.client.id, at: sceneNow };
    const sent = (everything: boolean): Record<string, unknown> => {
      const fields = validInput(name, scene, everything);
      if (accepts) decodeFile(fields);
      return fields;
    };
    const required = input.parse(sent(false));
    // Not all optional fields go together.
    const all = input.safeParse(sent(true));
    return [...busy, { ...made, input: required }, ...(all.success ? [{ ...made, input: all.data }] : [])];
  });
}

/** The moment for which the records of a scene are made. */
const sceneNow = new Date('2026-01-14T09:00:00Z');

interface ParsedCall {
  name: ActionName;
  input: unknown;
  /** Of a session of staff or of the operator. */
  apiKey: string;
  /** The client for whom an action of the portal is called. */
  clientId?: number | undefined;
  /** When it is called; now unless given. */
  at?: Date;
}

/** The plans of all statements that some calls run, call by call. */
export async function plansOfCalls(
  addresses: Addresses,
  { apiKey }: { apiKey: string },
  calls: readonly Call[],
): Promise<RanPlan[][]> {
  const parsed = calls.map(({ path, body }) => {
    const name = path.replace(/^\/api\//, '') as ActionName;
    return { name, input: actionNamed(name).input.parse(body), apiKey };
  });
  return plansOf(addresses, parsed, false);
}

async function plansOf(
  addresses: Addresses,
  calls: readonly ParsedCall[],
  avoidFullReads: boolean,
): Promise<RanPlan[][]> {
  const connection = new ExplainingConnection(addresses.ownerUrl, avoidFullReads);
  await connection.open();
  const deps = dependencies(addresses);
  const run = async (call: ParsedCall): Promise<RanPlan[]> => {
    connection.plans = [];
    await runOnce(connection, deps, call);
    return connection.plans;
  };
  try {
    // The first run of a statement on a connection also reads the catalogue; only the second counts.
    for (const call of calls) await run(call);
    const plans: RanPlan[][] = [];
    for (const call of calls) plans.push(await run(call));
    return plans;
  } finally {
    await connection.close();
    await deps.jobs.close();
    await deps.database.close();
  }
}

/** What handlers and jobs need, with a pool of two connections. */
export function dependencies({ appUrl }: Addresses): Dependencies {
  const env = readEnv({ DATABASE_URL: appUrl, BCRYPT_COST: '4' });
  const log = createLogger('silent');
  const database = createDatabase({ url: appUrl, poolSize: 2, prepared: true, log });
  return createDependencies({ env, database, clock: systemClock, log });
}

/** What a public action learns about the practice, apart from its region. */
const portal = { tenant_name: 'Bench', colour: '#0f766e', portal_password_minimum: 6 };

async function runOnce(
  connection: ExplainingConnection,
  deps: Dependencies,
  { name, input, apiKey, clientId = 0, at: now = deps.clock.now() }: ParsedCall,
): Promise<void> {
  await connection.inTransaction(async (tx) => {
    const credentials = { keyHash: hashKey(apiKey), isProgram: false, claimedIds: [] };
    const staff = await openSession(tx, deps, credentials, now);
    const petOwner = { role: 'customer', userId: null, clientId } as const;
    const session = isPortalAction(actionNamed(name)) ? { ...staff, ...petOwner } : staff;
    const last: Promise<unknown>[] = [];
    const ctx: Ctx & PublicContext = {
      requestId: 'plans',
      action: name,
      now,
      log: deps.log,
      deps,
      session,
      tenantId: staff.tenantId ?? 0,
      tx: { ...tx, beforeCommit: (asked, values) => last.push(tx.rows(asked, values)) },
      control: tx,
      auditDetails: () => undefined,
      network: 'unknown',
      userAgent: undefined,
      skipAudit: () => undefined,
      host: 'localhost',
      cookie: () => undefined,
      setCookie: () => undefined,
      inPractice: (id, work) =>
        work(tx, {
          ...portal,
          tenant_id: id,
          time_zone: session.timeZone,
          locale: session.locale,
          currency: session.currency,
        }),
    };
    const handler = handlers[name] as AnyHandler | AnyHandler['run'];
    const staged: AnyHandler = typeof handler === 'function' ? { run: handler } : handler;
    const outside: OutsideContext = { ...ctx, ...outsideOf(tx) };
    const work = async (): Promise<void> => {
      const isPrepared = staged.isPrepared?.(input as Record<string, unknown>) ?? true;
      const prepared = isPrepared ? await staged.prepare?.(outside, input) : undefined;
      const ran = await staged.run(ctx, input, prepared);
      const answer = documentFile.safeParse(await staged.finish?.(outside, ran));
      const content = answer.data?.content;
      if (content && Symbol.asyncIterator in content) await readToEnd(content);
    };
    await work().catch((error: unknown) => {
      // A refusal is an answer too; the statements before it were run.
      if (!(error instanceof AppError)) throw new Error(`${name} failed`, { cause: error });
    });
    await Promise.all(last);
  });
}

/** All in the one transaction, and nothing is sent. */
const outsideOf = (
  tx: TenantTransaction,
): Pick<
  OutsideContext,
  'inPractice' | 'inSnapshot' | 'beginLargeAnswer' | 'onceAnswered' | 'documentInPieces'
> => ({
  inPractice: (work) => work(tx),
  inSnapshot: (work) => work(tx),
  beginLargeAnswer: () => Promise.resolve(() => undefined),
  onceAnswered: (release) => release(),
  documentInPieces: () => ({ write: readToEnd }),
});

async function readToEnd(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of pieces);
}

async function readSchema({ owner }: BenchDatabase): Promise<Schema> {
  const tables = await owner.query<{ name: string; rows: number }>(
    `select c.relname as name, c.reltuples::float8 as rows from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  const indexes = await owner.query<{ name: string; first_column: string; unique: boolean }>(
    `select c.relname as name, a.attname as first_column, i.indisunique as "unique"
     from pg_index i
     join pg_class c on c.oid = i.indexrelid
     left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace`,
  );
  return {
    rows: new Map(tables.rows.map(({ name, rows }) => [name, rows])),
    indexes: new Map(
      indexes.rows.map((row) => [row.name, { firstColumn: row.first_column, unique: row.unique }]),
    ),
  };
}

/** A statement that ran several times is listed once, with its most expensive run and all its faults. */
function worstOfEach(verdicts: readonly StatementPlan[]): StatementPlan[] {
  const byStatement = Map.groupBy(verdicts, ({ statement }) => statement);
  return [...byStatement.values()].map((runs) => ({
    ...(runs.toSorted((a, b) => b.pages - a.pages)[0] as StatementPlan),
    paths: [...new Set(runs.flatMap(({ paths }) => paths))],
    faults: [...new Set(runs.flatMap(({ faults }) => faults))],
  }));
}
