import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePractice, type Practice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../harness.ts';
import { samplePdf } from '../sample-files.ts';
import { sendForm, sendHeadersOnly, sendParts } from '../uploads.ts';

// Bodies that may be large because they may contain a file, and contain something else.

const api = useTestApi();

let practice: Practice;
let elsewhere: Practice;
beforeAll(async () => {
  const db = api.testDatabase.owner;
  [practice, elsewhere] = [await makePractice(db), await makePractice(db)];
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const bearer = () => ({ Authorization: `Bearer ${practice.staffKey.apiKey}` });

const upload = (to: Practice, caller = to.staffKey) =>
  sendParts(
    api,
    'file/upload',
    { entity_type: 'client', entity_id: to.client.id },
    { name: 'a.pdf', content: samplePdf(1_000_000) },
    caller,
  );

async function said(body: string, headers: Record<string, string>): Promise<string> {
  const response = await api.post('/api/file/upload', body, headers);
  return `${response.status} ${((await response.json()) as { code: string }).code}`;
}

const millions = 4_000_000;

describe('a large body of JSON', () => {
  it('is not read before its key was checked', async () => {
    const headers = { 'Content-Type': json, 'Content-Length': 40_000_000 };
    expect(await sendHeadersOnly(api, 'file/upload', headers)).toBe(401);
    const fields = { api_key: practice.staffKey.apiKey, x: 'a'.repeat(600_000) };
    const response = await api.post('/api/file/upload', JSON.stringify(fields), { 'Content-Type': json });
    expect(await response.json()).toMatchObject({
      code: 'unauthenticated',
      message: 'For a large JSON request, send the API key as Authorization: Bearer, not in the body.',
    });
  });

  it('without a declared length may have its key inside while it is small', async () => {
    const send = (length: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const { apiKey } = practice.staffKey;
        const sent = request(`${api.url}/api/file/upload`, {
          method: 'POST',
          headers: { 'Content-Type': json, 'Transfer-Encoding': 'chunked' },
        });
        sent.once('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.once('error', reject);
        const owner = { entity_type: 'client', entity_id: practice.client.id };
        const file_data = samplePdf(length).toString('base64');
        sent.end(JSON.stringify({ api_key: apiKey, ...owner, filename: 'a.pdf', file_data }));
      });
    expect([await send(1000), await send(500_000)]).toEqual([200, 413]);
  });

  it.each([
    ['millions of small things', `{"x":[${'{},'.repeat(millions)}{}]}`],
    ['things inside of things', '{"x":'.repeat(millions)],
    ['many texts', `{"x":[${'"a",'.repeat(millions)}"a"]}`],
    ['two long texts', `{"a":"${'a'.repeat(1_000_000)}","b":"${'b'.repeat(1_000_000)}"}`],
    ['blanks', `{${' '.repeat(millions)}}`],
    ['a text that does not end', `{"a":"${'\\"'.repeat(millions)}`],
    ['an array in place of a record', `["${'a'.repeat(700_000)}"]`],
  ])('of %s is refused', async (_what, body) => {
    expect(await said(body, { 'Content-Type': json, ...bearer() })).toBe('400 malformed_body');
  });

  it('is refused as soon as it exceeds the limit, so that callers need not wait for the rest to be read', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(`${api.url}/api/file/upload`, {
        method: 'POST',
        headers: { 'Content-Type': json, 'Content-Length': 20_000_000, ...bearer() },
      });
      sent.once('response', (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.write(`{"x":[${'{},'.repeat(100_000)}`);
    });
    expect(status).toBe(400);
  });

  it('of one file is accepted, even with each slash escaped by a backslash', async () => {
    const bytes = Buffer.alloc(2_000_000, 0xff);
    bytes.write('%PDF-1.7\n');
    const owner = { entity_type: 'client', entity_id: practice.client.id, filename: 'a.pdf' };
    const body = JSON.stringify({ ...owner, file_data: bytes.toString('base64') }).replaceAll('/', '\\/');
    const response = await api.post('/api/file/upload', body, { 'Content-Type': json, ...bearer() });
    expect(response.status).toBe(200);
  });
});

describe('a large form', () => {
  it.each([
    ['millions of fields', 'a=1&'.repeat(millions), '400 malformed_body'],
    [
      'millions of fields of different names',
      Array.from({ length: 400_000 }, (_, n) => `f${n}=`).join('&'),
      '400 malformed_body',
    ],
    ['millions of nothing', '&'.repeat(10 * millions), '400 malformed_body'],
    ['a name and no end of it', 'a'.repeat(5 * millions), '413 file_too_large'],
    ['broken escapes', '%'.repeat(5 * millions), '413 file_too_large'],
  ])('of %s is refused, with or without a key', async (_what, body, outcome) => {
    expect(await said(body, { 'Content-Type': form })).toBe(outcome);
    expect(await said(body, { 'Content-Type': form, ...bearer() })).toBe(outcome);
  });

  it('may have its key inside', async () => {
    const { apiKey } = practice.staffKey;
    const owner = { entity_type: 'client', entity_id: practice.client.id, filename: 'a.pdf' };
    const file_data = samplePdf(2_000_000).toString('base64');
    const answer = await sendForm(api, 'file/upload', { ...owner, file_data, api_key: apiKey });
    expect(answer.status).toBe(200);
  });
});

describe('the slots for uploaded files', () => {
  it('are not lost to refused bodies', async () => {
    for (let n = 0; n < 15; n += 1) {
      const body = n % 2 ? `["${'a'.repeat(700_000)}"]` : `{"a":"${'a'.repeat(700_000)}"`;
      expect(await said(body, { 'Content-Type': json, ...bearer() })).toBe('400 malformed_body');
    }
    expect((await upload(practice)).status).toBe(200);
  });

  it('are shared fairly between practices', async () => {
    const order: string[] = [];
    const note = async (of: string, sent: ReturnType<typeof upload>) => {
      expect((await sent).status).toBe(200);
      order.push(of);
    };
    const many = [practice.staffKey, practice.adminKey].flatMap((caller) =>
      Array.from({ length: 4 }, () => note('many', upload(practice, caller))),
    );
    const one = note('one', upload(elsewhere));
    await Promise.all([...many, one]);
    expect(order.indexOf('one')).toBeLessThan(6);
  });
});
