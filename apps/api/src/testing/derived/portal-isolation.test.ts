import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { admitted, comparable, mayCall, rawCall } from './call.ts';
import { canariesIn, plantCanaries } from './canaries.ts';
import { isIdField, isOneOfMany, namingFields, withValue, type InputField } from './input-fields.ts';
import { clientDigest, clientTables } from './tenant-rows.ts';
import { validInput, validValue, variants } from './valid-input.ts';
import { makeFullPractice, makeScene, type Scene } from './world.ts';

// Every action that a pet owner may call × {the caller's own record, another client's of the same practice, another
// practice's, one that never existed}. Every text of the other client is marked, so that a leak would show.

const api = useTestApi();
const db = () => api.testDatabase.owner;

let sibling: Scene;
let elsewhere: Scene;
/** Which rows are the sibling's. */
let theirs: Map<string, string>;
let planted: Map<string, string>;

beforeAll(async () => {
  sibling = await makeFullPractice(db());
  elsewhere = await makeFullPractice(db());
  await makeSessionKey(db(), { client: sibling.client });
  theirs = await clientTables(db(), sibling.client.id);
  planted = await plantCanaries(db(), sibling.practice.tenant.id, theirs);
});
afterEach(async () => {
  const leaked = canariesIn(api.logLines.join('\n'));
  if (leaked.length > 0) throw new Error(`Texts of the other client are in the log: ${leaked.join(', ')}`);
  await db().query('truncate rate_limits');
});

/** A new session of a client of the sibling's practice. */
async function petOwner() {
  const mine = await makeScene(db(), sibling.practice);
  return { mine, key: await makeSessionKey(db(), { client: mine.client }) };
}

const siblingDigest = () => clientDigest(db(), sibling.practice.tenant.id, theirs);

/** The rows that the practice shares with all of its clients. */
const practicesOwn = new Set(['service_id', 'staff_id', 'type']);

const ownedFields = (name: ActionName): InputField[] =>
  namingFields(actionNamed(name)).filter(({ name: field }) => !practicesOwn.has(field));

const openToCustomers = actionNames.filter(
  (name) => actionNamed(name).access !== 'public' && mayCall(name, 'customer'),
);

let neverGiven = 7_000_000_000_000;

describe.each(openToCustomers.filter((name) => ownedFields(name).length > 0))('%s', (name) => {
  it.each(ownedFields(name).map((field) => [field.path.join('.'), field] as const))(
    "answers another client's %s exactly like one that never existed, and the caller's own",
    async (_path, field) => {
      // First, since a practice of the tests keeps only its newest request.
      const { mine, key } = await petOwner();
      const before = await siblingDigest();
      for (const base of variants(name, field, mine)) {
        const ask = (value: unknown) => rawCall(api, name, withValue(base, field.path, value), key);
        const valueIn = (scene: Scene) => validValue(field, name, scene, base);
        const unknown = typeof valueIn(mine) === 'string' ? String((neverGiven += 1)) : (neverGiven += 1);
        const missing = await ask(unknown);
        // An unknown cursor ends a list, and an unknown id of many is omitted; any other is an error.
        const isRefused = isIdField(field) && !isOneOfMany(actionNamed(name), field);
        expect(missing.status).toBe(isRefused ? 404 : 200);
        for (const scene of [sibling, elsewhere]) {
          const foreign = await ask(valueIn(scene));
          expect(comparable(foreign)).toBe(comparable(missing));
          expect(foreign.canaries).toEqual([]);
        }
        expect((await ask(valueIn(mine))).status).toBe(200);
      }
      expect(await siblingDigest()).toEqual(before);
    },
  );
});

describe('the texts of another client', () => {
  it.each(openToCustomers)('are not in the answer of %s, which changes none of their rows', async (name) => {
    const before = await siblingDigest();
    for (const everything of [false, true]) {
      const { mine, key } = await petOwner();
      const { status, code, canaries } = await rawCall(api, name, validInput(name, mine, everything), key);
      const said = [status, code].filter(Boolean).join(' ');
      expect([everything, said, canaries]).toEqual([everything, admitted(name), []]);
    }
    expect(await siblingDigest()).toEqual(before);
  });

  it('would be detected: the client reads them themselves', async () => {
    // Every table has rows, or a leak of one could not show.
    const empty = Object.entries(await siblingDigest()).filter(([, digest]) => digest.startsWith('0 '));
    expect(empty.map(([table]) => table)).toEqual([]);

    const key = await makeSessionKey(db(), { client: sibling.client });
    const seen = new Set<string>();
    for (const name of openToCustomers.filter((action) => actionNamed(action).kind === 'query')) {
      const answer = await rawCall(api, name, validInput(name, sibling), key);
      for (const canary of answer.canaries) seen.add(canary);
    }
    const shown = [
      'clients.name',
      'clients.phone',
      'animals.name',
      'animals.allergies',
      'bookings.notes',
      'files.filename',
      'file_contents.content',
      'file_thumbnails.content',
    ];
    expect(shown.filter((column) => !seen.has(planted.get(column) ?? ''))).toEqual([]);
    // Internal notes of staff are not for the client either.
    const internal = [
      'clients.notes',
      'clients.alert',
      'animals.notes',
      'animals.behaviour_notes',
      'bookings.staff_notes',
      'comms.body',
    ];
    expect(internal.filter((column) => seen.has(planted.get(column) ?? ''))).toEqual([]);
    expect(internal.filter((column) => !planted.has(column))).toEqual([]);
  });
});
