import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { handlers } from '../../handlers.ts';
import { makeSessionKey } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi, type Caller } from '../harness.ts';
import { mayCall, rawCall } from './call.ts';
import { inputFields } from './input-fields.ts';
import { practiceDigest } from './tenant-rows.ts';
import { validInput } from './valid-input.ts';
import { scenesOf, type Scene } from './world.ts';

// Every command that takes a key, sent twice with one; and every other one, to show that it needs none.

const api = useTestApi();
const db = () => api.testDatabase.owner;
const makeOwnScene = scenesOf(db);

afterEach(async () => {
  await db().query('truncate rate_limits');
});

const takesKeys = actionNames.filter((name) => actionNamed(name).idempotent);
const otherCommands = actionNames.filter((name) => {
  const { access, kind, idempotent } = actionNamed(name);
  return (
    kind === 'command' && !idempotent && access !== 'public' && access.some((role) => role !== 'superadmin')
  );
});

/** A new set of records and a permitted caller. */
async function sceneFor(name: ActionName): Promise<{ scene: Scene; caller: Caller }> {
  const scene = await makeOwnScene();
  const isStaffs = mayCall(name, 'admin');
  return { scene, caller: isStaffs ? scene.practice.adminKey : await makeSessionKey(db(), scene) };
}

const digest = ({ practice }: Scene) => practiceDigest(db(), practice.tenant.id);

describe.each(takesKeys)('%s', (name) => {
  it('with the same key again changes no row and answers the same', async () => {
    const { scene, caller } = await sceneFor(name);
    const input = { ...validInput(name, scene, true), idempotency_key: `of ${name}` };
    const first = await rawCall(api, name, input, caller);
    expect([first.status, first.text]).toEqual([200, expect.any(String)]);
    expect(first.headers.get('idempotent-replayed')).toBe(null);
    const before = await digest(scene);
    const again = await rawCall(api, name, input, caller);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await digest(scene)).toEqual(before);
  });
});

describe('an action that takes a key', () => {
  const outputSchema = (name: ActionName) =>
    z.toJSONSchema(actionNamed(name).output, { io: 'output', unrepresentable: 'any' });
  const outputFields = (name: ActionName): string[] => Object.keys(outputSchema(name).properties ?? {});

  it('is a command of a person in a practice, and never answers a document', () => {
    const others = takesKeys.filter((name) => {
      const { kind, access, returns } = actionNamed(name);
      const isInPractice = access !== 'public' && !access.includes('superadmin');
      return kind !== 'command' || !isInPractice || returns !== undefined;
    });
    expect(others).toEqual([]);
  });

  it('is every command that answers the id of a new record, unless it answers a secret or its records have keys', () => {
    const secrets = new Set(['api_key', 'setup_link', 'registration_token', 'signing_secret', 'feed_path']);
    const makes = otherCommands.filter((name) => {
      // A repeated save finds each entry by its `client_key` and the weight by the visit; or the due date by its animal and type.
      if (name === 'visit_notes_save' || name === 'animal_care_set') return false;
      const given = new Set(inputFields(actionNamed(name)).map((field) => field.name));
      const fields = outputFields(name);
      const { audit } = actionNamed(name);
      return audit && fields.some((field) => /(?:^|_)id$/.test(field) && !given.has(field));
    });
    const unkept = makes.filter((name) => outputFields(name).some((field) => secrets.has(field)));
    expect(makes).toEqual(unkept);
    const kept = takesKeys.filter((name) => outputFields(name).some((field) => secrets.has(field)));
    expect(kept).toEqual([]);
  });

  it('is every command about money and messages', () => {
    const entities = new Set(['payment', 'refund', 'deposit', 'message']);
    const without = otherCommands.filter((name) => {
      const { audit } = actionNamed(name);
      return audit && entities.has(audit.entity);
    });
    expect(without).toEqual([]);
  });

  it('answers a few short values, which can be stored: no nested record', () => {
    // Listed only by a preview, which changes nothing.
    const ofPreview = 'appointments';
    const nested = takesKeys.filter((name) =>
      Object.entries(outputSchema(name).properties ?? {}).some(
        ([field, schema]) => field !== ofPreview && JSON.stringify(schema).includes('"properties"'),
      ),
    );
    expect(nested).toEqual([]);
  });

  it('knows its answer at the commit, or can be repeated until it is known', () => {
    const later = takesKeys.filter((name) => {
      const handler: unknown = handlers[name];
      return (
        typeof handler === 'object' && handler !== null && 'finish' in handler && !('answerOf' in handler)
      );
    });
    // For the same appointment, or the same offer, they answer the same payment.
    expect(later).toEqual(['cp/payment/create_checkout', 'cp/offer_accept']);
  });
});

/** The numbers of rows before and after the second of two equal calls. */
async function countsAroundSecond(name: ActionName) {
  const { scene, caller } = await sceneFor(name);
  const input = validInput(name, scene);
  await rawCall(api, name, input, caller);
  const rows = async (): Promise<Record<string, number>> => {
    const counts = Object.entries(await digest(scene)).map(([table, text]) => [
      table,
      Number.parseInt(text, 10),
    ]);
    return Object.fromEntries(counts.filter(([table]) => table !== 'audit_log')) as Record<string, number>;
  };
  const before = await rows();
  await rawCall(api, name, input, caller);
  return { before, after: await rows() };
}

/** The table in which each call adds a record with a new secret, which is shown once. */
const makesAnother = new Map<ActionName, string>([
  ['api_key/create', 'api_keys'],
  ['calendar_feed_create', 'calendar_feeds'],
]);

describe.each(otherCommands.filter((name) => !makesAnother.has(name)))('%s, which takes no key,', (name) => {
  it('adds nothing when it is sent twice', async () => {
    const { before, after } = await countsAroundSecond(name);
    expect(after).toEqual(before);
  });
});

describe.each([...makesAnother])('%s', (name, table) => {
  it('adds one more record each time', async () => {
    const { before, after } = await countsAroundSecond(name);
    expect(after).toEqual({ ...before, [table]: (before[table] ?? 0) + 1 });
  });
});
