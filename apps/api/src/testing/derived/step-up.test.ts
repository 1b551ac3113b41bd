import { freshProofSeconds } from '@burrow/contracts/action';
import { actionNamed, actionNames, type ActionName } from '@burrow/contracts/actions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asksAboveRefundLimit } from '@burrow/contracts/refund';
import { makeBooking, makeBookingChange } from '../../../../../packages/dev/src/factory-bookings.ts';
import {
  makeAccount,
  makeSessionKey,
  makeUser,
  type SessionKey,
} from '../../../../../packages/dev/src/factory-people.ts';
import type { BookingRow } from '../../../../../packages/dev/src/factory-rows.ts';
import { useTestApi } from '../harness.ts';
import { makePaidDeposit } from '../paid-deposit.ts';
import { admitted, mayCall, rawCall, type RawAnswer } from './call.ts';
import { practiceDigest } from './tenant-rows.ts';
import { validInput } from './valid-input.ts';
import { makeFullPractice, makeScene, type Scene } from './world.ts';

// Every action that asks for a fresh proof × the caller's proof: stale, fresh, or only the sign-in, long ago or just now.
// Those that ask in one case only, in that case and in others. And the reason for every action that never asks.

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
/** Those that ask in one case only. */
const sometimesAsks = actionNames.filter((name) => typeof actionNamed(name).stepUp === 'object');
const said = ({ status, code }: RawAnswer): string => [status, code].filter(Boolean).join(' ');

/** The last proof of a caller: by a step-up, or by their sign-in if they never stepped up. */
const proofs = {
  stale: { stepUp: freshProofSeconds + 1 },
  fresh: { stepUp: freshProofSeconds },
  'never, signed in long ago': { signIn: freshProofSeconds + 1 },
  'never, just signed in': { signIn: freshProofSeconds },
} as const satisfies Record<string, { stepUp: number } | { signIn: number }>;
const tooOld = ['stale', 'never, signed in long ago'] as const;
const recent = ['fresh', 'never, just signed in'] as const;

const ago = (seconds: number): Date => new Date(api.clock.now().getTime() - seconds * 1000);

/** A new caller who may call the action; refunds are added up for each person. */
async function callerOf(name: ActionName, which: keyof typeof proofs): Promise<SessionKey> {
  const proof: { stepUp?: number; signIn?: number } = proofs[which];
  const verified = ago(proof.stepUp ?? 0);
  const key = mayCall(name, 'admin')
    ? await makeSessionKey(db(), {
        user: await makeUser(db(), { tenant: full.practice.tenant, role: 'admin' }),
        verified,
      })
    : await makeSessionKey(db(), { account: await makeAccount(db(), { is_superadmin: true }), verified });
  if (proof.signIn !== undefined) {
    await db().query('update api_keys set verified_at = null, created_at = $2 where id = $1', [
      key.keyId,
      ago(proof.signIn),
    ]);
  }
  return key;
}

/** The rows of the practice and of the one that a superadmin manages, apart from the callers' own keys. */
async function rows({ managed }: Scene): Promise<unknown> {
  const ids = [full.practice.tenant.id, managed.id];
  const digests = await Promise.all(ids.map((id) => practiceDigest(db(), id)));
  return digests.map(({ api_keys: _keys, ...rest }) => rest);
}

describe.each(asks)('%s', (name) => {
  it('changes nothing with an old proof, or with none but an old sign-in', async () => {
    const scene = await makeScene(db(), full.practice);
    const input = validInput(name, scene);
    const callers = await Promise.all(tooOld.map((which) => callerOf(name, which)));
    const before = await rows(scene);
    expect(said(await rawCall(api, name, input))).toBe('401 unauthenticated');
    for (const caller of callers) {
      expect(said(await rawCall(api, name, input, caller))).toBe('403 step_up_required');
      expect(said(await rawCall(api, name, { nonsense: true }, caller))).toBe('403 step_up_required');
    }
    expect(await rows(scene)).toEqual(before);
  });

  it.each(recent)('succeeds with a recent proof: %s', async (which) => {
    const caller = await callerOf(name, which);
    const input = validInput(name, await makeScene(db(), full.practice));
    expect(said(await rawCall(api, name, input, caller))).toBe(admitted(name));
  });
});

/** An appointment with a deposit that was paid by card. */
async function withDeposit({ animal, service }: Scene, booking_date: string): Promise<BookingRow> {
  const booking = await makeBooking(db(), { animal, service, status: 'confirmed', booking_date });
  await makePaidDeposit(api, full.practice, { booking });
  return booking;
}

type Case = (scene: Scene, name: ActionName) => Promise<Record<string, unknown>> | Record<string, unknown>;

const asTyped: Case = (scene, name) => validInput(name, scene);
const cancels: Case = async (scene) => ({
  booking_id: (await withDeposit(scene, '2026-01-20')).id,
  status: 'cancelled',
});

/** Input that is asked about; refunds in a practice that asks about each. */
const whenItAsks: Partial<Record<ActionName, Case>> = {
  'team/update': ({ staff }) => ({ staff_id: staff.id, role: 'admin' }),
  tenant_update: () => ({ step_up_refund_over: '1000' }),
  webhook_endpoint_update: (scene, name) => ({
    ...validInput(name, scene),
    url: 'https://elsewhere.example.test/hook',
  }),
  payment_refund: asTyped,
  payment_void: asTyped,
  refund_retry: asTyped,
  // Mark Unpaid, which voids the payment.
  booking_status_update: ({ payment }) => ({ booking_id: payment.booking_id, status: 'confirmed' }),
  booking_update: cancels,
  booking_did_not_attend: async (scene) => ({ booking_id: (await withDeposit(scene, '2026-01-13')).id }),
  booking_change_answer: async (scene) => {
    const booking = await withDeposit(scene, '2026-01-20');
    const { id: change_id } = await makeBookingChange(db(), { booking, kind: 'cancel' });
    return { change_id, answer: 'accept' };
  },
  booking_decline: async (scene) => {
    const { id: booking_id } = await withDeposit(scene, '2026-01-20');
    await db().query("update bookings set status = 'pending', is_provisional = true where id = $1", [
      booking_id,
    ]);
    return { booking_id };
  },
  booking_fee_waive: async (scene) => {
    const { id: booking_id } = await withDeposit(scene, '2026-01-20');
    await db().query("update bookings set status = 'cancelled' where id = $1", [booking_id]);
    return { booking_id };
  },
  client_archive: async (scene) => {
    const { client_id } = await withDeposit(scene, '2026-01-20');
    return { client_id, cancel_bookings: '1' };
  },
  animal_archive: async (scene) => {
    const { animal_id } = await withDeposit(scene, '2026-01-20');
    return { animal_id, cancel_bookings: '1', reason: 'other' };
  },
};

const askAboutRefundsAbove = (pence: number) =>
  db().query('update tenants set step_up_refund_over_pence = $2 where id = $1', [
    full.practice.tenant.id,
    pence,
  ]);

it('has a case for every action that asks in one case only', () => {
  expect(Object.keys(whenItAsks).toSorted()).toEqual(sometimesAsks.toSorted());
});

describe.each(sometimesAsks)('%s', (name) => {
  it.each(tooOld)('is not asked about otherwise: %s', async (which) => {
    const caller = await callerOf(name, which);
    const input = validInput(name, await makeScene(db(), full.practice));
    expect(said(await rawCall(api, name, input, caller))).toBe(admitted(name));
  });

  it.each(recent)('is asked about in its case, and then needs a recent proof: %s', async (which) => {
    const isRefund = actionNamed(name).stepUp === asksAboveRefundLimit;
    if (isRefund) await askAboutRefundsAbove(0);
    const scene = await makeScene(db(), full.practice);
    const input = (await whenItAsks[name]?.(scene, name)) ?? {};
    const callers = await Promise.all(tooOld.map((old) => callerOf(name, old)));
    const allowed = await callerOf(name, which);
    const before = await rows(scene);
    for (const caller of callers)
      expect(said(await rawCall(api, name, input, caller))).toBe('403 step_up_required');
    expect(await rows(scene)).toEqual(before);
    expect(said(await rawCall(api, name, input, allowed))).toBe('200');
    await askAboutRefundsAbove(20_000);
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
  audit_log_people: reads,
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
  care_type_create: undone,
  care_type_update: undone,
  care_type_archive: undone,
  // It sends nothing that the practice did not choose in the preview, and messages have daily limits.
  recall_switch_on: undone,
  recall_switch_off: undone,
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

describe.each(Object.keys(excused) as ActionName[])('%s', (name) => {
  it('never asks: with an old sign-in and no proof since', async () => {
    const caller = await callerOf(name, 'never, signed in long ago');
    const input = validInput(name, await makeScene(db(), full.practice));
    expect(said(await rawCall(api, name, input, caller))).toBe(admitted(name));
  });
});

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
