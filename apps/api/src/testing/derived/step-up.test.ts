import { freshProofSeconds } from '@burrow/contracts/action';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeSessionKey,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../harness.ts';
import { admitted, mayCall, rawCall, type RawAnswer } from './call.ts';
import { practiceDigest } from './tenant-rows.ts';
import { validInput } from './valid-input.ts';
import { makeFullPractice, makeScene, type Scene } from './world.ts';

// Every action that asks for a fresh proof × the age of its caller's proof; and the reason for every action that never asks.

const api = useTestApi();
const db = () => api.testDatabase.owner;

let full: Scene;
beforeAll(async () => {
  full = await makeFullPractice(db());
});
beforeEach(async () => {
  await db().query('truncate rate_limits');
});

const asks = actionNames.filter((name) => actionNamed(name).stepUp === true);
const said = ({ status, code }: RawAnswer): string => [status, code].filter(Boolean).join(' ');

/** A caller who may call the action, with a proof that is some seconds old. */
async function callerOf(name: ActionName, seconds: number): Promise<SessionKey> {
  const verified = new Date(api.clock.now().getTime() - seconds * 1000);
  return mayCall(name, 'admin')
    ? makeSessionKey(db(), { user: full.practice.admin, verified })
    : makeSessionKey(db(), { account: await makeAccount(db(), { is_superadmin: true }), verified });
}

/** The rows of the practice and of the one that a superadmin manages, apart from the callers' own keys. */
async function rows({ managed }: Scene): Promise<unknown> {
  const ids = [full.practice.tenant.id, managed.id];
  const digests = await Promise.all(ids.map((id) => practiceDigest(db(), id)));
  return digests.map(({ api_keys: _keys, ...rest }) => rest);
}

describe.each(asks)('%s', (name) => {
  it('succeeds with a fresh proof, and changes nothing with a stale one', async () => {
    const scene = await makeScene(db(), full.practice);
    const input = validInput(name, scene);
    const stale = await callerOf(name, freshProofSeconds + 1);
    const fresh = await callerOf(name, freshProofSeconds);
    const before = await rows(scene);
    expect(said(await rawCall(api, name, input))).toBe('401 unauthenticated');
    expect(said(await rawCall(api, name, input, stale))).toBe('403 step_up_required');
    expect(said(await rawCall(api, name, { nonsense: true }, stale))).toBe('403 step_up_required');
    expect(await rows(scene)).toEqual(before);
    expect(said(await rawCall(api, name, input, fresh))).toBe(admitted(name));
  });
});

/** The reader of these fields gets access, or can read data, for as long as they exist. */
const secrets = ['api_key', 'setup_link', 'signing_secret', 'feed_path'];

const reads = 'reads what the session shows anyway';
const takesAway = 'takes access away, which must be instant';
const settings = 'a setting, which can be changed back';
const billing = 'concerns what the practice pays for Burrow';
const undone = 'can be undone, or resumed';
const records = 'a record that the practice sees, and can correct';

/** Actions for admins or superadmins alone that never ask, and why. */
const excused: Partial<Record<ActionName, string>> = {
  booking_type_insert: settings,
  booking_type_update: settings,
  booking_types_order: settings,
  booking_type_retire: settings,
  booking_type_restore: settings,
  service_staff_set: settings,
  service_resources_set: settings,
  resource_create: settings,
  resource_update: settings,
  resources_order: settings,
  resource_retire: settings,
  resource_restore: settings,
  'tenant/logo_upload': settings,
  'tenant/logo_remove': settings,
  animal_species_insert_multi: settings,
  animal_species_update: settings,
  message_templates: reads,
  message_template_update: settings,
  message_template_reset: settings,
  holiday_create: settings,
  holiday_update: settings,
  holiday_delete: settings,
  work_pattern_set: settings,
  work_pattern_delete: settings,
  shifts_set: settings,
  shifts_copy: settings,
  absence_create: settings,
  absence_update: settings,
  absence_delete: settings,
  booking_field_template_apply: settings,
  booking_field_create: settings,
  booking_field_update: settings,
  booking_fields_order: settings,
  booking_field_retire: settings,
  booking_field_restore: settings,
  team: reads,
  'team/sessions': reads,
  'team/invite_cancel': takesAway,
  'team/disable': takesAway,
  'team/session_revoke': takesAway,
  audit_log: reads,
  'subscription/checkout': billing,
  'subscription/portal': billing,
  'subscription/refresh': billing,
  'subscription/invoices': billing,
  'messages/failed': reads,
  'messages/status': reads,
  'messages/resend_all': 'sends clients what they were to get anyway',
  message_dismiss: records,
  api_keys: reads,
  'api_key/revoke': takesAway,
  imports: reads,
  import: reads,
  'import/findings': reads,
  'import/problem_rows': 'answers rows of a file that the practice has sent',
  'import/template': reads,
  'import/upload': undone,
  'import/check': undone,
  'import/run': undone,
  'import/cancel': undone,
  'import/undo': 'removes what an import added, and nothing that was used since',
  'practice_export/size': reads,
  client_erasure_preview: reads,
  webhook_endpoints: reads,
  webhook_endpoint_delete: takesAway,
  webhook_test: 'sends an example without data',
  webhook_deliveries: reads,
  webhook_delivery: reads,
  webhook_resend: 'sends again what the endpoint was sent',
  webhook_resend_failed: 'sends again what the endpoint was sent',
  'superadmin/practices': reads,
  'superadmin/practice_update': undone,
  'superadmin/practice_suspend': takesAway,
  'superadmin/practice_resume': undone,
  'superadmin/practice_extend_trial': undone,
  'superadmin/totals': reads,
  'superadmin/activity': reads,
  'superadmin/installation': reads,
  'superadmin/provider_test': 'sends an example without data',
  'superadmin/security_events': reads,
  identity_provider: reads,
  'identity_provider/test': 'reads what the provider publishes',
};

describe('a fresh proof', () => {
  it('is asked for by every action of admins and superadmins without a listed exception', () => {
    const managers = actionNames.filter((name) => {
      const { access } = actionNamed(name);
      return access !== 'public' && !access.includes('staff') && !access.includes('customer');
    });
    const undecided = managers.filter((name) => !actionNamed(name).stepUp && !excused[name]);
    expect(undecided).toEqual([]);
    const pointless = Object.keys(excused).filter(
      (name) => !managers.includes(name as ActionName) || actionNamed(name as ActionName).stepUp,
    );
    expect(pointless).toEqual([]);
  });

  it('is asked for by every action of staff that answers a secret or exports', () => {
    const answering = actionNames.filter((name) => {
      const { access, output, returns } = actionNamed(name);
      if (access === 'public' || access.includes('customer')) return false;
      const shape: object = 'shape' in output ? (output.shape as object) : {};
      return returns === 'zip' || secrets.some((field) => field in shape);
    });
    expect(answering.length).toBeGreaterThan(10);
    expect(answering.filter((name) => actionNamed(name).stepUp !== true)).toEqual([]);
  });

  it('is never asked of pet owners or before sign-in, nor for what takes access away', () => {
    const ending =
      /^(?:logout|session\/revoke|cp\/session_end|calendar_feed_revoke|set_password|auth\/step_up)$/;
    const wrong = actionNames.filter((name) => {
      const { access, stepUp } = actionNamed(name);
      return stepUp && (access === 'public' || access.includes('customer') || ending.test(name));
    });
    expect(wrong).toEqual([]);
  });

  it('is never asked for by uploads and streams, which the web app does not repeat', () => {
    const wrong = actionNames.filter((name) => {
      const { accepts, returns, stepUp } = actionNamed(name);
      return stepUp && (accepts === 'file' || returns === 'events');
    });
    expect(wrong).toEqual([]);
  });

  it('is never asked of an API key, whose scopes decide', async () => {
    const scene = await makeScene(db(), full.practice);
    const key = await makeSessionKey(db(), { user: full.practice.admin, kind: 'integration' });
    await db().query("update api_keys set created_at = '2026-01-01' where id = $1", [key.keyId]);
    await db().query('update tenants set step_up_refund_over_pence = 0 where id = $1', [
      full.practice.tenant.id,
    ]);
    const refund = validInput('payment_refund', scene);
    expect(said(await rawCall(api, 'payment_refund', refund, key))).toBe('200');
    await db().query('update tenants set step_up_refund_over_pence = 20000 where id = $1', [
      full.practice.tenant.id,
    ]);
  });
});
