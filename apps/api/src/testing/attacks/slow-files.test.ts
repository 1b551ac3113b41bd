import { readdirSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { makeClient, makeSessionKey, makeUser } from '../../../../../packages/dev/src/factory-people.ts';
import { useTestApi, type Caller } from '../harness.ts';
import { samplePdf } from '../sample-files.ts';
import { sendParts } from '../uploads.ts';

// Phones on a bad line: uploads that stall, and callers who disconnect.

const api = useTestApi();
const db = () => api.testDatabase.owner;

let practice: Practice;
let elsewhere: Practice;
beforeAll(async () => {
  [practice, elsewhere] = [await makePractice(db()), await makePractice(db())];
});

const stalled = new Set<ClientRequest>();
afterEach(async () => {
  for (const sender of stalled) sender.destroy();
  stalled.clear();
  await vi.waitFor(() => {
    if (temporaryFiles().length > 0) throw new Error('A temporary file was left.');
  }, 10_000);
});

const ownFolder = new RegExp(`^burrow-${process.pid}-`);
const temporaryFiles = (): string[] =>
  readdirSync(tmpdir())
    .filter((name) => ownFolder.test(name))
    .flatMap((name) => readdirSync(join(tmpdir(), name)));

type Upload = 'file/upload' | 'file/cp_upload';

/** Starts to send a file of 6 MB and stops halfway. Resolves to the status if one arrives anyway. */
function stall(
  caller: Caller | undefined,
  type = 'multipart/form-data; boundary=b',
  action: Upload = 'file/upload',
): Promise<number> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  return new Promise((resolve, reject) => {
    const sender = request(`${api.url}/api/${action}`, {
      method: 'POST',
      headers: {
        'Content-Type': type,
        'Content-Length': 6_000_000,
        ...(caller ? { Authorization: `Bearer ${caller.apiKey}` } : {}),
      },
    });
    stalled.add(sender);
    sender.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sender.once('error', reject);
    sender.write(head);
    sender.write(samplePdf(3_000_000));
  });
}

const upload = (to: Practice, caller?: Caller, action: Upload = 'file/upload') =>
  sendParts(
    api,
    action,
    { entity_type: 'client', entity_id: to.client.id },
    { name: 'b.pdf', content: samplePdf(2_000_000) },
    caller,
  );

/** Starts senders that stall, and waits until so many of them have a file on the disk. */
async function stallMany(count: number, caller: Caller | undefined, action?: Upload): Promise<void> {
  const before = temporaryFiles().length;
  // The test aborts them, which is no failure.
  for (let n = 0; n < count; n += 1) stall(caller, undefined, action).catch(() => undefined);
  await vi.waitFor(() => expect(temporaryFiles()).toHaveLength(before + count), { timeout: 5000 });
}

describe('uploads that stall halfway', () => {
  it('delay no one else, in their practice or in another', async () => {
    await stallMany(4, practice.staffKey);
    const began = performance.now();
    expect((await upload(practice, practice.adminKey)).status).toBe(200);
    expect((await upload(elsewhere, elsewhere.staffKey)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('as base64 do not delay those of the web app', async () => {
    for (let n = 0; n < 3; n += 1) stall(practice.staffKey, 'application/json').catch(() => undefined);
    expect((await upload(practice, practice.staffKey)).status).toBe(200);
  });

  it('are limited to four a person, over all sessions', async () => {
    await stallMany(2, practice.staffKey);
    await stallMany(2, await makeSessionKey(db(), { user: practice.staff }));
    expect((await upload(practice, practice.staffKey)).status).toBe(429);
    expect((await upload(practice, practice.adminKey)).status).toBe(200);
  });

  it('are limited to twelve a practice, which frees up afterwards', async () => {
    for (let n = 0; n < 3; n += 1) {
      const user = await makeUser(db(), { tenant: practice.tenant });
      await stallMany(4, await makeSessionKey(db(), { user }));
    }
    const refused = await upload(practice, practice.adminKey);
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused.message).toMatch(/^Too many files are being transferred at once/);
    expect((await upload(elsewhere, elsewhere.staffKey)).status).toBe(200);
    for (const sender of stalled) sender.destroy();
    await vi.waitFor(
      async () => expect((await upload(practice, practice.adminKey)).status).toBe(200),
      10_000,
    );
  });

  it('of pet owners are limited to four each and twelve in all, and do not delay the desk', async () => {
    const { tenant, client } = practice;
    await stallMany(2, practice.clientKey, 'file/cp_upload');
    await stallMany(2, await makeSessionKey(db(), { client }), 'file/cp_upload');
    expect((await upload(practice, practice.clientKey, 'file/cp_upload')).status).toBe(429);
    for (let n = 0; n < 2; n += 1) {
      const other = await makeSessionKey(db(), { client: await makeClient(db(), { tenant }) });
      await stallMany(4, other, 'file/cp_upload');
    }
    const [late, desk] = [await makeClient(db(), { tenant }), practice.staffKey];
    const lateKey = await makeSessionKey(db(), { client: late });
    expect((await upload(practice, lateKey, 'file/cp_upload')).status).toBe(429);
    expect((await upload(practice, desk)).status).toBe(200);
    expect((await upload(elsewhere, elsewhere.clientKey, 'file/cp_upload')).status).toBe(200);
  });

  it('are few without a key in the headers, which may follow in the form', async () => {
    await stallMany(4, undefined);
    expect((await upload(practice)).status).toBe(429);
    expect((await upload(practice, practice.staffKey)).status).toBe(200);
  });
});

describe('on the disk', () => {
  it('nothing remains of an upload that was stored, refused or aborted', async () => {
    expect((await upload(practice, practice.staffKey)).status).toBe(200);
    const file = { name: 'a.zip', content: samplePdf(100).fill(7) };
    const owner = { entity_type: 'client', entity_id: practice.client.id };
    expect((await sendParts(api, 'file/upload', owner, file, practice.staffKey)).status).toBe(415);
    expect((await upload(practice)).status).toBe(401);
    expect(temporaryFiles()).toEqual([]);
    await stallMany(2, practice.staffKey);
    for (const sender of stalled) sender.destroy();
    await vi.waitFor(() => expect(temporaryFiles()).toEqual([]), 10_000);
  });

  it('nothing remains of large downloads, even aborted ones', async () => {
    const { file_id = 0 } = await upload(practice, practice.staffKey);
    const whole = await api.call('file/get', { file_id }, practice.staffKey);
    expect(Buffer.from(whole.body.file_data, 'base64').equals(samplePdf(2_000_000))).toBe(true);
    const leaving = new AbortController();
    const response = await fetch(`${api.url}/api/file/get`, {
      method: 'POST',
      body: JSON.stringify({ file_id }),
      signal: leaving.signal,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${practice.staffKey.apiKey}` },
    });
    leaving.abort();
    await expect(response.text()).rejects.toThrow(/abort/);
    expect(temporaryFiles()).toEqual([]);
  });

  it('answers many large downloads at once, one after the other', async () => {
    const { file_id = 0 } = await upload(practice, practice.staffKey);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.call('file/get', { file_id }, practice.staffKey)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
