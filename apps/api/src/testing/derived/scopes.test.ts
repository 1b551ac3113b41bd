import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { scopeOf, scopes, scopesOf, type Scope } from '@burrow/contracts/scopes';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSessionKey, type SessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import type { UserRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../harness.ts';
import { mayCall, rawCall } from './call.ts';
import { practiceDigest } from './tenant-rows.ts';
import { validInput } from './valid-input.ts';
import { makeFullPractice, makeScene, scenesOf, type Scene } from './world.ts';

// Every action × API keys. The expected answers follow from the scope that the action declares.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const makeOwnScene = scenesOf(db);

let full: Scene;
beforeAll(async () => {
  full = await makeFullPractice(db());
});
beforeEach(async () => {
  await db().query('truncate rate_limits');
});

const withSession = actionNames.filter((name) => actionNamed(name).access !== 'public');

const keyOf = (user: UserRow, granted: readonly Scope[]): Promise<SessionKey> =>
  makeSessionKey(db(), { user, kind: 'integration', scopes: [...granted] });

/** The answer to a key: its status, and the code of a refusal. */
async function told(name: ActionName, scene: Scene, key: SessionKey): Promise<string> {
  const answer = await rawCall(api, name, validInput(name, scene), key);
  return [answer.status, answer.code].filter(Boolean).join(' ');
}

const keyed = withSession.filter((name) => actionNamed(name).scope !== null);

describe('an API key', () => {
  it('is refused everything outside its scopes, whatever they allow, and changes nothing', async () => {
    const { admin, staff, tenant } = full.practice;
    const byScope = new Map<string, SessionKey>();
    for (const scope of scopes) {
      byScope.set(`only ${scope}`, await keyOf(staff, [scope]));
      byScope.set(
        `all but ${scope}`,
        await keyOf(
          admin,
          scopes.filter((other) => other !== scope),
        ),
      );
    }
    const [none, all] = [await keyOf(admin, []), await keyOf(admin, scopes)];
    const scene = await makeScene(db(), full.practice);
    const before = await practiceDigest(db(), tenant.id);
    const answers: string[] = [];
    const expected: string[] = [];
    const ask = async (name: ActionName, key: SessionKey | undefined, refusal: string) => {
      answers.push(`${name} ${key && (await told(name, scene, key))}`);
      expected.push(`${name} ${refusal}`);
    };
    for (const name of withSession) {
      const scope = scopeOf(actionNamed(name));
      const refusal = scope === null ? '403 forbidden' : '403 scope_missing';
      await ask(name, none, refusal);
      await ask(name, scope === null ? all : byScope.get(`all but ${scope}`), refusal);
      // The role of its person is checked as well.
      if (scope !== null && !mayCall(name, 'staff'))
        await ask(name, byScope.get(`only ${scope}`), '403 forbidden');
    }
    expect(answers).toEqual(expected);
    expect(await practiceDigest(db(), tenant.id)).toEqual(before);
  });
});

describe.each(keyed)('%s', (name) => {
  it('is open to a key that has exactly the scopes it always needs', async () => {
    const scene = await makeOwnScene();
    const key = await keyOf(scene.practice.admin, scopesOf(actionNamed(name)) ?? []);
    expect(await told(name, scene, key)).toBe('200');
  });
});

describe('scopes', () => {
  it('each belong to an action, and only to the practice’s own staff', () => {
    const needed = withSession.map((name) => scopeOf(actionNamed(name))).filter((scope) => scope !== null);
    expect(scopes.toSorted()).toEqual([...new Set(needed)].toSorted());
    const others = actionNames.filter((name) => {
      const { access, scope } = actionNamed(name);
      return scope !== null && (access === 'public' || !access.includes('admin'));
    });
    expect(others).toEqual([]);
  });

  it('open nothing that gives access, concerns the subscription, or belongs to another practice', () => {
    const closed = actionNames.filter(
      (name) =>
        /^(?:auth|logout|session|set_password|team|setup_link|superadmin|subscription|api_key|cp\/)/.test(
          name,
        ) || /cp_/.test(name),
    );
    expect(closed.length).toBeGreaterThan(50);
    expect(closed.filter((name) => actionNamed(name).scope !== null)).toEqual([]);
  });
});
