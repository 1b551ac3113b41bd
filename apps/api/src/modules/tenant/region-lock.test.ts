import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { beginImport, checkImport, importOf, uploadImport } from '../../testing/imports.ts';
import { codeSentTo, tokenOf } from '../../testing/portal-sign-up.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

const irish = '+353 87 123 4567';

let practice: Practice;
beforeEach(async () => {
  practice = await makePractice(db());
});

const lockWaits =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const waitForLocks = (count: number) =>
  vi.waitFor(
    async () => {
      expect((await db().query(lockWaits)).rowCount).toBe(count);
    },
    { interval: 10, timeout: 2000 },
  );

/** Opens a change of the region to Ireland. @returns a function that lets it end */
async function openRegionChange(): Promise<() => Promise<void>> {
  const desk = await db().connect();
  onTestFinished(() => {
    desk.release(true);
  });
  await desk.query('begin');
  await desk.query('select from clients where id = $1 for update', [practice.client.id]);
  const changed = api.call('tenant_update', { locale: 'en-IE' }, practice.adminKey);
  await waitForLocks(1);
  return async () => {
    await desk.query('commit');
    expect((await changed).status).toBe(200);
  };
}

/** Runs `work` while a change of the region is open, which ends once `work` waits for it. */
async function waitingForRegion<T>(work: () => Promise<T>): Promise<T> {
  const end = await openRegionChange();
  const done = work();
  await waitForLocks(2);
  await end();
  return done;
}

const phonesOf = async () => {
  const { body } = await api.call('clients', {}, practice.adminKey);
  return body.filter(({ id }) => id !== practice.client.id).map(({ phone }) => phone);
};
const ownPhone = async () =>
  (await api.call('client', { client_id: practice.client.id }, practice.adminKey)).body.phone;

describe('while the region changes', () => {
  it('a new client waits, and gets the number of the new region', async () => {
    const input = { name: 'Ann Archer', phone: irish };
    const { status } = await waitingForRegion(() => api.call('client_create', input, practice.staffKey));
    expect([status, await phonesOf()]).toEqual([200, ['0871234567']]);
  });

  it('a new client without a number does not wait', async () => {
    const end = await openRegionChange();
    const made = await api.call('client_create', { name: 'Ann Archer' }, practice.staffKey);
    expect(made.status).toBe(200);
    await end();
  });

  it('another number at the desk waits, and is that of the new region', async () => {
    const input = { client_id: practice.client.id, phone: irish };
    const { status } = await waitingForRegion(() => api.call('client_update', input, practice.staffKey));
    expect([status, await ownPhone()]).toEqual([200, '0871234567']);
  });

  it('a pet owner’s other number waits, and may be a mobile of the new region', async () => {
    const input = { phone: '087 123 4567' };
    const { status } = await waitingForRegion(() => api.call('cp/client_update', input, practice.clientKey));
    expect([status, await ownPhone()]).toEqual([200, '0871234567']);
  });

  it('a code waits, and goes to a mobile of the new region', async () => {
    const input = { tenant_id: practice.tenant.id, phone: '087 123 4567' };
    const { status } = await waitingForRegion(() => api.call('cp/code/start', input));
    expect(status).toBe(200);
    expect(api.smsTo('+353871234567')).toHaveLength(1);
  });

  it('a sign-up with a number of the former region waits, and is refused', async () => {
    const asked = { tenant_id: practice.tenant.id, phone: '07400 123456' };
    await api.call('cp/code/start', asked);
    const code = codeSentTo(api, '+447400123456');
    const verified = await api.call('cp/code/verify', { ...asked, code });
    const input = { ...asked, registration_token: tokenOf(verified.body), name: 'Ann Archer' };
    const { status } = await waitingForRegion(() => api.call('cp/code/complete', input));
    expect([status, await phonesOf()]).toEqual([400, []]);
  });

  it('an import waits, and reads its rows again for the new region', async () => {
    const id = await uploadImport(api, practice, `Name,Phone\nAnn Archer,${irish}\nBob Baker,\n`);
    await checkImport(api, practice, id);
    await beginImport(api, practice, id);
    await waitingForRegion(() => api.runJobs());
    expect(await importOf(api, practice, id)).toMatchObject({
      status: 'done',
      rows_done: 2,
      counts: { clients_created: 2 },
    });
    expect(await phonesOf()).toEqual(['0871234567', null]);
  });
});
