import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { apiNodeFlags } from '../../../../scripts/api-node-flags.ts';
import { readEnv } from '../config/env.ts';
import { canariesIn, plantCanaries } from '../testing/derived/canaries.ts';
import { makeFullPractice } from '../testing/derived/world.ts';
import { checkoutFor, makeDepositPractice, ownerOf } from '../testing/deposits.ts';
import { makePractice } from '../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../testing/harness.ts';
import { startOtlpReceiver, type ReceivedSpan } from '../testing/otlp-receiver.ts';
import { exporterSettings } from './exporter-settings.ts';
import { samplerOf } from './sampler.ts';
import { asksForTraces } from './start-tracing.ts';

const receiver = await startOtlpReceiver();
const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'burrow-test' };
const api = useTestApi(settings);
const db = () => api.testDatabase.owner;

beforeEach(async () => {
  await api.deps.tracing?.flush();
  receiver.reset();
});
afterAll(() => receiver.stop());

const one = async (name: string): Promise<ReceivedSpan> => {
  await expect.poll(() => receiver.spans.some((span) => span.name === name) || arrived()).toBe(true);
  return receiver.spans.find((span) => span.name === name) as ReceivedSpan;
};
const arrived = async (): Promise<boolean> => {
  await api.deps.tracing?.flush();
  return false;
};
const childrenOf = ({ spanId }: ReceivedSpan): ReceivedSpan[] =>
  receiver.spans.filter(({ parent }) => parent === spanId);
const namesOf = (spans: readonly ReceivedSpan[]): string[] => spans.map(({ name }) => name);

describe('the trace of a request', () => {
  it('is one tree: the action, its transaction, its statements and the commit', async () => {
    const { adminKey, tenant, client } = await makePractice(db());
    const { headers } = await api.call('client', { client_id: client.id }, adminKey);
    const root = await one('client');
    expect(root).toMatchObject({ parent: null, failed: false });
    expect(root.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'burrow.request_id': headers.get('x-request-id'),
      'burrow.tenant_id': tenant.id,
    });
    const transaction = childrenOf(root).find(({ name }) => name === 'transaction');
    expect(transaction).toMatchObject({ attributes: { 'burrow.read_only': true }, events: ['connected'] });
    const statements = namesOf(childrenOf(transaction as ReceivedSpan));
    expect(statements).toContain('open_session');
    expect(statements).toContain('commit');
    expect(statements.length).toBeGreaterThan(2);
    const mine = receiver.spans.filter(({ traceId }) => traceId === root.traceId);
    const ids = new Set(mine.map(({ spanId }) => spanId));
    expect(mine.filter(({ parent }) => parent !== null && !ids.has(parent))).toEqual([]);
    expect(mine.filter(({ parent }) => parent === null)).toHaveLength(1);
    expect(receiver.resource).toMatchObject({
      'service.name': 'burrow-test',
      'service.version': expect.any(String) as string,
    });
  });

  it('is identified in the lines of the log', async () => {
    const { adminKey } = await makePractice(db());
    await api.call('tenant', {}, adminKey);
    const { traceId } = await one('tenant');
    const lines = api.logLines.map((line) => JSON.parse(line) as { path?: string; trace_id?: string });
    expect(lines.find(({ path }) => path === '/api/tenant')).toMatchObject({ trace_id: traceId });
  });

  it('has the code of a failure, and whether that was internal', async () => {
    const { adminKey } = await makePractice(db());
    await api.call('client', { client_id: 999_999 }, adminKey);
    expect(await one('client')).toMatchObject({ failed: false, attributes: { 'error.type': 'not_found' } });
    await api.post('/api/no/such/thing-with-a-name', '{}');
    expect(await one('unknown')).toMatchObject({ attributes: { 'http.response.status_code': 404 } });
    await api.post('/api/webhooks/stripe', '{}');
    expect(await one('webhook stripe')).toMatchObject({ attributes: { 'error.type': 'unauthenticated' } });
  });

  it('has no failure while its practice is being moved', async () => {
    const { tenant, adminKey } = await makePractice(db(), { suspended_at: '2026-01-14T08:55:00Z' });
    await db().query('insert into practice_moves (tenant_id, started_at) values ($1, now())', [tenant.id]);
    expect((await api.call('tenant', {}, adminKey)).status).toBe(503);
    expect(await one('tenant')).toMatchObject({
      failed: false,
      attributes: { 'error.type': 'practice_moving' },
    });
  });

  it('continues a caller’s only behind a trusted proxy', async () => {
    const { adminKey } = await makePractice(db());
    const traceId = 'a'.repeat(32);
    await api.post('/api/tenant', '{}', {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${adminKey.apiKey}`,
      traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
    });
    expect((await one('tenant')).traceId).not.toBe(traceId);
  });

  it('contains the calls to providers, and is linked from the jobs it enqueued', async () => {
    const practice = await makeDepositPractice(api);
    const checkout = await checkoutFor(api, practice, ownerOf(practice));
    const asked = await one('cp/payment/create_checkout');
    expect(namesOf(childrenOf(asked))).toContain('payments createCheckout');
    api.sandbox.stripe.pay(checkout);
    await api.runJobs({ ignoreStartAfter: true });
    const job = await one('job deposit_check');
    expect(job).toMatchObject({ parent: null, links: [asked.traceId] });
    expect(job.traceId).not.toBe(asked.traceId);
    expect(namesOf(childrenOf(job))).toContain('payments checkout');
    expect(namesOf(childrenOf(job))).toContain('transaction');
  });

  it('records an unavailable provider as its failure', async () => {
    api.sandbox.mood.twilio = 'outage';
    await api.deps.sms.send({ to: '+447700900077', body: 'Biscuit is ready' }).catch(() => undefined);
    expect(await one('sms send')).toMatchObject({
      parent: null,
      failed: true,
      attributes: { 'error.type': 'sms_unavailable' },
    });
    expect(receiver.text()).not.toMatch(/900077|Biscuit/);
  });

  it(
    'contains no personal data: no value of a record, a request or a statement',
    { timeout: 60_000 },
    async () => {
      const scene = await makeFullPractice(db());
      const { practice, client, animal, booking } = scene;
      await plantCanaries(db(), practice.tenant.id);
      const { adminKey } = practice;
      const secret = 'zqxsecretwords';
      await api.call('clients', { q: secret }, adminKey);
      await api.call('client', { client_id: client.id }, adminKey);
      await api.call('animal', { animal_id: animal.id }, adminKey);
      await api.call('booking', { booking_id: booking.id }, adminKey);
      await api.call('auth', { email: `${secret}@example.test`, password: secret });
      await api.call(
        'client_create',
        { name: secret, phone: '07700900555', email: `${secret}@b.test` },
        adminKey,
      );
      // The same number again: the constraint's own message repeats it.
      await api.call('client_create', { name: secret, phone: '07700900555' }, adminKey);
      await api.post(`/api/${secret}?q=${secret}`, secret, { 'X-Request-Id': secret, 'User-Agent': secret });
      await one('client_create');
      await api.deps.tracing?.flush();
      const text = receiver.text();
      expect(receiver.spans.length).toBeGreaterThan(30);
      expect(canariesIn(text)).toEqual([]);
      expect(text).not.toMatch(/zqxsecretwords|07700900555|7700900555/);
      expect(text).not.toContain(adminKey.apiKey);
      expect(text).not.toMatch(/\$1|where|returning/i);
    },
  );
});

describe('a collector', () => {
  it('that refuses, or does not answer, delays nothing and is logged once', { timeout: 30_000 }, async () => {
    const { adminKey } = await makePractice(db());
    const told = () => api.logLines.filter((line) => line.includes('traces could not be sent')).length;
    receiver.mood = 'refusing';
    expect((await api.call('tenant', {}, adminKey)).status).toBe(200);
    await expect.poll(told, { timeout: 15_000 }).toBe(1);
    receiver.mood = 'silent';
    const began = performance.now();
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await api.call('tenant', {}, adminKey)).status).toBe(200);
    }
    // Its first flush would have been awaited by now, if anything waited for it.
    expect(performance.now() - began).toBeLessThan(5000);
    await api.deps.tracing?.flush();
    expect(told()).toBe(1);
  });
});

describe('behind a proxy', () => {
  const proxied = useTestApi({ ...settings, TRUST_PROXY: '1', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key' });

  it("continues the proxy's trace, unless it is malformed", async () => {
    const { adminKey } = await makePractice(proxied.testDatabase.owner);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const ask = (traceparent: string) =>
      proxied.post('/api/tenant', '{}', {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${adminKey.apiKey}`,
        traceparent,
      });
    await ask(`00-${traceId}-b7ad6b7169203331-01`);
    await ask(`00-${traceId}-b7ad6b7169203331-01\u00e9`).catch(() => undefined);
    await ask(`00-${'0'.repeat(32)}-b7ad6b7169203331-01`);
    await expect
      .poll(async () => {
        await proxied.deps.tracing?.flush();
        return receiver.spans.filter(({ name }) => name === 'tenant').length;
      })
      .toBeGreaterThan(1);
    const roots = receiver.spans.filter(({ name }) => name === 'tenant');
    expect(roots[0]).toMatchObject({ traceId, parent: 'b7ad6b7169203331' });
    expect(roots.slice(1).filter((root) => root.parent !== null && root.traceId !== traceId)).toEqual([]);
    expect(receiver.headers['x-key']).toBe('a key');
  });

  it('records nothing of a trace that the proxy does not record', async () => {
    const { adminKey } = await makePractice(proxied.testDatabase.owner);
    await proxied.post('/api/animal_species', '{}', {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${adminKey.apiKey}`,
      traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00`,
    });
    await proxied.post('/api/holidays', '{}', {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${adminKey.apiKey}`,
    });
    await expect
      .poll(async () => {
        await proxied.deps.tracing?.flush();
        return namesOf(receiver.spans);
      })
      .toContain('holidays');
    expect(namesOf(receiver.spans)).not.toContain('animal_species');
  });
});

describe('the settings', () => {
  const env = (given: Record<string, string>) => readEnv({ DATABASE_URL: 'postgres://a@b/c', ...given });

  it('enable no traces by default', () => {
    expect(asksForTraces(env({}))).toBe(false);
    expect(asksForTraces(env({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }))).toBe(true);
    expect(asksForTraces(env({ OTEL_TRACES_EXPORTER: 'otlp' }))).toBe(true);
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' };
    expect(asksForTraces(env(off))).toBe(false);
  });

  it('set the collector, and which traces it gets', () => {
    expect(exporterSettings(env({}))).toEqual({ url: 'http://localhost:4318/v1/traces', headers: {} });
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.test/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=2',
    };
    expect(exporterSettings(env(given))).toEqual({
      url: 'https://a.test/otlp/v1/traces',
      headers: { a: '1', b: '2' },
    });
    const sampler = (name: string, ratio = '0.25') =>
      samplerOf(env({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio })).toString();
    expect(sampler('always_off')).toBe('AlwaysOffSampler');
    expect(sampler('traceidratio')).toBe('TraceIdRatioBased{0.25}');
    expect(sampler('parentbased_traceidratio')).toContain('root=TraceIdRatioBased{0.25}');
    expect(() => sampler('sometimes')).toThrow('OTEL_TRACES_SAMPLER: ');
    expect(() => sampler('traceidratio', '2')).toThrow('OTEL_TRACES_SAMPLER_ARG: ');
  });

  it('load no tracing code if it is off', async () => {
    const script = `
      import Module from 'node:module';
      for (const file of ['app', 'dependencies', 'db/database', 'tracing/start-tracing']) await import(\`./\${file}.ts\`);
      console.log(Object.keys(Module._cache).filter((file) => file.includes('opentelemetry')).length);
      await import('./tracing/open-telemetry.ts');
      console.log(Object.keys(Module._cache).filter((file) => file.includes('opentelemetry')).length > 10);
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...apiNodeFlags, '--input-type=module', '--eval', script],
      { cwd: join(import.meta.dirname, '..') },
    );
    expect(stdout).toBe('0\ntrue\n');
  });
});
