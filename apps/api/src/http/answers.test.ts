import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, ServerResponse, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { actionNamed, actionNames } from '@burrow/contracts/actions';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { answerProblems, headerProblems } from '../testing/derived/documented-answer.ts';
import { makePractice, type Practice } from '../../../../packages/dev/src/factories.ts';
import { defaultPassword, makeAccount, makeUser } from '../../../../packages/dev/src/factory-people.ts';
import { useTestApi } from '../testing/harness.ts';
import { writeBookingPage } from '../testing/written-booking-page.ts';

// Properties of every answer, for any caller and request: headers, methods, the documented refusal.

const webRoot = mkdtempSync(join(tmpdir(), 'burrow-web-'));
mkdirSync(join(webRoot, 'assets'));
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><html><head></head><body>Burrow</body></html>');
writeFileSync(join(webRoot, 'assets/main-abc123.js'), 'export {};');
mkdirSync(join(webRoot, '.vite'));
writeFileSync(join(webRoot, '.vite/preloads.json'), '[]');
writeBookingPage(join(webRoot, '.book'));

const api = useTestApi({ WEB_ROOT: webRoot });
const strict = useTestApi({ HSTS_INCLUDE_SUBDOMAINS: 'on' });
const db = () => api.testDatabase.owner;
afterAll(() => rmSync(webRoot, { recursive: true }));

let practice: Practice;
beforeAll(async () => {
  practice = await makePractice(db());
});

const fetchPath = (method: string, path: string): Promise<Response> =>
  fetch(`${api.url}${path}`, { method, redirect: 'manual' });

/** `fetch` sends no TRACE. */
async function trace(path: string): Promise<{ statusCode: number | undefined; text: string }> {
  const headers = { Authorization: 'Bearer secret-of-the-caller' };
  const asked = request(`${api.url}${path}`, { method: 'TRACE', headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { statusCode: answer.statusCode, text: await textOf(answer) };
}

async function said(response: Response): Promise<string> {
  const text = await response.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
  return [response.status, code].filter(Boolean).join(' ');
}

/** The names of all fields in a JSON schema. */
function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(fieldNames)];
}

describe('an action', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'answers %s with 405 and the allowed method',
    async (method) => {
      for (const name of actionNames) {
        const response = await fetchPath(method, `/api/${name}`);
        expect([name, response.headers.get('allow')]).toEqual([name, 'POST']);
        expect(headerProblems(response.headers)).toEqual([]);
        expect([name, await said(response)]).toEqual([name, '405 method_not_allowed']);
      }
    },
  );

  it('answers HEAD with 405 and no body', async () => {
    const response = await fetchPath('HEAD', `/api/${actionNames[0]}`);
    expect([response.status, await response.text()]).toEqual([405, '']);
  });

  it('is not repeated by TRACE, nor is any other address', async () => {
    for (const path of ['/api/session', '/api/health', '/app/login', '/']) {
      const { statusCode = 0, text } = await trace(path);
      expect([path, statusCode >= 400, text.includes('secret-of-the-caller')]).toEqual([path, true, false]);
    }
  });

  it('that is not declared is 404, whatever the method', async () => {
    for (const path of ['/api/nothing', '/api/booking/', '/api/', '/api/__proto__', '/api/booking%00']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await fetchPath(method, path);
        const expected = path === '/api/booking/' ? /^40[15] / : /^404 unknown_action$/;
        expect(await said(response)).toMatch(expected);
      }
    }
  });

  it('is never kept by a cache', async () => {
    const { headers } = await api.call('clients', {}, practice.adminKey);
    expect(headers.get('cache-control')).toBe('no-store');
    const refused = await Promise.all([
      api.call('clients', {}),
      api.call('client_create', { name: '' }, practice.adminKey),
      api.call('client', { client_id: 999_999_999 }, practice.adminKey),
      fetchPath('POST', '/api/nothing'),
      fetchPath('GET', '/api/clients'),
    ]);
    expect(refused.map(({ status, headers: sent }) => [status >= 400, sent.get('cache-control')])).toEqual(
      refused.map(() => [true, 'no-store']),
    );
  });

  it('is compressed from 1 kB on, for callers who accept it', async () => {
    const key = { Authorization: `Bearer ${practice.adminKey.apiKey}` };
    const encodings = async (path: string, accepted: string) => {
      const response = await api.post(path, null, { ...key, 'Accept-Encoding': accepted });
      const body = await response.text();
      expect(JSON.parse(body)).not.toBeNull();
      return [body.length >= 1024, response.headers.get('content-encoding')];
    };
    expect(await encodings('/api/message_templates', 'br, gzip')).toEqual([true, 'br']);
    expect(await encodings('/api/message_templates', 'gzip')).toEqual([true, 'gzip']);
    expect(await encodings('/api/message_templates', 'identity')).toEqual([true, null]);
    expect(await encodings('/api/clients', 'br')).toEqual([false, null]);
  });

  it('is not compressed if it answers a command, which can hold a key, code or link', async () => {
    const account = await makeAccount(db());
    for (let practices = 0; practices < 12; practices += 1) await makeUser(db(), { account });
    const body = JSON.stringify({ email: account.email, password: defaultPassword });
    const signedIn = await api.post('/api/auth', body, { 'Content-Type': 'application/json' });
    const encoding = signedIn.headers.get('content-encoding');
    const { length } = await signedIn.text();
    expect([signedIn.status, encoding, length > 1024]).toEqual([200, null, true]);
  });

  it('holds no secret if it answers a query', () => {
    const secret = /(?:^|_)(?:key|secret|token|link|codes|password)$/;
    const harmless = new Set(['must_change_password', 'has_password', 'client_key', 'public_key']);
    const held = actionNames.flatMap((name) => {
      const action = actionNamed(name);
      if (action.kind !== 'query') return [];
      return fieldNames(z.toJSONSchema(action.output, { unrepresentable: 'any' }))
        .filter((field) => secret.test(field) && !harmless.has(field))
        .map((field) => `${name}: ${field}`);
    });
    expect(held).toEqual([]);
  });

  it('aborts an answer that is not read for a minute', async () => {
    const limits = vi.spyOn(ServerResponse.prototype, 'setTimeout');
    await api.call('tenant', {}, practice.adminKey);
    expect(limits).toHaveBeenCalledWith(60_000, expect.any(Function));
    limits.mockRestore();
  });

  it('gives each answer its own id, which is logged', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await api.call('tenant', {})).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(api.logLines.some((line) => line.includes(String(id)))).toBe(true);
  });

  it('accepts no request id from the caller', async () => {
    const response = await api.post('/api/tenant', null, { 'X-Request-Id': 'mine' });
    expect(response.headers.get('x-request-id')).not.toBe('mine');
  });
});

describe('the security headers', () => {
  const ask: [string, () => Promise<Response>][] = [
    [
      'a success',
      () => api.post('/api/tenant', null, { Authorization: `Bearer ${practice.adminKey.apiKey}` }),
    ],
    ['no key', () => api.post('/api/tenant', null)],
    ['broken JSON', () => api.post('/api/tenant', '{', { 'Content-Type': 'application/json' })],
    ['an unknown action', () => api.post('/api/nothing', null)],
    ['an unknown page', () => fetchPath('GET', '/nowhere')],
    ['a broken address', () => fetchPath('GET', '/app/assets/%E0%A4%A')],
    ['the front door', () => fetchPath('GET', '/')],
    ['the web app', () => fetchPath('GET', '/app/admin/booking/1')],
    ['an asset', () => fetchPath('GET', '/app/assets/main-abc123.js')],
    ['an asset that is not there', () => fetchPath('GET', '/app/assets/gone.js')],
    ['health', () => fetchPath('GET', '/api/health')],
    ['readiness', () => fetchPath('GET', '/api/ready')],
    ['the reference page', () => fetchPath('GET', '/api/docs')],
    ['its script', () => fetchPath('GET', '/api/docs/start.js')],
    ['its style', () => fetchPath('GET', '/api/docs/swagger-ui.css')],
    ['the document', () => fetchPath('GET', '/api/openapi.json')],
  ];
  it.each(ask)('are on %s', async (_what, response) => {
    const { headers, status } = await response();
    expect([status < 500, headerProblems(headers)]).toEqual([true, []]);
  });

  it.each([
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'text/javascript'],
    ['start.js', 'text/javascript'],
  ])('on the reference page add %s and keep the others', async (name, type) => {
    const { status, headers } = await fetchPath('GET', `/api/docs/${name}`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
  });

  it('leave no inline script on the reference page', async () => {
    const page = await (await fetchPath('GET', '/api/docs')).text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(page).not.toMatch(/\son\w+=|style=|https?:\/\//);
  });
});

describe('the web app', () => {
  it('opens at each of its addresses, and its assets are cached for a year', async () => {
    const page = await fetchPath('GET', '/app/cp/login');
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const asset = await fetchPath('GET', '/app/assets/main-abc123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('answers 404 for an unknown asset, instead of the page', async () => {
    const response = await fetchPath('GET', '/app/assets/main-old.js');
    expect(await said(response)).toBe('404 unknown_action');
  });

  it.each([
    '/app/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/app/..%2findex.html',
    '/app/%2e%2e/%2e%2e/etc/passwd',
  ])('serves nothing outside it: %s', async (path) => {
    const text = await (await fetchPath('GET', path)).text();
    expect(text).not.toContain('root:');
  });
});

describe('an internal error', () => {
  it('reveals nothing to the caller, and is logged in full', async () => {
    api.expectLoggedErrors();
    await db().query('alter table clients rename column address to mislaid');
    const response = await api
      .post('/api/clients', null, { Authorization: `Bearer ${practice.adminKey.apiKey}` })
      .finally(() => db().query('alter table clients rename column mislaid to address'));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      request_id: response.headers.get('x-request-id'),
    });
    expect(answerProblems(response.status, response.headers, text)).toEqual(['status 500']);
    const logged = api.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(logged.join('\n')).toContain('c.address does not exist');
    expect(logged.join('\n')).toContain(String(response.headers.get('x-request-id')));
  });

  it('changes nothing when the answer does not match its declaration', async () => {
    api.expectLoggedErrors();
    await db().query('alter table clients alter column name drop not null');
    await db().query('update clients set name = null where id = $1', [practice.client.id]);
    const { status, error } = await api.call('client', { client_id: practice.client.id }, practice.adminKey);
    expect([status, error.code]).toEqual([500, 'internal']);
    await db().query("update clients set name = 'Again' where id = $1", [practice.client.id]);
    expect((await api.call('client', { client_id: practice.client.id }, practice.adminKey)).status).toBe(200);
  });

  it('of the database is 503 with Retry-After, and ends when the database is back', async () => {
    api.expectLoggedErrors();
    const away = new URL(api.testDatabase.appUrl).pathname.slice(1);
    const server = new pg.Client({ connectionString: inject('postgresUrl') });
    await server.connect();
    await server.query(`alter database ${away} with allow_connections false`);
    await server.query(
      "select pg_terminate_backend(a.pid) from pg_stat_activity a where a.datname = $1 and a.usename = 'burrow_app'",
      [away],
    );
    const { status, headers, error } = await api.call('tenant', {}, practice.adminKey);
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect((await fetchPath('GET', '/api/ready')).status).toBe(503);
    expect((await fetchPath('GET', '/api/health')).status).toBe(200);
    await server.query(`alter database ${away} with allow_connections true`);
    await server.end();
    expect((await api.call('tenant', {}, practice.adminKey)).status).toBe(200);
    expect((await fetchPath('GET', '/api/ready')).status).toBe(200);
  });

  it('of a database that has become read-only is 503 for changes, and ends when it accepts them again', async () => {
    api.expectLoggedErrors();
    const name = new URL(api.testDatabase.appUrl).pathname.slice(1);
    const isReadOnly = async (setting: 'on' | 'off'): Promise<void> => {
      await db().query(`alter database ${name} set default_transaction_read_only = ${setting}`);
    };
    const rename = () => api.call('tenant_update', { tenant_name: 'Willow Vets' }, practice.adminKey);
    await isReadOnly('on');
    // As in a failover, which ends the sessions of the former primary.
    await db().query(
      `select pg_terminate_backend(a.pid, 5000) from pg_stat_activity a
       where a.datname = current_database() and a.usename = 'burrow_app'`,
    );
    const { status, headers, error } = await rename();
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    // Reading works, so the server stays in service.
    const database = async () => {
      const ready = await fetchPath('GET', '/api/ready');
      return [ready.status, ((await ready.json()) as { checks: { database: string } }).checks.database];
    };
    expect(await database()).toEqual([200, 'read-only']);
    expect((await api.call('tenant', {}, practice.adminKey)).status).toBe(200);
    await isReadOnly('off');
    // Each connection of that time is used once more at most.
    await expect.poll(async () => (await rename()).status).toBe(200);
    await expect.poll(database).toEqual([200, 'ok']);
  });
});

it('sends HSTS for its own host, and for subdomains only if the operator enables that', async () => {
  const headerOf = async ({ url }: { url: string }): Promise<string | null> =>
    (await fetch(`${url}/api/health`)).headers.get('strict-transport-security');
  expect(await headerOf(api)).toBe('max-age=31536000');
  expect(await headerOf(strict)).toBe('max-age=31536000; includeSubDomains');
});
