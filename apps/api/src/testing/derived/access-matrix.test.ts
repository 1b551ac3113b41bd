import { randomBytes } from 'node:crypto';
import { isPortalAction } from '@burrow/contracts/action';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeSessionKey,
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { admitted, mayCall, needsProvider, rawCall, readAnswer, type RawAnswer } from './call.ts';
import { plantCanaries } from './canaries.ts';
import { inputFields, isIdField, isOneOfMany } from './input-fields.ts';
import { practiceDigest } from './tenant-rows.ts';
import { validInput } from './valid-input.ts';
import { makeFullPractice, makeScene, scenesOf, type Scene } from './world.ts';

// Every action × every kind of caller. The expected answers follow from the declaration alone, so a new action is
// covered automatically.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const makeOwnScene = scenesOf(db);

let here: Scene;
/** The practice that strangers try to reach: compared as a whole before and after, so no other test writes to it. */
let closed: Scene;
let elsewhere: Scene;

beforeAll(async () => {
  here = await makeFullPractice(db());
  closed = await makeFullPractice(db());
  await plantCanaries(db(), closed.practice.tenant.id);
  elsewhere = await makeFullPractice(db());
});

type Role = 'customer' | 'staff' | 'admin' | 'superadmin';

interface Knocking {
  name: ActionName;
  scene: Scene;
}

/** A caller: the answer they get, and the one the declaration requires ("200", or "status code"). */
interface Knock {
  call: (knocking: Knocking) => Promise<RawAnswer>;
  expected: (name: ActionName) => string;
}

const isPublic = (name: ActionName): boolean => actionNamed(name).access === 'public';
/** Whether a call needs an id that has to be the practice's own. */
const hasIds = (name: ActionName): boolean => {
  const action = actionNamed(name);
  return inputFields(action).some(
    (field) => field.required && isIdField(field) && !isOneOfMany(action, field),
  );
};

const unauthenticated = (name: ActionName): string => (isPublic(name) ? '200' : '401 unauthenticated');
const allowedTo =
  (role: Role) =>
  (name: ActionName): string =>
    mayCall(name, role) ? admitted(name) : '403 forbidden';

const withKey =
  (makeKey: (scene: Scene) => Promise<SessionKey>) =>
  async ({ name, scene }: Knocking): Promise<RawAnswer> =>
    rawCall(api, name, validInput(name, scene), await makeKey(scene));

const staffKey = (scene: Scene, options: { expires?: Date; revoked?: Date; lastUsed?: Date } = {}) =>
  makeSessionKey(db(), { user: scene.staff, ...options });

const ago = (milliseconds: number): Date => new Date(api.clock.now().getTime() - milliseconds);

async function personOf(scene: Scene, role: 'staff' | 'admin', columns: object = {}, account: object = {}) {
  const person = await makeAccount(db(), account);
  return makeUser(db(), { tenant: scene.practice.tenant, account: person, role, ...columns });
}

/** A list of records is JSON in a form, a list of values has commas. */
const formText = (value: unknown): string =>
  Array.isArray(value) && value.some((member) => typeof member === 'object')
    ? JSON.stringify(value)
    : String(value);

/** Posts a form with the key and an id beside it. */
async function formCall({ name, scene }: Knocking, credentials: Record<string, string>): Promise<RawAnswer> {
  const input = Object.entries(validInput(name, scene)).map(([field, value]) => [field, formText(value)]);
  const form = new URLSearchParams({ ...Object.fromEntries(input), ...credentials });
  return readAnswer(await api.post(`/api/${name}`, form));
}

const idField = (name: ActionName): string => (isPortalAction(actionNamed(name)) ? 'client_id' : 'user_id');

const nobodies: Record<string, Knock> = {
  'no key': {
    call: ({ name, scene }) => rawCall(api, name, validInput(name, scene)),
    expected: unauthenticated,
  },
  'a key that was never issued': {
    call: ({ name, scene }) =>
      rawCall(api, name, validInput(name, scene), { apiKey: randomBytes(32).toString('base64url') }),
    expected: unauthenticated,
  },
  'an expired key': {
    call: withKey((scene) => staffKey(scene, { expires: ago(1) })),
    expected: unauthenticated,
  },
  'a revoked key': {
    call: withKey((scene) => staffKey(scene, { revoked: ago(1) })),
    expected: unauthenticated,
  },
  'a key that lay idle': {
    call: withKey((scene) => staffKey(scene, { lastUsed: ago(12 * 3_600_000) })),
    expected: unauthenticated,
  },
  'a person who was disabled': {
    call: withKey(async (scene) =>
      makeSessionKey(db(), { user: await personOf(scene, 'admin', { disabled_at: ago(1) }) }),
    ),
    expected: unauthenticated,
  },
  'an account that was disabled': {
    call: withKey(async (scene) =>
      makeSessionKey(db(), { user: await personOf(scene, 'admin', {}, { disabled_at: ago(1) }) }),
    ),
    expected: unauthenticated,
  },
  'the key in the address': {
    call: async ({ name, scene }) => {
      const { apiKey, userId } = await staffKey(scene);
      const query = new URLSearchParams({ api_key: apiKey, user_id: String(userId) });
      const body = JSON.stringify(validInput(name, scene));
      return readAnswer(
        await api.post(`/api/${name}?${query}`, body, { 'Content-Type': 'application/json' }),
      );
    },
    expected: unauthenticated,
  },
  "a colleague's id beside a good key": {
    call: async (knocking) => {
      const { apiKey } = await staffKey(knocking.scene);
      return formCall(knocking, {
        api_key: apiKey,
        [idField(knocking.name)]: String(knocking.scene.practice.admin.id),
      });
    },
    expected: unauthenticated,
  },
  "a colleague's id beside a good Bearer token": {
    call: async ({ name, scene }) => {
      const input = { ...validInput(name, scene), [idField(name)]: scene.practice.admin.id };
      return rawCall(api, name, input, await staffKey(scene));
    },
    expected: unauthenticated,
  },
};

const roles: Record<string, Knock> = {
  'staff, as a form with their own id': {
    call: async (knocking) => {
      const { apiKey, userId } = await staffKey(knocking.scene);
      const credentials = { api_key: apiKey, [idField(knocking.name)]: String(userId) };
      return formCall(knocking, credentials);
    },
    expected: allowedTo('staff'),
  },
  staff: { call: withKey((scene) => staffKey(scene)), expected: allowedTo('staff') },
  admin: {
    call: withKey(async (scene) => makeSessionKey(db(), { user: await personOf(scene, 'admin') })),
    expected: allowedTo('admin'),
  },
  customer: {
    call: withKey(({ client }) => makeSessionKey(db(), { client })),
    expected: allowedTo('customer'),
  },
  superadmin: {
    call: withKey(async () =>
      makeSessionKey(db(), { account: await makeAccount(db(), { is_superadmin: true }) }),
    ),
    expected: allowedTo('superadmin'),
  },
  'staff who must choose a new password': {
    call: withKey(async (scene) =>
      makeSessionKey(db(), { user: await personOf(scene, 'staff', {}, { must_change_password: true }) }),
    ),
    expected: (name) => {
      if (isPublic(name)) return '200';
      if (!mayCall(name, 'staff')) return '403 forbidden';
      return actionNamed(name).beforePasswordChange ? '200' : '403 password_change_required';
    },
  },
  'staff who must set up a second factor': {
    call: async ({ name, scene }) => {
      const key = await staffKey(scene);
      const require = (from: string | null) =>
        db().query('update tenants set second_factor_from = $2 where id = $1', [
          scene.practice.tenant.id,
          from,
        ]);
      await require('2026-01-01T00:00:00Z');
      const answer = await rawCall(api, name, validInput(name, scene), key);
      await require(null);
      return answer;
    },
    expected: (name) => {
      if (isPublic(name)) return '200';
      if (!mayCall(name, 'staff')) return '403 forbidden';
      return actionNamed(name).beforeSecondFactor ? admitted(name) : '403 second_factor_setup_required';
    },
  },
};

const fromElsewhere =
  (role: 'customer' | 'admin') =>
  (name: ActionName): string => {
    if (isPublic(name)) return '200';
    if (!mayCall(name, role)) return '403 forbidden';
    return hasIds(name) ? '404 not_found' : admitted(name);
  };

const others: Record<string, Knock> = {
  "another practice's admin": {
    call: withKey(() => makeSessionKey(db(), { user: elsewhere.practice.admin })),
    expected: fromElsewhere('admin'),
  },
  "another practice's customer": {
    call: withKey(() => makeSessionKey(db(), { client: elsewhere.client })),
    expected: fromElsewhere('customer'),
  },
};

const said = ({ status, code }: RawAnswer): string => [status, code].filter(Boolean).join(' ');

/** @param sceneFor the records that the call names; an admitted call may use them up */
async function verdicts(
  name: ActionName,
  knocks: Record<string, Knock>,
  sceneFor: (isLetIn: boolean) => Promise<Scene>,
) {
  const answers: Record<string, string> = {};
  const canaries: string[] = [];
  for (const [who, { call, expected }] of Object.entries(knocks)) {
    // All calls come from one address; the limits are tested elsewhere.
    await db().query('delete from rate_limits');
    const answer = await call({ name, scene: await sceneFor(expected(name) === '200') });
    answers[who] = said(answer);
    canaries.push(...answer.canaries);
  }
  const expected = Object.fromEntries(
    Object.entries(knocks).map(([who, knock]) => [who, knock.expected(name)]),
  );
  return { answers, expected, canaries };
}

describe.each(actionNames.filter((name) => !needsProvider.has(name)))('%s', (name) => {
  it('is open to the declared roles only', async () => {
    const kept = actionNamed(name).kind === 'query' ? await makeOwnScene() : null;
    const { answers, expected } = await verdicts(name, roles, async (isLetIn) =>
      isLetIn ? (kept ?? makeOwnScene()) : here,
    );
    expect(answers).toEqual(expected);
  });

  it('refuses every call without a valid key, and reveals nothing to strangers', async () => {
    // A stranger may change the practice that a public action names, and no other.
    const digest = await changes(isPublic(name) ? elsewhere : closed, async () => {
      // A public call may use up its records.
      const sceneFor = async () => (isPublic(name) ? makeOwnScene() : closed);
      const unknown = await verdicts(name, nobodies, sceneFor);
      expect(unknown.answers).toEqual(unknown.expected);
      const foreign = await verdicts(name, others, sceneFor);
      expect(foreign.answers).toEqual(foreign.expected);
      // A valid password makes a caller of a public action no stranger.
      const read = isPublic(name) ? [] : [...unknown.canaries, ...foreign.canaries];
      expect(read).toEqual([]);
    });
    expect(digest.after).toEqual(digest.before);
  });
});

describe.each(actionNames.filter((name) => !isPublic(name)))('%s', (name) => {
  it('checks the caller before the input', async () => {
    const garbage = { booking_id: 'x', password: '', status: ['?'], entity_type: {}, year: -1 };
    expect(said(await rawCall(api, name, garbage))).toBe('401 unauthenticated');
    const customer = await makeSessionKey(db(), { client: here.client });
    const expected = mayCall(name, 'customer') ? /^(?:200|400)/ : /^403 forbidden$/;
    expect(said(await rawCall(api, name, garbage, customer))).toMatch(expected);
  });
});

/** A practice's rows before and after, apart from people and keys, which the callers themselves need. */
async function changes(scene: Scene, work: () => Promise<void>) {
  const digest = async () => {
    const { api_keys: _keys, users: _users, ...rest } = await practiceDigest(db(), scene.practice.tenant.id);
    return rest;
  };
  const before = await digest();
  await work();
  return { before, after: await digest() };
}

describe('the practice as a whole', () => {
  it('is closed to its own people while it is suspended', async () => {
    const scene = await makeFullPractice(db());
    const { id } = scene.practice.tenant;
    await db().query('update tenants set suspended_at = now() where id = $1', [id]);
    for (const name of actionNames.filter((action) => !isPublic(action))) {
      expect([name, said(await rawCall(api, name, {}, scene.practice.adminKey))]).toEqual([
        name,
        '401 unauthenticated',
      ]);
    }
  });

  it(
    'can write nothing that needs a subscription once its trial is over, and do everything else',
    { timeout: 120_000 },
    async () => {
      const scene = await makeFullPractice(db());
      await db().query("update tenants set trial_ends_at = '2026-01-01' where id = $1", [
        scene.practice.tenant.id,
      ]);
      for (const { name, role } of practiceActions()) {
        const { paid } = actionNamed(name);
        // The input that stays possible even then, from the declaration: cancelling, say.
        const stays = typeof paid === 'object' && 'unless' in paid ? [paid.unless] : [];
        for (const extra of [{}, ...stays]) {
          const isRefused = Boolean(paid) && Object.keys(extra).length === 0;
          const fresh = isRefused ? scene : await makeScene(db(), scene.practice);
          const key = await keyOf(fresh, role);
          const answer = await rawCall(api, name, { ...validInput(name, fresh), ...extra }, key);
          expect([name, extra, said(answer)]).toEqual([
            name,
            extra,
            isRefused ? '402 subscription_required' : admitted(name),
          ]);
          expect(answer.text.includes('"subscription_required":true')).toBe(isRefused);
        }
      }
    },
  );

  it.each([
    ['was not paid', 'past_due', '2026-01-01'],
    ['was cancelled', 'cancelled', '2026-01-13'],
  ])('can write nothing that needs a subscription once its subscription %s', async (_why, status, end) => {
    const scene = await makeFullPractice(db());
    await db().query(
      'update tenants set trial_ends_at = null, subscription_status = $2, subscription_ends_at = $3 where id = $1',
      [scene.practice.tenant.id, status, end],
    );
    for (const { name, role } of practiceActions()) {
      // A refused call's input is not parsed, unless it decides.
      const answer = await rawCall(api, name, {}, await keyOf(scene, role));
      const { paid } = actionNamed(name);
      const isRefused = paid === true || (paid !== undefined && 'unless' in paid);
      expect([name, said(answer) === '402 subscription_required']).toEqual([name, isRefused]);
    }
  });
});

/** Every action within a practice, and who may call it. */
const practiceActions = () =>
  actionNames.flatMap((name) => {
    const role = (['admin', 'customer'] as const).find((one) => !isPublic(name) && mayCall(name, one));
    return role === undefined ? [] : [{ name, role }];
  });

const keyOf = async (scene: Scene, role: 'admin' | 'customer'): Promise<SessionKey> =>
  makeSessionKey(
    db(),
    role === 'admin' ? { user: await personOf(scene, 'admin') } : { client: scene.client },
  );
