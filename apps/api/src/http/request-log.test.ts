import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { readEnv } from '../config/env.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';

const api = useTestApi({ TRUST_PROXY: '1' });
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const ownId = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

interface LogLine {
  level: number;
  time: string;
  msg: string;
  request_id?: string;
}

const lines = (): LogLine[] => api.logLines.map((line) => JSON.parse(line) as LogLine);

/** Sends these headers; returns the id that the server gave the request. */
async function idOf(headers: Record<string, string>, url = api.url): Promise<string | null> {
  const answer = await fetch(`${url}/api/nowhere`, { method: 'POST', headers });
  const { request_id: told } = (await answer.json()) as { request_id: string };
  const id = answer.headers.get('x-request-id');
  expect(told).toBe(id);
  await expect
    .poll(() => lines().filter(({ request_id: logged }) => logged === id).length)
    .toBeGreaterThan(0);
  return id;
}

describe('the id of a request', () => {
  it('is the one from the proxy, in the answer, the error and the log', async () => {
    expect(await idOf({ 'X-Request-Id': 'edge-7f3a.19_A' })).toBe('edge-7f3a.19_A');
    expect(await idOf({ traceparent })).toBe(trace);
    expect(await idOf({ traceparent: `01-${trace}-00f067aa0ba902b7-00-more` })).toBe(trace);
    expect(await idOf({ 'X-Request-Id': 'edge-8000', traceparent })).toBe('edge-8000');
  });

  it('is our own if that is malformed', async () => {
    const wrong = [
      'short',
      'x'.repeat(65),
      'two words',
      '-begins-with-a-hyphen',
      'edge-1, edge-2',
      '{"level":60}',
      '<script>alert(1)</script>',
      '../../etc/passwd',
    ];
    for (const id of wrong) expect(await idOf({ 'X-Request-Id': id })).toMatch(ownId);
    const traces = [
      `ff-${trace}-00f067aa0ba902b7-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
      `00-${trace}`,
    ];
    for (const wrongTrace of traces) expect(await idOf({ traceparent: wrongTrace })).toMatch(ownId);
  });

  it('is our own without a proxy in front', async () => {
    const env = { ...readEnv({ DATABASE_URL: api.testDatabase.appUrl }), TRUST_PROXY: 0 };
    const server = createServer(createApp({ ...api.deps, env }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await idOf({ 'X-Request-Id': 'edge-7f3a.19', traceparent }, url)).toMatch(ownId);
  });

  it('links the audit log to the log', async () => {
    const { tenant, adminKey } = await makePractice(api.testDatabase.owner);
    const answer = await api.post(
      '/api/booking_type_insert',
      JSON.stringify({ name: 'Bath', base_price: '20.00' }),
      {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${adminKey.apiKey}`,
        'X-Request-Id': 'edge-audited-1',
      },
    );
    expect(answer.status).toBe(200);
    const { rows } = await api.testDatabase.owner.query(
      'select request_id from audit_log where tenant_id = $1',
      [tenant.id],
    );
    expect(rows).toEqual([{ request_id: 'edge-audited-1' }]);
  });
});

describe('every line of the log', () => {
  it('is an object with level, time and message; of a request, with its id and nothing that was sent', async () => {
    const { adminKey } = await makePractice(api.testDatabase.owner);
    const secret = 'tulip-under-the-doormat';
    await api.post(`/api/tenant?api_key=${secret}&password=${secret}`, `note=${secret}`, {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Bearer ${secret}`,
      Cookie: `session=${secret}`,
      'User-Agent': secret,
      Referer: `http://a.test/?${secret}`,
    });
    await api.call('tenant', {}, adminKey);
    await api.post('/api/tenant', `{"broken": "${secret}`, { 'Content-Type': 'application/json' });
    await expect.poll(() => lines().filter(({ msg }) => msg === 'answered').length).toBe(3);
    for (const line of lines()) {
      expect(line).toMatchObject({ level: expect.any(Number), msg: expect.stringMatching(/\S/) });
      expect(new Date(line.time).toISOString()).toBe(line.time);
      expect(line.request_id).toMatch(ownId);
    }
    const all = api.logLines.join('\n');
    expect(all).not.toContain(secret);
    expect(all).not.toContain(adminKey.apiKey);
  });
});
