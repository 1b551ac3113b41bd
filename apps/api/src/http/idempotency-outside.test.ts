import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, makeDepositPractice, moneyOf, ownerOf, type Owner } from '../testing/deposits.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { keyedCall } from '../testing/keyed-call.ts';
import { samplePdf } from '../testing/sample-files.ts';

// Keys of commands with effects outside their transaction.

const folder = mkdtempSync(join(tmpdir(), 'burrow-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const api = useTestApi({ FILE_STORAGE: 'disk', FILE_STORAGE_PATH: folder });
const db = () => api.testDatabase.owner;

let practice: Practice;

describe('an upload', () => {
  beforeEach(async () => {
    practice = await makePractice(db());
  });

  const upload = async (key: string, content: Uint8Array) => {
    const form = new FormData();
    form.append('entity_type', 'animal');
    form.append('entity_id', String(practice.animal.id));
    form.append('file', new Blob([new Uint8Array(content)]), 'scan.pdf');
    const response = await api.post('/api/file/upload', form, {
      Authorization: `Bearer ${practice.staffKey.apiKey}`,
      'Idempotency-Key': key,
    });
    const body = (await response.json()) as { file_id?: number; code?: string };
    return { status: response.status, ...body, isReplay: response.headers.has('Idempotent-Replayed') };
  };
  const stored = (): number =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.parentPath.includes(`/${practice.tenant.id}`),
    ).length;
  const kept = async () => {
    const { rows } = await db().query<{ files: number; removals: number }>(
      `select (select count(*)::int from files where tenant_id = $1) as files,
              (select count(*)::int from file_removals where tenant_id = $1) as removals`,
      [practice.tenant.id],
    );
    return { ...rows[0], stored: stored() };
  };
  const once = { files: 1, removals: 0, stored: 1 };

  it('in parts is stored once, and refused with other content', async () => {
    const first = await upload('scan', samplePdf(20_000));
    expect([first.status, first.isReplay]).toEqual([200, false]);
    const again = await upload('scan', samplePdf(20_000));
    expect([again.isReplay, again.file_id]).toEqual([true, first.file_id]);
    const other = await upload('scan', samplePdf(20_001));
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await kept()).toEqual(once);
  });

  it('that arrives four times at once leaves one file and no bytes beside it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload('rush', samplePdf(50_000))));
    expect(answers.filter(({ status, isReplay }) => status === 200 && !isReplay)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200).map(({ code }) => code);
    expect(others.filter((code) => code !== 'idempotency_in_progress')).toEqual([]);
    await vi.waitFor(async () => expect(await kept()).toEqual(once), 10_000);
    expect((await upload('rush', samplePdf(50_000))).isReplay).toBe(true);
  });
});

describe('a checkout', () => {
  let owner: Owner;
  beforeEach(async () => {
    practice = await makeDepositPractice(api);
    owner = ownerOf(practice);
  });

  const stripe = () => api.sandbox.stripe;
  const pay = (key: string, bookingTime = '10:00') =>
    keyedCall(
      api,
      'cp/payment/create_checkout',
      draftOf(practice, owner, { booking_time: bookingTime }),
      owner.caller,
      key,
    );

  it('is created once', async () => {
    const first = await pay('c-1');
    expect([first.status, first.isReplay]).toEqual([200, false]);
    const again = await pay('c-1');
    expect([again.isReplay, again.body]).toEqual([true, first.body]);
    expect((await pay('c-1', '11:00')).error.code).toBe('idempotency_key_reused');
    expect(stripe().sessions).toHaveLength(1);
  });

  it('is in progress while the provider is called', async () => {
    const held = stripe().holdNext();
    const first = pay('c-2');
    await held.arrived;
    expect((await pay('c-2')).error.code).toBe('idempotency_in_progress');
    held.release();
    const { body } = await first;
    const again = await pay('c-2');
    expect([again.isReplay, again.body]).toEqual([true, body]);
  });

  it('leaves its key free when the provider cannot be reached', async () => {
    api.expectLoggedErrors();
    stripe().mood = 'outage';
    expect((await pay('c-3')).error.code).toBe('payments_unavailable');
    stripe().mood = 'well';
    const { status, isReplay } = await pay('c-3', '11:00');
    expect([status, isReplay]).toEqual([200, false]);
  });

  it('whose process died before it knew the answer is requested again, as the same payment', async () => {
    const first = await pay('c-4');
    await db().query('update idempotency_keys set answer = null where tenant_id = $1', [practice.tenant.id]);
    expect((await pay('c-4')).error.code).toBe('idempotency_in_progress');
    api.clock.set('2026-01-14T09:01:00Z');
    const again = await pay('c-4');
    expect([again.status, again.isReplay, again.body]).toEqual([200, false, first.body]);
    expect((await pay('c-4')).isReplay).toBe(true);
    expect(stripe().sessions).toHaveLength(1);
    expect((await moneyOf(api, practice)).deposits).toHaveLength(1);
  });
});
