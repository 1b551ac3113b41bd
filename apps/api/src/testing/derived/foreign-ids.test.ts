import { documentTypeOf } from '@burrow/contracts/action';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeSessionKey, makeUser, type SessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { admitted, comparable, mayCall, rawCall, type RawAnswer, needsProvider } from './call.ts';
import { canariesIn, canaryMark, plantCanaries } from './canaries.ts';
import {
  isExpectation,
  isIdField,
  isOneOfMany,
  namingFields,
  withValue,
  type InputField,
} from './input-fields.ts';
import { practiceDigest, tenantTables } from './tenant-rows.ts';
import { validInput, validValue, variants } from './valid-input.ts';
import { makeFullPractice, makeScene, scenesOf, type Scene } from './world.ts';

// Every id field of every action × {the id of another practice's record, an id that never existed}: the two answers
// must be indistinguishable. Every text of the other practice is marked, so that a leak would show.

const api = useTestApi();
const db = () => api.testDatabase.owner;

let here: Scene;
let elsewhere: Scene;
let planted: Map<string, string>;

beforeAll(async () => {
  elsewhere = await makeFullPractice(db());
  const { id } = elsewhere.practice.tenant;
  await db().query(
    "insert into practice_moves (tenant_id, started_at, receipt) values ($1, now(), 'receipt')",
    [id],
  );
  planted = await plantCanaries(db(), id);
  // The harness forgets Stripe's customers after each test.
  await db().query('update tenants set subscription_customer = null');
});
afterEach(async () => {
  const leaked = canariesIn(api.logLines.join('\n'));
  if (leaked.length > 0) throw new Error(`Texts of the other practice are in the log: ${leaked.join(', ')}`);
  await db().query('truncate rate_limits');
});

const digestOf = (scene: Scene) => practiceDigest(db(), scene.practice.tenant.id);

/** The rows of both practices. */
const digests = () => Promise.all([digestOf(here), digestOf(elsewhere)]);

let neverGiven = 7_000_000_000_000;
/** An id that never exists. */
const unknownId = (): number => (neverGiven += 1);

const roles = ['customer', 'staff', 'admin'] as const;
type Role = (typeof roles)[number];

/** A new session for each call: a call may change the caller too, such as their password. */
async function keyFor(scene: Scene, role: Role): Promise<SessionKey> {
  if (role === 'customer') return makeSessionKey(db(), { client: scene.client });
  const { tenant } = scene.practice;
  const user = role === 'staff' ? scene.staff : await makeUser(db(), { tenant, role: 'admin' });
  return makeSessionKey(db(), { user });
}

const rolesOf = (name: ActionName): Role[] => roles.filter((role) => mayCall(name, role));

/** The actions of people of a practice, staff or clients. */
const callable = actionNames.filter(
  (name) => actionNamed(name).access !== 'public' && rolesOf(name).length > 0,
);

/** Calls with the value that `of` gives the field, and returns the outcome. */
async function ask(
  name: ActionName,
  field: InputField,
  base: Record<string, unknown>,
  value: unknown,
  caller: SessionKey,
): Promise<RawAnswer> {
  return rawCall(api, name, withValue(base, field.path, value), caller);
}

/** A caller of each role with records of their own, and the rows of both practices before any call. */
let callers: { role: Role; scene: Scene; caller: SessionKey }[];
let before: Awaited<ReturnType<typeof digests>>;

async function enterPractice() {
  here = await makeFullPractice(db());
  callers = [];
  for (const role of roles) {
    const scene = await makeScene(db(), here.practice);
    callers.push({ role, scene, caller: await keyFor(scene, role) });
  }
  before = await digests();
}

/** Lists in which the place of a cursor is the name of its row. */
const listsByName = new Set<ActionName>(['clients', 'animals']);

function answersAlike(name: ActionName) {
  it.each(namingFields(actionNamed(name)).map((field) => [field.path.join('.'), field] as const))(
    "answers another practice's %s exactly like one that never existed",
    async (_path, field) => {
      for (const { role, scene, caller } of callers.filter((each) => mayCall(name, each.role))) {
        for (const base of variants(name, field, scene)) {
          const foreign = validValue(field, name, elsewhere, base);
          const unknown = typeof foreign === 'string' ? String(unknownId()) : unknownId();
          const [asked, missing] = [
            await ask(name, field, base, foreign, caller),
            await ask(name, field, base, unknown, caller),
          ];
          // An unknown cursor ends a list that is not by name, and an unknown id of many is omitted; any other is an error.
          const isRefused = isIdField(field) ? !isOneOfMany(actionNamed(name), field) : listsByName.has(name);
          const refusal = isExpectation(field) ? 409 : isIdField(field) ? 404 : 400;
          expect([role, asked.status]).toEqual([role, isRefused ? refusal : 200]);
          expect(comparable(asked)).toBe(comparable(missing));
          expect([...asked.canaries, ...missing.canaries]).toEqual([]);
        }
      }
    },
  );
}

const isQuery = (name: ActionName): boolean => actionNamed(name).kind === 'query';
const naming = callable.filter((name) => namingFields(actionNamed(name)).length > 0);

// A refused call uses nothing up, so one practice serves them all.
describe('an action that names records', () => {
  beforeAll(enterPractice);

  // A query's transaction cannot write.
  describe.each(naming.filter(isQuery))('%s', (name) => {
    answersAlike(name);
  });

  describe.each(naming.filter((name) => !isQuery(name)))('%s', (name) => {
    answersAlike(name);

    it('has changed neither practice by then', async () => {
      expect(await digests()).toEqual(before);
    });
  });

  it('has changed neither practice by then', async () => {
    expect(await digests()).toEqual(before);
  });
});

describe('a practice named in the payload', () => {
  beforeAll(enterPractice);

  it.each(callable)('%s refuses any but its own', async (name) => {
    // Checked before anything that depends on the role, so one permitted role is enough.
    const caller = callers.find(({ role }) => role === rolesOf(name).at(-1))?.caller;
    const foreignTenant = elsewhere.practice.tenant.id;
    for (const field of ['tenant_id', 'tenantId']) {
      for (const value of [foreignTenant, String(foreignTenant), unknownId(), [foreignTenant], {}, null]) {
        const answer = await rawCall(api, name, { ...validInput(name, here), [field]: value }, caller);
        expect([field, value, answer.status, answer.code]).toEqual([field, value, 404, 'not_found']);
      }
    }
  });

  it('has changed neither practice by then', async () => {
    expect(await digests()).toEqual(before);
  });
});

describe('the texts of another practice', () => {
  const makeOwnScene = scenesOf(db);
  let untouched: Awaited<ReturnType<typeof digestOf>>;

  beforeAll(async () => {
    untouched = await digestOf(elsewhere);
  });

  it.each(callable.filter((name) => !needsProvider.has(name)))('are in no answer of %s', async (name) => {
    const kept = isQuery(name) ? await makeOwnScene() : null;
    for (const role of rolesOf(name)) {
      // A list without its filters shows more; a command with all fields does all that it can.
      for (const everything of kept ? [false, true] : [true]) {
        const scene = kept ?? (await makeOwnScene());
        const caller = await keyFor(scene, role);
        const answer = await rawCall(api, name, validInput(name, scene, everything), caller);
        const status = Number.parseInt(admitted(name));
        expect([role, everything, answer.status, answer.canaries]).toEqual([role, everything, status, []]);
      }
    }
  });

  it('are as they were', async () => {
    expect(await digestOf(elsewhere)).toEqual(untouched);
  });

  it('would be detected: its own admin reads them in JSON, in documents and in files', async () => {
    // Every table has rows, or a leak of one could not show.
    const counts = Object.entries(await digestOf(elsewhere)).map(([table, digest]) => [
      table,
      !digest.startsWith('0 '),
    ]);
    expect(counts).toEqual((await tenantTables(db())).map(({ name }) => [name, true]));

    const seenIn = new Map<ActionName, string[]>();
    for (const name of callable.filter((action) => mayCall(action, 'admin'))) {
      const { apiKey } = await keyFor(elsewhere, 'admin');
      const answer = await rawCall(api, name, validInput(name, elsewhere), { apiKey });
      seenIn.set(name, answer.canaries);
    }
    const seen = new Set([...seenIn.values()].flat());
    const read = (column: string): boolean => {
      const text = planted.get(column);
      return text !== undefined && seen.has(text);
    };
    const shown = [
      'clients.name',
      'clients.notes',
      'animals.name',
      'animals.allergies',
      'services.name',
      'users.name',
      'bookings.notes',
      'comms.body',
      'files.filename',
      'file_contents.content',
      'tenants.tenant_name',
    ];
    expect(shown.filter((column) => !read(column))).toEqual([]);
    const documents = [...seenIn.keys()].filter((action) => documentTypeOf(actionNamed(action)) !== null);
    // The sample import file is the same for all practices, and the number of a batch is marked too, so it is not found.
    const unseen = new Set<ActionName>(['import/template', 'batch_recall_csv']);
    for (const name of documents.filter((action) => !unseen.has(action))) {
      expect([name, (seenIn.get(name) ?? []).length > 2]).toEqual([name, true]);
    }
    api.logLines.push(JSON.stringify({ level: 30, msg: `${canaryMark}1q` }));
    expect(canariesIn(api.logLines.join('\n'))).toHaveLength(1);
    api.logLines.length = 0;
  });
});
